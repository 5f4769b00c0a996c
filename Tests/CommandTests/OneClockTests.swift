import Foundation
import TestSupport
import Testing
import TouchReelDrawingBoard

/// Every command counts from the first event of the recording, whatever comes before it.
@Suite(.slow)
struct OneClockTests {
  let folder: TemporaryFolder
  /// A drawing: a setting 100 ms before the first of two strokes, one between them, and one behind them.
  private let drawing: String
  /// The last event of each frame comes half a second after the others.
  private let spread: String

  init() throws {
    folder = try TemporaryFolder()
    drawing = folder.path("drawing.mcap")
    let (line, width) = (((x: Int32(100), y: Int32(100)), (x: Int32(300), y: Int32(200))), BoardCommand.set(\.width, 9))
    try BoardRecording([
      .command(width), .stroke(line.0, line.1), .command(width), .stroke(line.0, line.1), .command(width),
    ]).write(to: URL(fileURLWithPath: drawing))
    let frames = [
      "[ 1.000000] 0003 0035 00000064", "[ 1.000000] 0003 0036 00000032", "[ 1.500000] 0000 0000 00000000",
      "[ 2.000000] 0003 0035 000000c8", "[ 2.500000] 0000 0000 00000000", "[ 3.000000] 0003 0035 00000000",
      "[ 3.500000] 0000 0000 00000000",
    ]
    spread = try folder.write(frames.map { "\($0)\n" }.joined(), to: "spread.log")
  }

  private func lines(_ arguments: String...) throws -> [Substring] {
    try Touchreel.succeed(["dump"] + arguments).text.split(separator: "\n")
  }

  @Test func `The first event of a drawing is at zero, and a setting before it is earlier`() throws {
    let all = try lines(drawing)
    #expect(all.dropFirst().first?.hasPrefix("-0.100000 - board ") == true, "\(all)")
    #expect(all.dropFirst(2).first?.hasPrefix("0.000000 0 ") == true, "\(all)")
    #expect(try lines("--touches", drawing).first?.hasPrefix("0.000000 0 touch 0 began") == true)
    let row = try #require(try lines("--format", "csv", drawing).dropFirst().first)
    #expect(row.split(separator: ",", omittingEmptySubsequences: false)[7] == "0", "\(row)")
  }

  @Test func `A pipe counts as the file does`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: drawing))
    #expect(try Touchreel.run("dump", "-", input: bytes).text == Touchreel.succeed("dump", drawing).text)
  }

  @Test func `All of a recording is up to its end`() throws {
    for file in [drawing, spread] { #expect(try lines(file, "--to", "end") == lines(file)) }
  }

  @Test(arguments: [("0", "0.05"), ("0.05", "0.15"), ("0.5", "1.5"), ("0.5", "end"), ("0", "1"), ("10%", "90%")])
  func `The lines of a part are lines of the whole`(from: String, to: String) throws {
    for file in [drawing, spread] {
      let all = Set(try lines(file))
      let part = try Touchreel.run("dump", file, "--from", from, "--to", to)
      #expect(part.text.split(separator: "\n").allSatisfy(all.contains), "\(part)")
      // The drawing has a third of a second.
      let isBehind = file == drawing && from == "0.5"
      #expect(part.status == (isBehind ? 1 : 0), "\(part)")
      if isBehind { #expect(part.errors.contains("has no events in this span; it is 0.3 s long"), "\(part)") }
    }
  }

  @Test func `A part has the frames that end in it, as a cut does`() throws {
    let part = try lines(spread, "--from", "0.5", "--to", "1.5").filter { !$0.hasPrefix("#") }
    #expect(part.count == 5 && part.first?.hasPrefix("0.000000 0 EV_ABS ABS_MT_POSITION_X 100") == true, "\(part)")
    let out = folder.path("cut.getevent")
    try Touchreel.succeed("cut", spread, out, "--from", "0.5", "--to", "1.6")
    #expect(try lines(out).count { $0.contains("SYN_REPORT") } == part.count { $0.contains("SYN_REPORT") })
  }

  @Test func `A drawing's table ends its touches at the end`() throws {
    #expect(
      try lines("--format", "csv", "--rows", "touches", drawing, "--to", "end")
        == lines("--format", "csv", "--rows", "touches", drawing))
  }

  @Test(arguments: ["evemu", "mcap", "raw24", "getevent"])
  func `Without dates a clock that was set back keeps its distances`(format: String) throws {
    let times = ["11.000000", "11.500000", "1.000000", "1.250000"]
    let log = times.map { "[ \($0)] 0003 0035 000000\($0.prefix(2))\n[ \($0)] 0000 0000 00000000\n" }.joined()
    let out = folder.path("out.\(format)")
    try Touchreel.succeed("convert", try folder.write(log, to: "back.log"), out, "--no-dates")
    let seconds = try lines(out).filter { $0.contains("SYN_REPORT") }.compactMap { $0.split(separator: " ").first }
    #expect(seconds == ["0.000000", "0.500000", "-10.000000", "-9.750000"])
    #expect(try Touchreel.succeed("info", out).text.contains("starts at 10.0 s of its clock"))
  }
}
