import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Titles, captions and names in plots, and the lines that a legend explains.
@Suite(.slow)
struct PlotTextTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A plot 200 points wide: a PNG of 400 pixels.
  private func plot(_ options: String...) throws -> DecodedPicture {
    let path = folder.path("a.png")
    let recording = Fixture.path("overrun.mcap")
    try Touchreel.succeed(["plot", recording, "-o", path, "--size", "200x300", "--kind", "speed", "--force"] + options)
    return try DecodedPicture(path)
  }

  private static let latin = "A title of this many words is far longer than a figure of two hundred points is wide, end"
  private static let hebrew = "כותרת ארוכה מאוד של ציור שאינה נכנסת בשורה אחת ולכן היא נשברת לשתי שורות או יותר, סוף"

  /// The rows from the top that hold the title, and the columns of their ink.
  private func ink(of picture: DecodedPicture, rows: Range<Int>) -> ClosedRange<Int>? {
    let columns = (0..<picture.size[0]).filter { x in rows.contains { picture.buffer[x, $0] != 0xffff_ffff } }
    return columns.isEmpty ? nil : columns[0]...columns[columns.count - 1]
  }

  @Test(arguments: [(latin, false), (hebrew, true), ("קצר", true), ("Short", false)])
  func `A title is whole within the margins, and begins at its own side`(title: String, isRightToLeft: Bool) throws {
    let picture = try plot("--title", title)
    // Lines of 10 points are some 12 high: of those within the margin of 6 points the first is in rows 12 to 40.
    let first = try #require(ink(of: picture, rows: 12..<38))
    // The margin is 12 of 400 pixels; a letter begins within three more.
    #expect(first.lowerBound >= 11 && first.upperBound <= 389, "\(first)")
    #expect(isRightToLeft ? first.upperBound >= 383 : first.lowerBound <= 16, "\(first)")
    let lines = try svgLines("--title", title)
    #expect(lines.joined(separator: " ").contains(title.suffix(3)) && lines.first.map(title.hasPrefix) == true)
    #expect(title.count < 20 || lines.count > 2, "\(lines)")
  }

  /// The lines of the text that is first in an SVG.
  private func svgLines(_ options: String...) throws -> [String] {
    let recording = Fixture.path("overrun.mcap")
    let text = try Touchreel.succeed(
      ["plot", recording, "-o", "-", "--size", "200x300", "--kind", "speed"] + options
    ).text
    let element = try #require(text.firstMatch(of: /(?s)<text.*?<\/text>/)).0
    let spans = element.matches(of: />([^<>\n]+)</).map { String($0.1).trimmingCharacters(in: .whitespaces) }
    return spans.filter { !$0.isEmpty }
  }

  @Test func `The lines of a title move the panels down, and those of a caption need height`() throws {
    func height(_ options: String...) throws -> Double {
      let recording = Fixture.path("overrun.mcap")
      let text = try Touchreel.succeed(["plot", recording, "-o", "-", "--kind", "speed"] + options).text
      return try Double(#require(text.firstMatch(of: /height="([0-9.]+)mm"/)).1) ?? 0
    }
    let (none, short, long) = try (height(), height("--title", "Short"), height("--title", Self.latin + Self.latin))
    // The usual 480 points: 178 letters of 10 points take three lines of some 12 points, which is 4.1 mm.
    #expect(short - none > 4 && long - short > 4, "\(none), \(short), \(long)")
    let caption = try height("--caption", String(repeating: Self.hebrew, count: 3)) - height("--caption", "x")
    #expect(caption > 6, "\(caption)")
  }

  @Test(arguments: [latin, hebrew])
  func `A caption is whole within the margins`(caption: String) throws {
    let picture = try plot("--caption", caption + " " + caption)
    let rows = 300 * 2 - 12 - 100..<300 * 2
    let bounds = try #require(ink(of: picture, rows: rows))
    #expect(bounds.lowerBound >= 11 && bounds.upperBound <= 389, "\(bounds)")
  }

  @Test func `Paths beyond the sixth series are dashed as the legend says`() throws {
    let text = try Touchreel.succeed(
      "plot", Fixture.path("ten-fingers.mcap"), "-o", "-", "--kind", "path"
    ).text
    // Ten slots: four samples in the legend, and at least as many paths.
    let dashed = text.matches(of: /<(?:path|polyline|line|g)[^>]*stroke-dasharray/).count
    #expect(dashed >= 8, "\(dashed)")
    let speeds = try Touchreel.succeed(
      "plot", Fixture.path("ten-fingers.mcap"), "-o", "-", "--kind", "path", "--color-by", "speed"
    ).text
    #expect(!speeds.contains("stroke-dasharray"))
  }
}
