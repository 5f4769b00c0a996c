import Foundation
import TestSupport
import Testing

/// What `info` warns of and has a place in time is marked there.
@Suite(.slow)
struct PlotFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A screen of 10 units a millimetre, whose first touch is down from 1 s on.
  private func recording(_ events: [String]) throws -> String {
    try folder.write(
      """
      # EVEMU 1.3
      N: One finger
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 04 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      A: 2f 0 9 0 0 0
      A: 35 0 1000 0 0 10
      A: 36 0 1000 0 0 10
      A: 39 0 65535 0 0 0

      """ + events.map { "E: \($0)\n" }.joined(), to: "faults.evemu")
  }

  private static let down = [
    "1.000000 0003 002f 0", "1.000000 0003 0039 5", "1.000000 0003 0035 100", "1.000000 0003 0036 200",
    "1.000000 0000 0000 0",
  ]
  private static let up = ["1.500000 0003 0039 -1", "1.500000 0000 0000 0"]

  private func svg(_ file: String, _ options: String...) throws -> String {
    try Touchreel.succeed(["plot", file, "-o", "-"] + options).text
  }

  @Test(arguments: [
    (down + ["0.400000 0003 0035 300", "0.400000 0000 0000 0"] + up, "time goes backwards", "1 step back in time"),
    (down + up.dropLast(), "a frame has no SYN_REPORT", "1 frame without SYN_REPORT"),
    (down + ["1.200000 0000 0000 0"] + up, "a frame has no events", "1 frame without events"),
    (down + ["1.200000 0003 0035 2000", "1.200000 0000 0000 0"] + up, "is out of range", "1 value out of range"),
    (down + ["1.200000 0003 0039 6", "1.200000 0000 0000 0"] + up, "a new tracking id", "1 odd tracking id"),
    (down + ["1.200000 0003 003a 6", "1.200000 0000 0000 0"] + up, "not announced", "1 event not announced"),
    (
      ["0.900000 0003 0035 99", "0.900000 0000 0000 0"] + down + up, "before the recording began",
      "1 contact down before the start"
    ),
    (
      down + up + ["1.600000 0001 014a 1", "1.600000 0000 0000 0"], "BTN_TOUCH is still down at the end",
      "1 contact or key down at the end"
    ),
    (
      down + ["1.300000 0003 0035 110", "1.300000 0000 0000 0"], "a contact is still down at the end",
      "1 contact or key down at the end"
    ),
  ])
  func `What info warns of is counted in the legend`(events: [String], warning: String, legend: String) throws {
    let file = try recording(events)
    let info = try Touchreel.succeed("info", file).text
    #expect(info.contains(warning), "\(info)")
    let plot = try svg(file)
    #expect(plot.contains(">\(legend)<"), "\(plot)")
    // The part before the first event has none of it.
    #expect(try !svg(file, "--from", "50ms", "--to", "60ms").contains(">\(legend)<"))
  }

  @Test func `Touches that the end of a recording cancels are marked with the reason`() throws {
    let file = try recording(Self.down + ["1.300000 0003 0035 110", "1.300000 0000 0000 0"])
    let plot = try svg(file)
    #expect(plot.contains(">1 touch cancelled (recording ended)<") && plot.contains(">recording ended<"))
    // What goes on behind the part that is shown is not cancelled there.
    #expect(try !svg(file, "--to", "200ms").contains("cancelled"))
  }

  @Test func `A rate shows where time goes backwards, and counts no interval there`() throws {
    // 1.0, 1.1, 1.2, back to 0.5, 0.6 and the lift at 1.5: intervals of 100 ms three times, and one of 900 ms.
    var events = Self.down
    for (time, x) in [("1.100000", 110), ("1.200000", 120), ("0.500000", 130), ("0.600000", 140)] {
      events += ["\(time) 0003 0035 \(x)", "\(time) 0000 0000 0"]
    }
    let plot = try svg(try recording(events + Self.up), "--kind", "rate")
    #expect(plot.contains(">1 step back in time<"))
    let text = plot.replacing(/<[^>]*>\n?/, with: " ")
    #expect(text.contains("4 intervals, median 100 ms") && text.contains("longest 900 ms"), "\(text)")
  }

  @Test func `A device that nothing touched has its marks too`() throws {
    let second = try recording(["1.000000 0003 0035 2000", "1.000000 0000 0000 0"])
    let joined = folder.path("two.mcap")
    try Touchreel.succeed("join", Fixture.path("overrun.mcap"), second, "-o", joined)
    let plot = try svg(joined)
    #expect(plot.contains(">device 1: One finger<") && plot.contains(">1 value out of range<"), "\(plot)")
  }
}
