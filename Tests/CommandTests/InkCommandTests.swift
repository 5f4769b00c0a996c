import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Ink of other programs as a user converts and renders it.
@Suite(.slow)
struct InkCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two strokes of an example in the recommendation (W3C, Ink Markup Language, 3.2.1).
  private static let hello = """
    <ink xmlns="http://www.w3.org/2003/InkML"><trace>227 50, 226 64, 225 78, 227 92, 228 106, 228 120, 229 134, 230 148,
    234 162, 235 176, 238 190, 241 204</trace><trace>282 45, 281 59, 284 73, 285 87, 287 101, 288 115, 290 129</trace></ink>
    """

  @Test func `Ink without times is a drawing, and every kind of drawing can be made of it`() throws {
    let ink = try folder.write(Self.hello, to: "hello.inkml")
    #expect(try Touchreel.succeed(["info", ink]).text.contains("inkml drawing"))
    try Touchreel.succeed(["render", ink, "-o", folder.path("hello.png")])
    let expected = try DecodedPicture(folder.path("hello.png"))
    #expect(expected.inkCount > 1000)
    for suffix in ["touchreel.json", "drawsana.json", "inkml", "xopp"] {
      let other = folder.path("other.\(suffix)")
      try Touchreel.succeed(["convert", ink, other])
      try Touchreel.succeed(["render", other, "-o", folder.path("\(suffix).png")])
      let picture = try DecodedPicture(folder.path("\(suffix).png"))
      // Coordinates have six decimals, and curves are lines in Xournal++'s.
      #expect(picture.size == expected.size, "\(suffix)")
      let deviation = abs(picture.inkCount - expected.inkCount)
      #expect(deviation * 100 <= expected.inkCount, "\(suffix): \(picture.inkCount) and \(expected.inkCount) pixels")
    }
  }

  @Test func `Ink with times is a recording`() throws {
    let trace = "<trace>0 0 0, 300 200 100, 600 0 250</trace><trace>700 0 900, 700 300 1000</trace>"
    let format = ["X", "Y", "T"].map { "<channel name=\"\($0)\"/>" }.joined()
    let ink = try folder.write("<ink><traceFormat>\(format)</traceFormat>\(trace)</ink>", to: "timed.inkml")
    let touches = try Touchreel.succeed(["dump", "--touches", ink]).text.split(separator: "\n")
    #expect(
      touches.count == 7 && touches[0].contains("touch 0 began") && touches[6].hasPrefix("1.000000 0 touch 1 ended"))
    try Touchreel.succeed(["convert", ink, folder.path("timed.mcap")])
    #expect(
      try Touchreel.succeed(["dump", "--touches", folder.path("timed.mcap")]).text.split(separator: "\n") == touches)
    try Touchreel.succeed(["convert", ink, folder.path("timed.ndjson")])
    #expect(try Touchreel.succeed(["info", folder.path("timed.ndjson")]).text.contains("2 touches"))
  }

  /// Ink as data sets of formulas write it, with labels of all of it and of its parts.
  private static func labelled(_ channel: String) -> String {
    """
    <ink xmlns="http://www.w3.org/2003/InkML"><traceFormat><channel name="X"/><channel name="Y"/><channel name="\(channel)"/>
    </traceFormat><annotation type="truth">ab</annotation><annotationXML><math/></annotationXML><trace id="0">0 0 1,
    50 50 50, 100 0 90</trace><trace id="1">5 5 1, 7</trace><traceGroup><annotation type="truth">a</annotation><traceView
    traceDataRef="0"/></traceGroup><trace>1 2 3, 4 5 6</trace></ink>
    """
  }

  @Test(arguments: ["F", "T"])
  func `InkML keeps its annotations as InkML, and anything else names them`(channel: String) throws {
    let ink = try folder.write(Self.labelled(channel), to: "ink.inkml")
    let copy = try Touchreel.succeed(["convert", ink, folder.path("copy.inkml")])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: ink))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("copy.inkml"))))
    #expect(copy.errors.contains("1 of 3 values") && !copy.errors.contains("annotation"), "\(copy.errors)")
    for suffix in ["touchreel.json", "xopp", "ndjson", channel == "T" ? "mcap" : "excalidraw"] {
      let errors = try Touchreel.succeed(["convert", ink, folder.path("other.\(suffix)")]).errors
      for part in ["2 × <annotation> is not kept", "1 × <annotationXML>", "1 × <traceGroup>", "1 × <traceView>"] {
        #expect(errors.components(separatedBy: part).count == 2, "\(suffix): \(part) in \(errors)")
      }
    }
  }

  @Test(arguments: [
    ("ink.inkml", "<ink>\n<trace>1</trace></ink>", "line 2"),
    ("line.ndjson", #"{"drawing":[[[1],[2,3]]]}"#, "line 1: it is no drawing of Quick, Draw!"),
    ("page.xopp", "<xournal>\n<page/></xournal>", "line 2: a page has no width"),
    ("scene.excalidraw", #"{"type":"excalidraw","elements":7}"#, "elements is not an array"),
  ])
  func `What is wrong is said in one line`(name: String, text: String, part: String) throws {
    let file = try folder.write(text, to: name)
    for command in [["info", file], ["render", file, "-o", folder.path("x.png")]] {
      let outcome = try Programs.run(Touchreel.path, command)
      let lines = outcome.errors.split(separator: "\n")
      #expect(outcome.status == 1 && lines.count == 1 && lines[0].contains(part), "\(command): \(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.png")))
  }

  /// 595.2 points are a whole number of Xournal++'s pixels, of which 300 are an inch.
  @Test(
    .enabled(if: Programs.installed("xournalpp") != nil, "xournalpp is missing"),
    arguments: [
      #"style="ruled""#, #"style="lined""#, #"style="graph""#, #"style="dotted""#, #"style="isodotted""#,
      #"style="isograph""#, #"style="staves""#, #"style="graph" config="m1=40,rm=1,r1=20""#,
      #"style="dotted" config="r1=30,lw=3,f1=ff0000""#,
    ])
  func `Paper of Xournal++ is ruled as there`(attributes: String) throws {
    let page = folder.path("paper.xopp")
    let text = """
      <xournal creator="xournalpp 1.1.3" fileversion="4"><page width="595.2" height="432"><background type="solid"
       color="#ffffffff" \(attributes)/><layer></layer></page></xournal>
      """
    try text.write(toFile: page, atomically: true, encoding: .utf8)
    try Programs.succeed("xournalpp", ["--create-img=\(folder.path("theirs.png"))", page])
    try Touchreel.succeed(["render", page, "-o", folder.path("ours.png"), "--size", "2480x1800"])
    let (ours, theirs) = (try DecodedPicture(folder.path("ours.png")), try DecodedPicture(folder.path("theirs.png")))
    #expect(theirs.size == [2480, 1800] && theirs.inkCount > 1000)
    var (sum, far) = (0, 0)
    for (one, two) in zip(ours.buffer.pixels, theirs.buffer.pixels) where one != two {
      let difference = greatestDifference(one, two)
      sum += difference
      far += difference > 64 ? 1 : 0
    }
    let count = ours.buffer.pixels.count
    #expect(Double(sum) / Double(count) < 1.5 && Double(far) / Double(count) < 0.001, "\(sum), \(far) of \(count)")
  }

  @Test(
    arguments: [
      ("attach", "bg_1.png", "page.xopp.bg_1.png"), ("absolute", "photo.png", "photo.png"),
      ("absolute", "/nowhere/photo.png", "photo.png"), ("absolute", "/nowhere/bg_2.png", nil),
      ("absolute", "../photo.png", nil), ("attach", "bg_2.png", nil),
    ] as [(String, String, String?)])
  func `The image of a page's background is found beside it, or named`(domain: String, name: String, file: String?)
    throws
  {
    let size = PixelSize(width: 5, height: 4)
    for image in ["page.xopp.bg_1.png", "photo.png"] {
      try Data(PixelBuffer(size: size, filledWith: 0xFF20_60C0).png()).write(to: folder.url(image))
    }
    let text = """
      <xournal><page width="50" height="40"><background type="pixmap" domain="\(domain)" filename="\(name)"/><layer>
      </layer></page></xournal>
      """
    let page = folder.path("page.xopp")
    try text.write(toFile: page, atomically: true, encoding: .utf8)
    let outcome = try Touchreel.succeed("render", page, "-o", folder.path("page.png"))
    let pixel = try DecodedPicture(folder.path("page.png")).buffer[20, 20]
    #expect(pixel == (file == nil ? 0xFFFF_FFFF : 0xFF20_60C0))
    #expect(file == nil ? outcome.errors.contains(name) : outcome.errors.isEmpty, "\(outcome.errors)")
    // What it was is said where it is lost.
    let again = try Touchreel.succeed("convert", page, folder.path("again.xopp"))
    #expect(again.errors.contains("the background image is left out"), "\(again.errors)")
  }

  @Test(.enabled(if: Programs.installed("xournalpp") != nil, "xournalpp is missing"))
  func `Images of Xournal++'s pages are where they are there, also in what is written`() throws {
    // Cairo lets the edges of an enlarged image fade; this has as many pixels as the picture of it.
    let size = PixelSize(width: 802, height: 601)
    let gradient = LinearGradient(from: .black, to: PixelColor(red: 255, green: 0, blue: 200), angle: 300)
    let pixels = Picture(
      background: PreparedBackground(.gradient(gradient), size: size), committed: TiledImage(size: size)
    ).composed()
    let image = { (sides: String) in "<image \(sides)>\(Data(pixels.png()).base64EncodedString())</image>" }
    let text = """
      <xournal creator="xournalpp 1.1.3" fileversion="4"><page width="595.2" height="432"><background type="solid"
       color="#ffffffff" style="graph"/><layer>
      <stroke tool="pen" color="#00ff00ff" width="8">20 20 400 420</stroke>
      \(image(#"left="50" top="40" right="250.5" bottom="190.25""#))
      <stroke tool="pen" color="#00ff00ff" width="8">20 120 400 130</stroke>
      \(image(#"left="300" top="200" right="330" bottom="400""#))</layer></page></xournal>
      """
    try text.write(toFile: folder.path("page.xopp"), atomically: true, encoding: .utf8)
    #expect(try Touchreel.succeed("convert", folder.path("page.xopp"), folder.path("again.xopp")).errors.isEmpty)
    try Touchreel.succeed(["render", folder.path("page.xopp"), "-o", folder.path("ours.png"), "--size", "2480x1800"])
    let ours = try DecodedPicture(folder.path("ours.png")).buffer
    for page in ["page", "again"] {
      try Programs.succeed(
        "xournalpp", ["--create-img=\(folder.path("theirs.png"))", folder.path("\(page).xopp")])
      let theirs = try DecodedPicture(folder.path("theirs.png")).buffer
      var far = 0
      for (one, two) in zip(ours.pixels, theirs.pixels) where one != two {
        far += greatestDifference(one, two) > 24 ? 1 : 0
      }
      #expect(far < ours.pixels.count / 2000, "\(page): \(far)")
    }
  }

  @Test(
    .enabled(if: Programs.installed("xournalpp") != nil, "xournalpp is missing"),
    arguments: ["ten-fingers", "pen-and-touch"])
  func `Xournal++ opens a page, and draws what we draw`(name: String) throws {
    let page = folder.path("page.xopp")
    try Touchreel.succeed(["convert", Fixture.path("\(name).mcap"), page])
    try Programs.succeed(
      "xournalpp", ["--create-img=\(folder.path("theirs.png"))", page])
    let theirs = try DecodedPicture(folder.path("theirs.png"))
    let size = "\(theirs.buffer.size.width)x\(theirs.buffer.size.height)"
    try Touchreel.succeed(["render", page, "-o", folder.path("ours.png"), "--size", size])
    let ours = try DecodedPicture(folder.path("ours.png")).buffer
    var (both, either) = (0, 0)
    for (one, two) in zip(ours.pixels, theirs.buffer.pixels) {
      let (isOurs, isTheirs) = (one & 255 < 128, two & 255 < 128)
      both += isOurs && isTheirs ? 1 : 0
      either += isOurs || isTheirs ? 1 : 0
    }
    #expect(either > 1000 && Double(both) / Double(either) > 0.8, "\(both) of \(either) pixels are the same")
  }
}
