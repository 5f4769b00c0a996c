import Foundation
import TestSupport
import Testing

/// What a recording is does not depend on its time, nor on how it comes.
struct SniffingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Facts: Decodable {
    var format: String
    var events: Int
  }

  @Test(arguments: [2_147_483_646, 4_294_967_294, 0x2241_227B])
  func `Raw events whose time begins like another file are raw events`(seconds: UInt64) throws {
    var bytes = Data()
    for (type, code) in [(3, 0x39), (3, 0x35), (0, 0)] as [(UInt16, UInt16)] {
      withUnsafeBytes(of: (seconds.littleEndian, UInt64(250_000).littleEndian)) { bytes.append(contentsOf: $0) }
      withUnsafeBytes(of: (type.littleEndian, code.littleEndian, Int32(7).littleEndian)) {
        bytes.append(contentsOf: $0)
      }
    }
    try bytes.write(to: folder.url.appendingPathComponent("events.raw24"))
    let facts = try facts(#""$@" info --json events.raw24"#)
    #expect(facts.format == "raw24" && facts.events == 3, "\(facts)")
  }

  @Test(arguments: ["mcap", "evemu", "raw24"])
  func `A pipe that brings three bytes at a time gives what the file gives`(format: String) throws {
    let source = try folder.write(Recorded.diagonal, to: "source.evemu")
    #expect(try Touchreel.run("convert", source, folder.path("tap.\(format)"), "--force").status == 0)
    let pieces = try facts(#"dd bs=3 if=tap.\#(format) status=none | "$@" info --json -"#)
    let whole = try facts(#""$@" info --json tap.\#(format)"#)
    #expect(pieces.format == whole.format && pieces.events == whole.events && whole.events > 0, "\(pieces) \(whole)")
  }

  @Test(arguments: ["yml", "getevent", "evemu"])
  func `A file, a pipe and a FIFO say the same, compressed or not`(suffix: String) throws {
    let source = try folder.write(Recorded.diagonal, to: "source.evemu")
    #expect(try Touchreel.run("convert", source, folder.path("plain.\(suffix)"), "--force").status == 0)
    let plain = try String(contentsOfFile: folder.path("plain.\(suffix)"), encoding: .utf8)
    var lines = plain.split(separator: "\n").map(String.init)
    lines.insert(contentsOf: ["hello there", "^C"], at: lines.count - 3)
    lines.append("user@host:~$ ")
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "in.\(suffix)")
    let answers = try [
      #""$@" info --json in.\#(suffix)"#, #"cat in.\#(suffix) | "$@" info --json -"#,
      #"mkfifo fifo; cat in.\#(suffix) >fifo & "$@" info --json fifo"#,
    ].map { try answer($0) }
    #expect(answers[0].status == 0 && answers[0].text.contains("skipped (3 times)"), "\(answers)")
    #expect(Set(answers.map(\.text)).count == 1, "\(answers)")
    let packed = try [
      #"gzip -k in.\#(suffix); "$@" info --json in.\#(suffix).gz"#, #"gzip -c in.\#(suffix) | "$@" info --json -"#,
    ].map { try answer($0) }
    #expect(packed.allSatisfy { $0.text == answers[0].text }, "\(packed)")
  }

  /// What is said of an input, without its name.
  private func answer(_ shell: String) throws -> (status: Int32, text: String) {
    let outcome = try Touchreel.run(shell: shell, in: folder.url)
    let text = (outcome.text + outcome.errors).replacing(/"file" *: *"[^"]*",?/, with: "")
      .replacing(/in\.[a-z0-9]+(\.gz)?|standard input|fifo/, with: "IN")
    return (outcome.status, text)
  }

  private func facts(_ shell: String) throws -> Facts {
    let outcome = try Touchreel.run(shell: shell, in: folder.url)
    #expect(outcome.status == 0, "\(outcome)")
    return try JSONDecoder().decode(Facts.self, from: outcome.output)
  }
}
