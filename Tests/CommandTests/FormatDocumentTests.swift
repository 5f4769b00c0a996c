import Foundation
import TestSupport
import Testing
import TouchReelDrawingFiles

/// The programs of docs/recording-format.md.
struct FormatDocumentTests {
  /// The blocks of Python, in order: the reader, the writer, the reader of events' own times.
  private static func programs() throws -> [String] {
    let parts = try Checkout.text("docs/recording-format.md").components(separatedBy: "```python\n").dropFirst()
    return parts.map { $0.components(separatedBy: "```")[0] }
  }

  /// Fingers that come and go, also in a slot again and at the place of the one before; that are down at the start;
  /// that come and go while events are lost.
  private enum Fingers: String, CaseIterable {
    case whole, begunBefore, reused, lost

    func recording(in folder: TemporaryFolder) throws -> String {
      switch self {
      case .whole: return Fixture.path("ten-fingers.mcap")
      case .lost: return Fixture.path("overrun.mcap")
      case .begunBefore:
        let cut = folder.path("cut.mcap")
        try Touchreel.succeed("cut", Fixture.path("ten-fingers.mcap"), cut, "--from", "1.5")
        return cut
      case .reused:
        let (text, recording) = (folder.path("reused.evemu"), folder.path("reused.mcap"))
        try Self.slotUsedAgain.write(toFile: text, atomically: true, encoding: .utf8)
        try Touchreel.succeed("convert", text, recording)
        return recording
      }
    }

    /// The second finger touches where the first did: the kernel says only that it is there.
    private static let slotUsedAgain = """
      # EVEMU 1.3
      N: Slots
      I: 0018 0000 0000 0000
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 1000 0 0 0
      A: 36 0 1000 0 0 0
      A: 39 0 65535 0 0 0
      E: 0.000000 0003 0039 5
      E: 0.000000 0003 0035 100
      E: 0.000000 0003 0036 200
      E: 0.000000 0000 0000 0
      E: 0.010000 0003 0039 -1
      E: 0.010000 0000 0000 0
      E: 0.020000 0003 0039 6
      E: 0.020000 0000 0000 0
      E: 0.030000 0003 0036 210
      E: 0.030000 0000 0000 0
      E: 0.040000 0003 0039 -1
      E: 0.040000 0000 0000 0

      """
  }

  @Test(.enabled(if: Python.isReady, Python.absence), arguments: Fingers.allCases)
  private func `The reader finds every finger where it is`(fingers: Fingers) throws {
    let program = try Self.programs()[0]
    #expect(program.split(separator: "\n").count <= 30)
    let folder = try TemporaryFolder()
    let file = try fingers.recording(in: folder)
    let output = String(decoding: try Python.succeed(["-c", program, file]), as: UTF8.self)
    let found = Set(output.split(separator: "\n").map(String.init))
    let table = folder.path("table.csv")
    try Touchreel.succeed("convert", file, table)
    let rows = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    // Columns: see docs/tables.md. Seconds are printed with as many digits as there are.
    let samples = try rows.filter { ["began", "moved", "resumed"].contains($0[5]) }.map { row in
      "\(try Self.nanoseconds(row[8])) \(row[4]) \(row[14]) \(row[15])"
    }
    #expect(samples.count >= 2)
    #expect(samples.filter { !found.contains($0) } == [])
    #expect(Set(found.map { $0.split(separator: " ")[1] }) == Set(rows.map { $0[4] }))
  }

  /// The nanoseconds of a decimal number of seconds.
  private static func nanoseconds(_ seconds: Substring) throws -> Int {
    let parts = seconds.split(separator: ".")
    let fraction: Substring = parts.count > 1 ? parts[1] : ""
    let zeros = String(repeating: "0", count: 9 - fraction.count)
    return try #require(Int("\(parts[0])\(fraction)\(zeros)"))
  }

  @Test(.enabled(if: Python.isReady, Python.absence))
  func `The writer's recording is read without a warning, and drawn in its colour`() throws {
    let program = try Self.programs()[1]
    #expect(program.split(separator: "\n").count <= 30)
    let folder = try TemporaryFolder()
    let file = folder.path("spiral.mcap")
    _ = try Python.succeed(["-c", program, file])
    let info = try Touchreel.succeed("info", file)
    #expect(info.errors.isEmpty && info.text.contains("605 events in 200 frames"), "\(info)")
    #expect(info.text.contains("Spiral, touchscreen, protocol B, 10 slots, 256x256 mm, 1 touch"), "\(info)")
    let picture = folder.path("spiral.svg")
    try Touchreel.succeed("render", file, "-o", picture)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("#cc0000"))
  }

  @Test func `The schema beside the document is the one in the files`() throws {
    let text = try Checkout.text("docs/board-message.schema.json")
    #expect(text == BoardMessage.schema + "\n")
  }

  /// Every member of a device's metadata that is written is in the document's table.
  @Test func `The document names all that describes a device`() throws {
    let source = try Checkout.text("Sources/TouchReelRecordings/DeviceMetadata.swift")
    let table = try Checkout.text("docs/recording-format.md")
    let keys = source.matches(of: /metadata\["([a-z]+)"\]/).map { String($0.1) }
    #expect(Set(keys).count >= 5)
    for key in Set(keys) { #expect(table.contains("`\(key)`"), "\(key)") }
  }
}
