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

  /// What cannot be read of a page, which is said once, with the reason.
  @Test(arguments: [
    (#"<stroke tool="pen" color="black" width="2">1 1 x 20</stroke>"#, "that are not numbers: skipped (2 times)"),
    (#"<text font="Sans" size="10" color="black">b</text>"#, "a <text> has no position or no size: skipped (2 times)"),
    (#"<image left="1" top="1" right="9" bottom="9"></image>"#, "an <image> has no content: skipped (2 times)"),
    (
      ##"<stroke tool="pen" color="#00ff00ff" width="2" style="zigzag">1 2 3 4</stroke>"##,
      #"2 × <stroke style="zigzag"> is not read"#
    ),
    (#"<text font="Sans" size="900" x="1" y="1" color="black">b</text>"#, "2 × a text is smaller or larger"),
  ])
  func `What is lost with a reason is said once`(element: String, reason: String) throws {
    let page = Self.page.replacing("<other/>", with: element + element).replacing(#/ future="."/#, with: "")
    let said = try warnings(page, "a.xopp", to: "b.touchreel.json")
    #expect(said.count == 1 && said[0].contains(reason), "\(said)")
  }

  @Test func `A background's image that is not beside the new drawing is named`() throws {
    let background = ##"{"type":"image","image":"paper.png","mode":"fill","color":"#ffffffff"}"##
    let text = #"{"version":1,"size":[9,9],"background":\#(background),"operations":[]}"#
    let said = try warnings(text, "a.touchreel.json", to: "b.touchreel.json")
    #expect(said.count { $0.contains("put it beside it as paper.png") } == 1, "\(said)")
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

  @Test func `What is lost of a timed drawing is said once, also where it is drawn anew`() throws {
    let line = #"{"word":"dot","future":[1],"drawing":[[[10,100],[10,100],[0,100]]]}"#
    let file = try folder.write(line, to: "a.ndjson")
    for output in ["b.ndjson", "b.inkml"] {
      let outcome = try Programs.run(
        Touchreel.path, ["convert", file, folder.path(output), "--background", "white"])
      #expect(outcome.status == 0, "\(outcome)")
      for member in ["word", "future"] {
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains("1 × \(member) is ") }
        #expect(lines.count == 1, "\(output): \(outcome)")
      }
    }
  }

  @Test func `Two drawings that are both written are not called one`() throws {
    let line = #"{"word":"dot","drawing":[[[10,100],[10,100],[0,100]]]}"#
    #expect(try warnings(line + "\n" + line + "\n", "a.ndjson", to: "b.ndjson") == [])
    let said = try warnings(line + "\n" + line + "\n", "a.ndjson", to: "b.xopp")
    #expect(
      said.contains {
        $0.contains(" a.ndjson: it holds 2 drawings, of which this is the first; the others have 1 stroke")
      })
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
    #expect(said.contains { $0.contains("alignment") } == ["b.xopp", "b.drawsana.json"].contains(output), "\(said)")
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
    let missing = "the background's image is not in the drawing; put it beside it as a.xopp.bg.png"
    #expect(try warnings(page, "a.xopp", to: "b.touchreel.json") == ["touchreel: warning: a.xopp: \(missing)"])
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

  /// The losses of a conversion in JSON, where nothing may be a warning that is one.
  private func losses(_ input: String, to output: String) throws -> [String] {
    struct Report: Decodable { var warnings, losses: [String] }
    let outcome = try Touchreel.succeed("convert", "--json", "--force", input, folder.path(output))
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(report.warnings.allSatisfy { !$0.contains("not kept") }, "\(report)")
    return report.losses
  }

  private static let tilted = """
    <ink><annotation>mine</annotation><inkSource manufacturer="Acme" model="P1"><traceFormat>\
    <channel name="X"/><channel name="Y"/><channel name="OTx" units="deg"/><channel name="OTy" units="deg"/>\
    <channel name="T" units="ms"/></traceFormat></inkSource><trace>10 10 5 6 0, 20 20 6 7 10</trace></ink>
    """

  @Test(arguments: ["b.xopp", "b.touchreel.json"])
  func `Times, tilt and device of ink that no drawing holds are losses`(_ output: String) throws {
    let lost = try losses(folder.write(Self.tilted, to: "a.inkml"), to: output)
    for line in [
      "1 × <annotation> is not kept", "2 × the time of a point is left out", "2 × the tilt of a point is left out",
      "1 × the name of the device is left out",
    ] { #expect(lost.contains(line), "\(lost)") }
    let untimed = Self.tilted.replacing("6 7 10<", with: "6 7<").replacing(#"<channel name="T" units="ms"/>"#, with: "")
      .replacing("5 6 0", with: "5 6")
    let ofDrawing = try losses(folder.write(untimed, to: "u.inkml"), to: output)
    #expect(ofDrawing.contains("2 × the tilt of a point is left out"), "\(ofDrawing)")
    #expect(ofDrawing.contains("1 × the name of the device is left out"), "\(ofDrawing)")
  }

  @Test func `What Quick, Draw! says besides is a loss of a drawing`() throws {
    let line = #"{"word":"dot","mine":1,"drawing":[[[10,100],[10,100],[0,100]]]}"#
    let lost = try losses(folder.write(line, to: "a.ndjson"), to: "b.touchreel.json")
    for line in ["1 × word is not kept", "1 × mine is not kept", "2 × the time of a point is left out"] {
      #expect(lost.contains(line), "\(lost)")
    }
  }

  @Test func `A limit holds for InkML that becomes InkML`() throws {
    let traces = (0..<12).map { "<trace>\($0) 1 0, 5 6 10</trace>" }.joined()
    let format = #"<traceFormat><channel name="X"/><channel name="Y"/><channel name="T" units="ms"/></traceFormat>"#
    let file = try folder.write("<ink>\(format)\(traces)</ink>", to: "a.inkml")
    let outcome = try Touchreel.run("convert", file, folder.path("b.inkml"), "--limits", "strokes=10")
    #expect(outcome.status == 1 && outcome.errors.contains("--limits strokes=N"), "\(outcome)")
    #expect(try Touchreel.run("convert", file, folder.path("c.inkml"), "--limits", "strokes=12").status == 0)
  }

  @Test func `A background that is named by a path elsewhere is found beside the page`() throws {
    try Touchreel.succeed(["render", Fixture.path("ten-fingers.mcap"), "-o", folder.path("bg.png"), "--size", "30x20"])
    let background = #"<background type="pixmap" domain="absolute" filename="/home/someone/bg.png"/>"#
    let page = Self.page.replacing(/<background [^>]*>/, with: background).replacing("<other/>", with: "")
    let outcome = try Touchreel.run("render", folder.write(page, to: "a.xopp"), "-o", folder.path("out.png"))
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
  }
}
