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
