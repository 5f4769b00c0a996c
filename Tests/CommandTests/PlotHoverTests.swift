import Foundation
import TestSupport
import Testing

/// What hovers, in plots of axes.
@Suite(.slow)
struct PlotHoverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A pen that comes near, from a distance of 40 to 10, and goes away without touching.
  private func hoveringPen() throws -> String {
    var events = ["1.000000 0001 0140 1"]
    for (index, distance) in [40, 30, 20, 10].enumerated() {
      let time = "1.\(index)00000"
      events += ["\(time) 0003 0000 \(100 + index)", "\(time) 0003 0001 50", "\(time) 0003 0019 \(distance)"]
      events.append("\(time) 0000 0000 0")
    }
    events += ["1.400000 0001 0140 0", "1.400000 0000 0000 0"]
    return try folder.write(
      """
      # EVEMU 1.3
      N: Pen
      I: 0003 0001 0001 0001
      P: 01 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 01 04 00 00 00 00 00 00
      B: 03 03 00 00 02 00 00 00 00
      A: 00 0 1000 0 0 10
      A: 01 0 1000 0 0 10
      A: 19 0 63 0 0 0

      """ + events.map { "E: \($0)\n" }.joined(), to: "hover.evemu")
  }

  @Test func `A pen that only hovers is plotted with --hover, which is said without it`() throws {
    let pen = try hoveringPen()
    for options in [["--kind", "axes"], [], ["--kind", "path"]] {
      let outcome = try Programs.run(Touchreel.path, ["plot", pen, "-o", "-"] + options)
      #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
      #expect(outcome.errors.contains("has no touches to plot, only what hovers; --kind axes --hover plots it"))
    }
    let svg = try Touchreel.succeed("plot", pen, "-o", "-", "--kind", "axes", "--hover").text
    #expect(svg.contains(">distance (device units)<") && svg.contains(">x (mm)<"))
    let none = try Touchreel.run("plot", pen, "-o", "-", "--kind", "axes", "--hover", "--touch", "0")
    #expect(none.status == 1 && none.errors.contains("has no touches to plot"), "\(none)")
  }

  @Test func `Hover has lines of its own beside touches`() throws {
    let pen = Fixture.path("pen-tilt-eraser.mcap")
    let with = try Touchreel.succeed("plot", pen, "-o", "-", "--kind", "axes", "--hover").text
    for name in [">pen<", ">pen, hovering<", ">eraser<", ">eraser, hovering<"] {
      #expect(with.contains(name), "\(name)")
    }
    let without = try Touchreel.succeed("plot", pen, "-o", "-", "--kind", "axes").text
    #expect(!without.contains("hovering"))
    // A chosen touch is plotted alone.
    let one = try Touchreel.succeed("plot", pen, "-o", "-", "--kind", "axes", "--hover", "--touch", "1").text
    #expect(!one.contains("hovering"))
  }

  @Test func `A device that does not hover has the same plot with --hover`() throws {
    let fingers = Fixture.path("ten-fingers.mcap")
    let plain = try Touchreel.succeed("plot", fingers, "-o", "-", "--kind", "axes").text
    #expect(try Touchreel.succeed("plot", fingers, "-o", "-", "--kind", "axes", "--hover").text == plain)
  }
}
