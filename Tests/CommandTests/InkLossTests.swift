import Foundation
import TestSupport
import Testing

/// What ink of other programs loses on its way into a drawing, as a user is told.
@Suite(.slow)
struct InkLossTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func inkML(_ channels: String, _ content: String) -> String {
    "<ink><definitions><context xml:id=\"c\"><inkSource xml:id=\"s\"><traceFormat><channel name=\"X\"/>"
      + "<channel name=\"Y\"/>\(channels)<channel name=\"T\" units=\"ms\"/></traceFormat></inkSource></context>"
      + "</definitions>\(content)</ink>"
  }

  private func said(_ text: String) throws -> String {
    let ink = try folder.write(text, to: "a.inkml")
    return try Touchreel.succeed(["convert", "--force", ink, folder.path("b.touchreel.json")]).errors
  }

  @Test(arguments: [
    (
      ##"<channel name="W" units="dev"/>"##, ##"<trace contextRef="#c">10 10 4 0, 50 60 6 10</trace>"##,
      "1 × a stroke of several widths is drawn with one"
    ),
    (
      "", ##"<trace contextRef="#c" type="indeterminate">10 10 0, 50 60 10</trace>"##,
      "1 × <trace type=\"indeterminate\"> is not kept"
    ),
    ("", ##"<trace contextRef="#c" duration="777">10 10 0, 50 60 10</trace>"##, "1 × <trace duration> is not kept"),
    (
      "", ##"<inkSource xml:id="x" model="B"/><inkSource model="A"/><trace contextRef="#c">1 1 0, 5 6 10</trace>"##,
      "1 × the name of another <inkSource> is not kept"
    ),
    (
      "", ##"<definitions><brush xml:id="b"/></definitions><trace contextRef="#c">1 1 0, 5 6 10</trace>"##,
      "1 × a <brush> of no trace"
    ),
    (
      "",
      ##"<canvasTransform><mapping type="mathml"/></canvasTransform><trace contextRef="#c">1 1 0, 5 6 9</trace>"##,
      "1 × a <canvasTransform> is not understood, and is not applied"
    ),
  ])
  func `What touches do not have of timed ink is said once`(channels: String, content: String, line: String) throws {
    let said = try said(Self.inkML(channels, content))
    #expect(said.components(separatedBy: line).count == 2, "\(said)")
  }

  @Test func `A brush that ignores the pressure draws one width`() throws {
    let brush = #"<brush xml:id="b"><brushProperty name="ignorePressure" value="true"/></brush>"#
    let traces = ##"<trace contextRef="#c" brushRef="#b">10 10 5 0, 50 60 80 10</trace>"##
    _ = try said(Self.inkML(#"<channel name="F" max="100"/>"#, brush + traces))
    let json = try String(contentsOfFile: folder.path("b.touchreel.json"), encoding: .utf8)
    let run = try #require(json.components(separatedBy: "\"runs\":[[").last?.split(separator: "]").first)
    let widths = run.split(separator: ",").enumerated().filter { $0.offset % 3 == 2 }.map(\.element)
    #expect(Set(widths) == ["4"], "\(json)")
  }

  @Test func `An image that is not beside the drawing is said`() throws {
    let page = try folder.write(
      #"<xournal><page width="9" height="9"><background type="pixmap" domain="attach" filename="bg.png"/><layer>"#
        + #"<stroke width="1">1 2 3 4</stroke></layer></page></xournal>"#, to: "a.xopp")
    let output = folder.path("b.touchreel.json")
    let lost = try Touchreel.succeed(["convert", page, output]).errors
    #expect(
      lost.contains("the background's image is not in the drawing; put it beside it as a.xopp.bg.png"), "\(lost)")
    _ = try folder.write("", to: "a.xopp.bg.png")
    #expect(!(try Touchreel.succeed(["convert", "--force", page, output]).errors.contains("beside it")))
  }

  @Test func `The strokes of other pages are counted past damage`() throws {
    let pages = (1...3).map { number in
      "<page width=\"9\" height=\"9\"><layer><stroke width=\"1\">\(number) 2 3 4\(number == 1 ? "" : "</stroke>")"
        + "<stroke width=\"1\">5 6 7 8</stroke></layer></page>"
    }
    let page = try folder.write("<xournal>\(pages.joined())</xournal>", to: "a.xopp")
    let said = try Touchreel.succeed(["salvage", "--json", "--page", "1", page, "-o", folder.path("b.touchreel.json")])
      .text
    #expect(said.contains("4 × <stroke> is lost") && said.contains("2 × <page> is lost"), "\(said)")
  }
}
