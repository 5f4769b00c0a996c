import Foundation
import TestSupport
import Testing

/// Every file of the fixtures, the cases and the bad files, given to the built program in every way in which a user
/// gives it a file: exit status, output and warnings are the same.
@Suite(.slow)
struct InputFormTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: TestInputs.files)
  func `A file is answered the same from a pipe, a FIFO, compressed, with CRLF and with a byte order mark`(
    file: TestInputs.File
  ) throws {
    let bytes = try Data(contentsOf: file.url)
    let whole = try answer(["info"], of: variant(of: file, bytes, in: "whole"))
    // A pipe has nothing beside it.
    let piped = try answer(["info"] + description(for: file) + ["-"], input: bytes)
    #expect(piped == whole.withoutSibling)
    #expect(try answerOfFIFO(["info"] + description(for: file), of: file.url.path) == piped)
    for (name, other) in try InputVariant.all(of: bytes) {
      let its = try answer(["info"], of: variant(of: file, other, in: name))
      #expect(its == whole, "\(name)")
    }
  }

  @Test(arguments: TestInputs.small)
  func `The steps and the picture of a file are the same from a pipe`(file: TestInputs.File) throws {
    let bytes = try Data(contentsOf: file.url)
    for words in [["dump", "--touches"], ["render", "--size", "64x64", "-o", "-"]] {
      let whole = try answer(words, of: file.url.path)
      let piped = try answer(words + description(for: file) + ["-"], input: bytes)
      // A pipe is read once: what is only known at its end is said in other words.
      let isUndescribed = whole.text.contains("the device has no description")
      if isUndescribed {
        #expect(piped.output == whole.output, "\(words)")
      } else if piped.lacksImage && !whole.lacksImage {
        #expect(piped.status == whole.status, "\(words)")
      } else {
        #expect(piped == whole.withoutSibling, "\(words)")
      }
    }
  }

  private func answer(_ words: [String], of path: String) throws -> Answer {
    let outcome = try Programs.run(Touchreel.path, words + [path])
    try CaseTests.expectPlain(outcome, of: "\(words)")
    return Answer(outcome, path: path)
  }

  private func answer(_ words: [String], input: Data) throws -> Answer {
    let outcome = try Programs.run(Touchreel.path, words, input: input)
    try CaseTests.expectPlain(outcome, of: "\(words)")
    return Answer(outcome, path: nil)
  }

  private func answerOfFIFO(_ words: [String], of path: String) throws -> Answer {
    let fifo = folder.path("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let outcome = try Programs.run(
      "/bin/sh", ["-c", #"cat "$0" >"$1" & shift; exec "$@" "$fifo""#, path, fifo, Touchreel.path] + words,
      environment: ProcessInfo.processInfo.environment.merging(["fifo": fifo]) { $1 })
    try CaseTests.expectPlain(outcome, of: "\(words)")
    return Answer(outcome, path: fifo)
  }

  /// Writes the bytes under the case's own name, with the descriptions that lie beside the case.
  private func variant(of file: TestInputs.File, _ bytes: Data, in subfolder: String) throws -> String {
    for beside in try descriptions(beside: file) {
      try folder.write(Data(contentsOf: beside), to: "\(subfolder)/\(beside.lastPathComponent)")
    }
    return try folder.write(bytes, to: "\(subfolder)/\(file.url.lastPathComponent)")
  }

  /// What says to a pipe's reader which description lies beside the file.
  private func description(for file: TestInputs.File) throws -> [String] {
    guard !file.name.hasSuffix(".desc") else { return [] }
    return try descriptions(beside: file).flatMap { ["--description", $0.path] }
  }

  private func descriptions(beside file: TestInputs.File) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: file.url.deletingLastPathComponent(), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "desc" }
  }
}

/// What the program answered, with its input's path replaced by the name of any input.
private struct Answer: CustomStringConvertible, Equatable {
  var status: Int32
  var output: Data
  var errors: String

  /// The same without what says which file beside it describes its device.
  var withoutSibling: Answer {
    var answer = self
    answer.errors = Self.withoutSibling(errors)
    if let text = String(data: output, encoding: .utf8) { answer.output = Data(Self.withoutSibling(text).utf8) }
    return answer
  }

  private static func withoutSibling(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("its device is described by") }.joined(separator: "\n")
  }

  /// Whether it lacks an image: a pipe has none beside it.
  var lacksImage: Bool { errors.contains("was not found next to the drawing") }

  /// What it printed, and its errors.
  var text: String { String(decoding: output, as: UTF8.self) + errors }

  init(_ outcome: Programs.Outcome, path: String?) {
    status = outcome.status
    let isText = String(data: outcome.output, encoding: .utf8) != nil
    guard let path else {
      output = isText ? Data(Self.withoutOperand(outcome.text).utf8) : outcome.output
      errors = Self.ends(ofLines: outcome.errors)
      return
    }
    let text = Self.withoutOperand(outcome.text).replacingOccurrences(of: path, with: Self.anyName)
    output = isText ? Data(text.utf8) : outcome.output
    errors = Self.ends(ofLines: outcome.errors.replacingOccurrences(of: path, with: Self.anyName))
  }

  /// The middle of a long line is left out, which depends on the length of the path: its end is compared.
  private static func ends(ofLines text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > 200 ? $0.suffix(150) : $0 }.joined(separator: "\n")
  }

  /// The same whatever names the file in the command that shows what is odd.
  private static func withoutOperand(_ text: String) -> String {
    text.replacing(/touchreel plot .* -o odd.svg/, with: "touchreel plot FILE -o odd.svg")
  }

  private static let anyName = "standard input"

  var description: String { "status \(status), \(output.count) bytes\n\(text.prefix(2000))" }
}

/// The same content in other bytes.
private enum InputVariant {
  static func all(of bytes: Data) throws -> [(name: String, bytes: Data)] {
    let isCompressed = bytes.starts(with: [0x1f, 0x8b])
    let isMCAP = bytes.starts(with: [0x89, 0x4d])
    guard !isCompressed else { return [] }
    let compressed = try Programs.run("gzip", ["-c"], input: bytes).output
    return isMCAP ? [("gzip", compressed)] : [("gzip", compressed), ("crlf", crlf(bytes)), ("bom", bom + bytes)]
  }

  private static let bom = Data([0xef, 0xbb, 0xbf])

  private static func crlf(_ bytes: Data) -> Data {
    var result = Data()
    for byte in bytes {
      if byte == 0x0a, result.last != 0x0d { result.append(0x0d) }
      result.append(byte)
    }
    return result
  }
}
