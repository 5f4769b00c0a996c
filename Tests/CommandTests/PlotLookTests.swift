import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// How plots are read: numbers, sizes of files, pages on a phone.
@Suite(.slow)
struct PlotLookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func svg(_ arguments: String...) throws -> String {
    try Touchreel.succeed(["plot", "-o", "-"] + arguments).text
  }

  @Test func `Every touch has its number where it began, also where another one did`() throws {
    let text = try svg(Fixture.path("ten-fingers.mcap"), "--kind", "path")
    for number in 0..<20 { #expect(text.contains(">\(number)</tspan>"), "\(number)") }
  }

  @Test func `A row's samples are one shape, whatever their number`() throws {
    let text = try svg(Fixture.path("ten-fingers.mcap"))
    // Ten rows and twenty bars, of which each has its inside and its outline.
    #expect(text.matches(of: #/<rect /#).count <= 41)
    #expect(text.utf8.count < 120_000, "\(text.utf8.count)")
  }

  @Test func `Marks do not hide the number of their touch`() throws {
    let text = try svg(Fixture.path("pen-tilt-eraser.mcap"))
    // Triangles of late frames: where each is. The numbers are of 7 points, at the height of the triangles.
    let marks = text.matches(of: /fill="#d55e00" d="M([0-9.]+) ([0-9.]+)/).compactMap { Double($0.1) }
    let numbers = text.matches(of: /font-size="7"[^>]*><tspan x="([0-9.]+)" y="[0-9.]+">[0-9]</).compactMap {
      Double($0.1)
    }
    #expect(!marks.isEmpty && numbers.count == 3)
    for number in numbers {
      // A triangle begins 2.6 points left of its middle, a letter is 4.5 wide.
      #expect(marks.allSatisfy { $0 + 5.2 <= number || $0 >= number + 4 }, "\(number): \(marks)")
    }
  }

  @Test func `A page shows the figure in its own size, and scrolls what is wider than the window`() throws {
    let page = try Touchreel.succeed(
      "plot", Fixture.path("overrun.mcap"), Fixture.path("ten-fingers.mcap"), "-o", "-", "--format", "html"
    ).text
    #expect(page.contains("main { overflow-x: auto }") && !page.contains("max-width"))
    #expect(page.contains("width=device-width, initial-scale=1") && page.hasSuffix("</main></body></html>\n"))
  }

  @Test(arguments: ["--title", "--caption"])
  func `An empty text is refused, as for pictures`(option: String) throws {
    let outcome = try Touchreel.run("plot", Fixture.path("overrun.mcap"), "-o", "-", option, "")
    #expect(outcome.status == 64 && outcome.errors.contains("\(option) takes at least one letter"), "\(outcome)")
  }

  @Test func `One interval that is left out is one`() throws {
    // 150 intervals of 10 ms, and one of a second, which the histogram leaves out.
    var frames = Recorded.line.split(separator: "\n").prefix { !$0.hasPrefix("E:") }.map(String.init)
    var time = 0.0
    for step in 0...151 {
      time += step == 80 ? 1 : 0.01
      let stamp = String(format: "%.6f", time)
      if step == 0 { frames += ["E: \(stamp) 0003 0039 7", "E: \(stamp) 0003 0036 100"] }
      frames += ["E: \(stamp) 0003 0035 \(100 + step)", "E: \(stamp) 0000 0000 0"]
    }
    let file = try folder.write(frames.joined(separator: "\n") + "\n", to: "one.evemu")
    #expect(try svg(file, "--kind", "rate").contains("; a longer one is not shown<"))
  }

  @Test(arguments: [["--size", "400x300"], []])
  func `Letters beside a cropped dot are no larger than the picture`(size: [String]) throws {
    let dot = Recorded.line.split(separator: "\n").filter { !$0.hasPrefix("E:") || $0.hasPrefix("E: 0.000001 ") }
    let file = try folder.write(dot.joined(separator: "\n") + "\n", to: "dot.evemu")
    let out = folder.path("dot.png")
    let outcome = try Programs.run(
      Touchreel.path,
      ["render", file, "-o", out, "--crop", "--legend", "--scale-bar", "--resolution", "10", "--color-by", "time"]
        + ["--title", "A dot"] + size)
    #expect(outcome.status == 0, "\(outcome)")
    let picture = try DecodedPicture(out)
    let (width, height) = (picture.size[0], picture.size[1])
    #expect(width >= 160)
    // Only the dot is in the middle third: less than a fifth of the width.
    let middle = (height / 3)..<(height * 2 / 3)
    let columns = (0..<width).filter { x in middle.contains { picture.buffer[x, $0] != 0xffff_ffff } }
    #expect(!columns.isEmpty && columns.count < width / 5, "\(columns.count) of \(width)")
  }
}
