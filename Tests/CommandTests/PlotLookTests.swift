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

  @Test func `A row's samples are one shape, whatever their number`() throws {
    let text = try svg(Fixture.path("ten-fingers.mcap"))
    // Ten rows and twenty bars, of which each has its inside and its outline.
    #expect(text.matches(of: #/<rect /#).count <= 41)
    #expect(text.utf8.count < 120_000, "\(text.utf8.count)")
  }

  @Test func `A page shows the figure in its own size, and scrolls what is wider than the window`() throws {
    let page = try Touchreel.succeed(
      "plot", Fixture.path("overrun.mcap"), Fixture.path("ten-fingers.mcap"), "-o", "-", "--format", "html"
    ).text
    #expect(page.contains("main { overflow-x: auto }") && !page.contains("max-width"))
    #expect(page.contains("width=device-width, initial-scale=1") && page.hasSuffix("</main></body></html>\n"))
  }
}
