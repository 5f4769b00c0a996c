import Foundation
import MCAP
import Testing

/// A Python with the `mcap` package, in a virtual environment that is made once and kept.
struct PythonEnvironment {
  let python: URL

  static let shared = PythonEnvironment()

  private init?() {
    let folder =
      ProcessInfo.processInfo.environment["TOUCHREEL_PYTHON_ENV"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-python-mcap")
    python = folder.appendingPathComponent("bin/python")
    guard !isReady else { return }
    do {
      let system = URL(fileURLWithPath: "/usr/bin/env")
      _ = try Self.output(of: system, ["python3", "-m", "venv", folder.path])
      _ = try Self.output(of: python, ["-m", "pip", "install", "--quiet", "mcap", "zstandard", "lz4", "jsonschema"])
    } catch { return nil }
    guard isReady else { return nil }
  }

  private var isReady: Bool {
    do { return try Self.output(of: python, ["-c", "import mcap, zstandard, lz4.frame"]).isEmpty } catch {
      return false
    }
  }

  struct Failed: Error { var status: Int32 }

  private static func output(of program: URL, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    return output
  }

  func run(_ arguments: String...) throws -> Data {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Scripts/interoperate.py")
    return try Self.output(of: python, [script.path] + arguments)
  }
}

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

@Suite(
  .enabled(
    if: PythonEnvironment.shared != nil,
    "needs python3 with venv, and pip to install mcap, zstandard and lz4 (or TOUCHREEL_PYTHON_ENV with all of them)"))
struct InteroperabilityTests {
  private func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-\(UUID().uuidString).mcap")
    defer { unlink(file.path) }
    return try body(file)
  }

  @Test(arguments: RoundTripTests.options)
  func pythonReadsWhatWeWrite(options: MCAPWriterOptions) throws {
    let python = try #require(PythonEnvironment.shared)
    let file = RandomFile(seed: 31)
    let output = try withFile { path in
      try Data(try file.write(options: options)).write(to: path)
      return try python.run("read", path.path)
    }
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
  func weReadWhatPythonWrites(kind: String) throws {
    let python = try #require(PythonEnvironment.shared)
    let bytes = try withFile { path in
      _ = try python.run("write", path.path, kind)
      return Array(try Data(contentsOf: path))
    }
    var reader = MCAPReader(MemorySource(bytes: bytes))
    var contents = Contents()
    try contents.append(allOf: &reader)
    #expect(contents.ending == .complete)
    #expect(contents.header == MCAPHeader(profile: "p", library: "python"))
    let expected = (0..<500).map { index in
      Note(
        channel: UInt16(1 + index % 2), sequence: UInt32(index), logTime: 1000 + UInt64(index),
        publishTime: UInt64(index), data: Array(repeating: UInt8(index % 256), count: index % 40))
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

  @Test func weRefuseTheLZ4ThatPythonWrites() throws {
    let python = try #require(PythonEnvironment.shared)
    let bytes = try withFile { path in
      _ = try python.run("write", path.path, "lz4")
      return Array(try Data(contentsOf: path))
    }
    let error = #expect(throws: MCAPReadError<Never>.self) { try Contents(reading: MemorySource(bytes: bytes)) }
    guard case .format(let problem)? = error else { return }
    #expect(problem.problem == .unsupportedCompression("lz4"))
  }
}
