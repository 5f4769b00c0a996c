import Foundation
import TestSupport
import Testing
import TouchReelMCAP

/// What the script prints.
private struct PythonContents: Decodable {
  var profile: String
  var library: String
  var messages: [PythonMessage]
  var indexed: [PythonMessage]
  var attachments: [[String]]
  var metadata: [String: [String: String]]
  var topics: [String: String]
  var schemas: [String: String]
  var count: Int
  var chunks: Int
  var indexedAttachments: [String]
  var indexedMetadata: [String]
  var fromMiddle: Int
}

private struct PythonMessage: Decodable {
  var note: Note

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    note = Note(
      channel: try fields.decode(UInt16.self), sequence: try fields.decode(UInt32.self),
      logTime: try fields.decode(UInt64.self), publishTime: try fields.decode(UInt64.self), data: [])
    let digits = Array(try fields.decode(String.self).utf8)
    note.data = stride(from: 0, to: digits.count, by: 2).map { index in
      UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16) ?? 0
    }
  }
}

@Suite(.slow, .enabled(if: Python.isReady, Python.absence))
struct InteroperabilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs `Scripts/interoperate.py`.
  private func python(_ arguments: String...) throws -> Data {
    try Python.succeed([Checkout.path("Tests/MCAPTests/Scripts/interoperate.py")] + arguments)
  }

  /// A file of a kind that the script writes.
  private func written(_ kind: String) throws -> [UInt8] {
    _ = try python("write", folder.path("python.mcap"), kind)
    return Array(try Data(contentsOf: folder.url("python.mcap")))
  }

  @Test(arguments: RoundTripTests.options)
  func `Python reads what we write`(options: MCAPWriterOptions) throws {
    let file = RandomFile(seed: 31)
    let output = try python("read", folder.write(file.write(options: options), to: "ours.mcap"))
    let contents = try JSONDecoder().decode(PythonContents.self, from: output)
    #expect(contents.profile == "touchreel")
    #expect(contents.library == "tests")
    #expect(contents.messages.map(\.note) == file.notes)
    #expect(Set(contents.indexed.map(\.note)) == Set(file.notes))
    #expect(contents.count == file.notes.count)
    #expect(contents.topics.count == file.channels.count)
    for channel in file.channels { #expect(contents.topics["\(channel.id.rawValue)"] == channel.topic) }
    #expect(contents.schemas == ["7": "s"])
    let hexadecimal = file.attachmentData.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(contents.attachments == [[file.attachment.name, file.attachment.mediaType, hexadecimal]])
    #expect(contents.metadata == [file.metadata.name: file.metadata.values])
    #expect(contents.indexedAttachments == [file.attachment.name])
    #expect(contents.indexedMetadata == [file.metadata.name])
    let middle = file.notes[file.notes.count / 2].logTime
    #expect(contents.fromMiddle == file.notes.count(where: { $0.logTime >= middle }))
  }

  @Test(arguments: ["zstd", "none", "unchunked", "bare", "bareUnchunked", "noCRC"])
  func `We read what Python writes`(
    kind: String
  ) throws {
    var reader = MCAPReader(MemorySource(bytes: try written(kind)))
    var contents = Contents()
    try contents.append(allOf: &reader)
    #expect(contents.ending == .complete)
    #expect(contents.header == MCAPHeader(profile: "p", library: "python"))
    let expected = (0..<500).map { (index: Int) -> Note in
      let data = [UInt8](repeating: UInt8(index % 256), count: index % 40)
      return Note(
        channel: UInt16(1 + index % 2), sequence: UInt32(index), logTime: 1000 + UInt64(index),
        publishTime: UInt64(index), data: data)
    }
    #expect(contents.notes == expected)
    #expect(contents.channels.map(\.topic) == ["/a", "/b"])
    #expect(contents.channels.first?.metadata == ["k": "v"])
    #expect(contents.schemas.map(\.name) == ["name"])
    #expect(contents.attachmentData == [Array("attached".utf8)])
    #expect(contents.metadata == [MCAPMetadata(name: "facts", values: ["one": "1"])])
    let summary = try reader.readSummary()
    #expect(summary?.statistics?.messageCount == (kind.hasPrefix("bare") ? nil : 500))
  }

  @Test func `A chunk in LZ4 is refused`() throws {
    let source = MemorySource(bytes: try written("lz4"))
    let error = #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: source) }
    guard case .format(let problem)? = error else { return }
    #expect(problem.problem == .unsupportedCompression("lz4"))
  }
}
