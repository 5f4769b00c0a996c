import Foundation
import TestSupport
import Testing

/// What is said of a drawing that is converted.
@Suite(.slow)
struct ConvertedDrawingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func warnings(_ text: String, _ name: String, to output: String) throws -> [String] {
    let outcome = try Programs.run(Touchreel.path, ["convert", folder.write(text, to: name), folder.path(output)])
    #expect(outcome.status == 0, "\(outcome)")
    return outcome.errors.split(separator: "\n").map {
      String($0).replacingOccurrences(of: folder.url.path + "/", with: "")
    }
  }

  private static let page = """
    <xournal><page width="30" height="20"><background type="solid" color="#ffffffff" style="plain"/><layer>\
    <stroke tool="pen" color="#0000ffff" width="2" future="1">1 2 30 40</stroke>\
    <stroke tool="pen" color="#0000ffff" width="2" future="2">1 2 30 50</stroke><other/></layer></page></xournal>
    """

  @Test(arguments: ["b.xopp", "b.touchreel.json"])
  func `Each kind that is lost is one warning that names the input`(_ output: String) throws {
    let said = try warnings(Self.page, "a.xopp", to: output)
    #expect(said.contains("touchreel: warning: a.xopp: 2 × <stroke future> is lost"), "\(said)")
    #expect(
      said.filter { $0.contains("<other>") }.count == 1 && said.allSatisfy { $0.contains(" a.xopp: ") }, "\(said)")
  }

  private static let scene = #"{"type":"excalidraw","version":2,"elements":[{"type":"image","id":"a","x":1,"y":2}]}"#

  @Test func `An image that is lost is not kept`() throws {
    let said = try warnings(Self.scene, "a.excalidraw", to: "b.touchreel.json").filter { $0.contains("image") }
    #expect(said.count == 1 && said[0].contains("lost") && !said[0].contains("kept"), "\(said)")
  }

  @Test func `An image that is kept is not lost`() throws {
    let said = try warnings(Self.scene, "a.excalidraw", to: "b.excalidraw")
    #expect(said.allSatisfy { !$0.contains("lost") }, "\(said)")
    let written = try String(contentsOfFile: folder.path("b.excalidraw"), encoding: .utf8)
    #expect(written.contains(#"{"type":"image","id":"a","x":1,"y":2}"#))
  }

  @Test func `What times bring along is compared as well`() throws {
    let line = #"{"word":"dot","future":[1],"drawing":[[[10,100],[10,100],[0,100]]]}"#
    let said = try warnings(line, "a.ndjson", to: "b.ndjson")
    let written = try String(contentsOfFile: folder.path("b.ndjson"), encoding: .utf8)
    #expect(written.contains("future") || said.contains("touchreel: warning: a.ndjson: 1 × future is lost"), "\(said)")
  }

  @Test func `Two drawings that are both written are not called one`() throws {
    let line = #"{"word":"dot","drawing":[[[10,100],[10,100],[0,100]]]}"#
    #expect(try warnings(line + "\n" + line + "\n", "a.ndjson", to: "b.ndjson") == [])
    let said = try warnings(line + "\n" + line + "\n", "a.ndjson", to: "b.xopp")
    #expect(said.contains("touchreel: warning: a.ndjson: it holds 2 drawings, of which this is the first"))
    #expect(said.contains("touchreel: warning: a.ndjson: 1 × word is not kept"), "\(said)")
  }

  @Test(arguments: ["b.xopp", "b.inkml", "b.ndjson", "b.svg.touchreel.json", "b.drawsana.json"])
  func `Every warning names the file that was read`(_ output: String) throws {
    let scene = ##"""
      {"type":"excalidraw","elements":[{"type":"arrow","x":0,"y":0,"points":[[0,0],[90,90]],"link":"https://a.b"},
      {"type":"rectangle","x":1,"y":2,"width":9,"height":9,"backgroundColor":"#ff0000","groupIds":["g"]},
      {"type":"text","x":3,"y":4,"width":90,"height":50,"text":"one\nlonger","textAlign":"center"}]}
      """##
    let said = try warnings(scene, "a.excalidraw", to: output)
    #expect(said.contains("touchreel: warning: a.excalidraw: 1 × elements.link is not kept"), "\(said)")
    #expect(said.contains("touchreel: warning: a.excalidraw: 1 × elements.groupIds is not kept"), "\(said)")
    #expect(said.allSatisfy { $0.hasPrefix("touchreel: warning: a.excalidraw: ") }, "\(said)")
    #expect(said.contains { $0.contains("alignment") } == (output == "b.xopp"), "\(said)")
  }

  /// Images of Xournal++ that are not written as they were, and in how many lines that is said.
  @Test(arguments: [
    (#"<image left="20" top="2" right="5" bottom="9">DATA</image>"#, "2 × a mirrored image is drawn as it is"),
    (#"<teximage text="x" left="2" top="2" right="5" bottom="9">DATA</teximage>"#, "2 × <teximage text> is not read"),
    (#"<teximage text="x" left="2" top="2" right="5" bottom="9">JVBERi0x</teximage>"#, "2 × <teximage>"),
  ])
  func `An image that changes is named once, by count`(element: String, line: String) throws {
    let image = folder.path("p.png")
    try Touchreel.succeed(["render", Fixture.path("ten-fingers.mcap"), "-o", image, "--size", "30x20"])
    let data = try Data(contentsOf: URL(fileURLWithPath: image)).base64EncodedString()
    let images = String(repeating: element.replacing("DATA", with: data), count: 2)
    let page = Self.page.replacing("<other/>", with: images).replacing(#/ future="."/#, with: "")
    for output in ["b.xopp", "b.touchreel.json"] {
      let said = try warnings(page, "a.xopp", to: output)
      #expect(said.count == 1 && said[0].contains(" a.xopp: \(line)"), "\(output): \(said)")
    }
  }

  @Test func `A background image is named where it is lost, and only there`() throws {
    let background = #"<background type="pixmap" domain="attach" filename="bg.png"/>"#
    let page = Self.page.replacing(/<background [^>]*>/, with: background).replacing("<other/>", with: "")
      .replacing(#/ future="."/#, with: "")
    let lost = "touchreel: warning: a.xopp: 1 × the background image is left out"
    #expect(try warnings(page, "a.xopp", to: "b.xopp") == [lost])
    #expect(try warnings(page, "a.xopp", to: "b.inkml") == [lost])
    #expect(try warnings(page, "a.xopp", to: "b.touchreel.json") == [])
  }

  @Test func `Of a clean page nothing is said`() throws {
    let clean = Self.page.replacing(#" future="1""#, with: "").replacing(#" future="2""#, with: "")
      .replacing("<other/>", with: "")
    #expect(try warnings(clean, "a.xopp", to: "b.xopp") == [])
  }

  @Test func `An image from elsewhere is named by its content beside the drawing`() throws {
    let image = folder.path("p.png")
    try Touchreel.succeed(["render", Fixture.path("ten-fingers.mcap"), "-o", image, "--size", "30x20"])
    let drawing = folder.path("page.touchreel.json")
    try Touchreel.succeed(["convert", Fixture.path("ten-fingers.mcap"), drawing, "--background", image])
    let text = try String(contentsOfFile: drawing, encoding: .utf8)
    #expect(!text.contains("p.png"))
    let other = try Programs.run(Touchreel.path, ["render", drawing, "-o", folder.path("q.png")])
    #expect(other.status == 0 && other.errors == "", "\(other)")
  }
}
