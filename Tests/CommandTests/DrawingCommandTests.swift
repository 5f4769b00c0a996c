import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Drawings as files.
@Suite(.slow)
struct DrawingCommandTests {
  let folder: TemporaryFolder
  let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  /// A drawing of 200×100 points with a line from (20, 50) to (180, 50), 4 wide.
  private func drawing(background: String = ##"{"type":"color","color":"#ffffffff"}"##, adding: String = "") -> String {
    let line =
      ##"{"id":1,"operation":"add","shape":{"type":"line","from":[20,50],"to":[180,50],"stroke":{"color":"#000000ff","width":4}}}"##
    return #"{"version":1,"size":[200,100],"background":\#(background),"operations":[\#(line)\#(adding)]}"#
  }

  private func render(_ file: String, _ options: String...) throws -> (outcome: Programs.Outcome, path: String) {
    let out = folder.path("\(UUID().uuidString).png")
    let words = (["render", file, "-o", out] + options).map { "'\($0)'" }.joined(separator: " ")
    return (try Touchreel.run(shell: #""$@" "# + words), out)
  }

  @Test func `A font that is not here is named`() throws {
    let text =
      ##"{"type":"text","text":"x","vertex":[30,40],"color":"#000000ff","font":{"family":"No Such Font","size":20},"width":{"fitting":600}}"##
    let file = try folder.write(
      drawing(adding: #",{"id":2,"operation":"add","shape":\#(text)}"#), to: "text.touchreel.json")
    let (outcome, _) = try render(file)
    #expect(outcome.status == 0 && outcome.errors.contains("the font No Such Font is not here; "), "\(outcome)")
  }

  @Test(arguments: ["touchreel", "drawsana"])
  func `A recording becomes a drawing, which looks like it`(kind: String)
    throws
  {
    let drawing = folder.path("line.\(kind).json")
    let outcome = try Touchreel.run("convert", line, drawing)
    #expect(outcome.status == 0, "\(outcome)")
    try Touchreel.run("render", line, "-o", folder.path("recording.png"))
    try Touchreel.run("render", drawing, "-o", folder.path("drawing.png"))
    let pictures = try ["recording.png", "drawing.png"].map { try DecodedPicture(folder.path($0)) }
    #expect(pictures[0].size == pictures[1].size && pictures[0].ink == pictures[1].ink)
    #expect(pictures[0].inkCount > 0 && pictures[0].inkCount == pictures[1].inkCount)
  }

  @Test func `One kind of drawing becomes the other, and another size shows the same`() throws {
    let (first, second) = (folder.path("a.touchreel.json"), folder.path("b.drawsana.json"))
    try Touchreel.run("convert", line, first)
    #expect(try Touchreel.run("convert", first, second).status == 0)
    try Touchreel.run("render", second, "-o", folder.path("small.png"), "--size", "960x480")
    #expect(try DecodedPicture(folder.path("small.png")).ink == [95, 95, 864, 96])
  }

  @Test func `--format writes a drawing under any name`() throws {
    for kind in ["touchreel", "drawsana"] {
      let outcome = try Touchreel.run("convert", line, folder.path(kind), "--format", kind)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try Touchreel.run("info", folder.path(kind)).text.contains(": \(kind) drawing, 1920x960 points"))
    }
    #expect(try Touchreel.run("convert", "--help").text.contains("drawsana"))
  }

  @Test(arguments: ["touchreel", "drawsana"])
  func `A picture of other proportions shows a drawing in the middle, as it does a recording`(kind: String) throws {
    let page = folder.path("page.\(kind).json")
    try Touchreel.run("convert", line, page)
    // 960 wide leaves 480 of the height: 240 above. 1200x480 leaves 240 of the width: 120 on the left.
    for (size, ink) in [("960x960", [95, 335, 864, 336]), ("1200x480", [215, 95, 984, 96])] {
      let (outcome, out) = try render(page, "--size", size)
      #expect(try outcome.status == 0 && DecodedPicture(out).ink == ink, "\(size): \(outcome)")
      #expect(try DecodedPicture(out).buffer == DecodedPicture(render(line, "--size", size).path).buffer, "\(size)")
    }
  }

  @Test func `Ink options change the looks of all shapes, and the background`() throws {
    let page = try folder.write(drawing(), to: "page.json")
    let (outcome, out) = try render(
      page, "--color", "#ff0000", "--width", "20", "--cap", "butt", "--background", "navy")
    #expect(outcome.status == 0, "\(outcome)")
    let picture = try DecodedPicture(out)
    // 160 × 20 red points of 200 × 100.
    #expect(picture.colors(covering: 3200) == ["ff0000", "000080"])
    #expect(picture.buffer.pixels.count { $0 == 0xffff_0000 } == 3200)
  }

  @Test(arguments: [
    "--tool star", "--smoothing none", "--color-by touch", "--clean", "--rotate 90", "--at 1", "--font Sans",
  ]) func `What only touches can be drawn with is refused in a line`(option: String) throws {
    let page = try folder.write(drawing(), to: "page.json")
    let outcome = try Touchreel.run(shell: #""$@" render '\#(page)' -o out.png \#(option)"#, in: folder.url)
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("touchreel: "), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(option.hasPrefix("--at") || outcome.errors.contains(option.split(separator: " ")[0]), "\(outcome)")
    #expect(!folder.names.contains("out.png"))
  }

  @Test func `An image beside the drawing is its background, unless --background names another`() throws {
    let navy = try folder.write(
      ##"{"version":1,"size":[8,8],"background":{"type":"color","color":"#000080ff"},"operations":[]}"##,
      to: "navy.json")
    try Touchreel.run("render", navy, "-o", folder.path("paper.png"))
    let image = ##"{"type":"image","image":"paper.png","mode":"fill","color":"#ffffffff"}"##
    let page = try folder.write(drawing(background: image), to: "page.json")
    let (outcome, out) = try render(page)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(try DecodedPicture(out).colors(covering: 600) == ["000080", "000000"])
    let (plain, white) = try render(page, "--background", "white")
    #expect(try plain.status == 0 && DecodedPicture(white).ink == [18, 48, 181, 51], "\(plain)")
    // Nor is a missing image missed then.
    try FileManager.default.removeItem(atPath: folder.path("paper.png"))
    #expect(try render(page, "--background", "white").outcome.errors.isEmpty)
  }

  @Test(arguments: [
    ("nothing.png", "not found next to"), ("text.png", "not an image that can be read"), ("cut.png", "damaged"),
    ("huge.png", "40000x40000"),
    ("pipe.png", "not found next to"), ("folder", "not found next to"), ("../escape.png", "outside"),
    ("/etc/hostname", "not found next to"),
    ("", "not found next to"), ("\\u0000", "not found next to"), ("\\u001b[31m", "not found next to"),
  ]) func `An image that is missing, broken, huge or somewhere else is reported, and the rest is drawn`(
    name: String, words: String
  ) throws {
    _ = try folder.write("no picture", to: "text.png")
    try Touchreel.run("render", line, "-o", folder.path("whole.png"))
    let whole = try Data(contentsOf: folder.url.appendingPathComponent("whole.png"))
    try whole.prefix(whole.count / 2).write(to: folder.url.appendingPathComponent("cut.png"))
    // The width and the height stand at 16 and 20.
    var huge = whole
    huge.replaceSubrange(16..<24, with: [0, 0, 0x9c, 0x40, 0, 0, 0x9c, 0x40])
    try huge.write(to: folder.url.appendingPathComponent("huge.png"))
    mkfifo(folder.path("pipe.png"), 0o600)
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
    let image = ##"{"type":"image","image":"\##(name)","mode":"fit","color":"#ffffffff"}"##
    let page = try folder.write(drawing(background: image), to: "page.json")
    let (outcome, out) = try render(page)
    #expect(outcome.status == 0 && outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.hasPrefix("touchreel: warning: ") && !outcome.errors.contains("\u{1b}"), "\(outcome)")
    #expect(try DecodedPicture(out).ink == [18, 48, 181, 51])
  }

  @Test func `What is not understood is reported, and the rest is drawn`() throws {
    let file = try folder.write(
      ##"{"size":[50,50],"shapes":[{"type":"Blob"},{"type":"Line","id":"A","a":[9,9],"b":[40,9],"strokeColor":"#000000","strokeWidth":4}]}"##,
      to: "odd.json")
    let outcome = try Touchreel.run("render", file, "-o", folder.path("odd.png"))
    #expect(outcome.status == 0 && outcome.errors.contains("element 0"), "\(outcome)")
    #expect(try DecodedPicture(folder.path("odd.png")).ink == [7, 7, 41, 10])
  }

  @Test func `What is not understood is kept where the kind stays, and reported where it is lost`() throws {
    let blob = #"{ "operation":"levitate",  "by" : 1e2 }"#
    let page = try folder.write(drawing(adding: ",\(blob)"), to: "page.json")
    let kept = try Touchreel.run("convert", page, folder.path("kept.touchreel.json"))
    #expect(kept.status == 0 && kept.errors.contains("element 1"), "\(kept)")
    #expect(try String(contentsOfFile: folder.path("kept.touchreel.json"), encoding: .utf8).contains(blob))
    let lost = try Touchreel.run("convert", page, folder.path("lost.drawsana.json"))
    #expect(lost.status == 0 && lost.errors.contains("element 1 is lost"), "\(lost)")

    let hologram = #"{ "type":"Hologram", "id":"?" }"#
    let sana = try folder.write(#"{"size":[200,100],"shapes":[\#(hologram)]}"#, to: "sana.json")
    #expect(try Touchreel.run("convert", sana, folder.path("b.drawsana.json")).status == 0)
    #expect(try String(contentsOfFile: folder.path("b.drawsana.json"), encoding: .utf8).contains(hologram))
    let other = try Touchreel.run("convert", sana, folder.path("c.touchreel.json"))
    #expect(other.status == 0 && other.errors.contains("element 0 is lost"), "\(other)")
  }

  @Test func `info reports what a drawing has, beside recordings as well`() throws {
    let page = try folder.write(drawing(adding: #",{"id":2,"operation":"levitate"}"#), to: "page.json")
    let text = try Touchreel.run("info", page).text
    #expect(text.contains("touchreel drawing, 200x100 points, 1 operation") && text.contains("1 shape: 1 line"))
    #expect(text.contains("#ffffffff") && text.contains("warning: element 1"), "\(text)")
    let outcome = try Touchreel.run("info", "--json", page, line)
    let facts = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
    #expect(facts[0]["drawing"] as? String == "touchreel" && facts[0]["size"] as? [Double] == [200, 100])
    #expect(facts[0]["shapes"] as? [String: Int] == ["line": 1] && facts[1]["format"] as? String == "evemu")
  }

  @Test(arguments: ["dump", "cut", "salvage", "convert", "inject"])
  func `What takes recordings refuses a drawing in a line`(command: String) throws {
    let page = try folder.write(drawing(), to: "page.json")
    let words = [
      "dump": "dump '\(page)'", "cut": "cut '\(page)' out.mcap", "salvage": "salvage '\(page)' -o out.mcap",
      "convert": "convert '\(page)' out.mcap", "inject": "inject '\(page)'",
    ]
    let outcome = try Touchreel.run(shell: #""$@" "# + (words[command] ?? ""), in: folder.url)
    #expect(outcome.status == 1 && outcome.errors.contains("is a drawing"), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1 && !folder.names.contains("out.mcap"), "\(outcome)")
  }

  @Test func `The renders of a drawing and of the recording that it was made of are the same`() throws {
    try Touchreel.run("convert", line, folder.path("page.touchreel.json"))
    #expect(try Touchreel.run("compare", "--renders", line, folder.path("page.touchreel.json")).status == 0)
  }

  @Test(arguments: ["{", "{}", #"{"version":99}"#, #"{"size":[1e9,1],"shapes":[]}"#])
  func `What is no drawing is refused in a line`(text: String) throws {
    let file = try folder.write(text, to: "broken.json")
    for command in ["render '\(file)' -o broken.png", "info '\(file)'", "convert '\(file)' a.touchreel.json"] {
      let outcome = try Touchreel.run(shell: #""$@" "# + command, in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.hasPrefix("touchreel: "), "\(command): \(outcome)")
    }
    #expect(folder.names == ["broken.json", "line.evemu"])
  }
}
