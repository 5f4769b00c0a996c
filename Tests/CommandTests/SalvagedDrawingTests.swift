import Foundation
import TestSupport
import Testing

/// `salvage` of drawings: what can be read of any kind is written as any kind, and what was lost is said.
@Suite(.slow)
struct SalvagedDrawingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let pen =
    ##"{"id":~,"operation":"add","shape":{"type":"pen","color":"#000000ff","path":{"course":"straight","runs":[[1,2,4,30,40,4]]}}}"##
  private static let own =
    ##"{"version":1,"size":[90,60],"background":{"type":"color","color":"#ffffffff"},"operations":["## + "\n"
    + (1...4).map { pen.replacing("~", with: "\($0)") }.joined(separator: ",\n") + "\n]}\n"

  /// Four strokes of every kind.
  private func files() throws -> [String] {
    let own = try folder.write(Self.own, to: "a.touchreel.json")
    return try ["drawsana.json", "excalidraw", "xopp", "inkml", "ndjson"].reduce(into: [own]) { names, suffix in
      names.append(folder.path("a.\(suffix)"))
      try Touchreel.succeed(["convert", own, names[names.count - 1]])
    }
  }

  private func facts(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Touchreel.succeed(["salvage", "--json"] + arguments)
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test func `Nothing of a whole drawing is lost, and it is written as any kind`() throws {
    for file in try files() {
      for suffix in ["touchreel.json", "drawsana.json", "excalidraw", "xopp", "inkml", "ndjson"] {
        let outcome = try Touchreel.run("salvage", "--force", file, "-o", folder.path("out.\(suffix)"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(outcome.text.contains("saved 4 shapes: 4 pen strokes"), "\(file) as \(suffix): \(outcome)")
        #expect(!outcome.text.contains("\nlost: "), "\(file) as \(suffix): \(outcome)")
        let isSame = file.hasSuffix("." + suffix) && suffix != "xopp"
        if isSame { #expect(outcome.text.contains("\nnothing was lost\n"), "\(file): \(outcome)") }
      }
    }
  }

  @Test(arguments: ["out.xopp", "out.touchreel.json", "out.inkml"])
  func `An element that is not understood is lost in one line, whatever is written`(output: String) throws {
    let scene = """
      {"type":"excalidraw","version":2,"elements":[
      {"type":"freedraw","id":"f","x":1,"y":2,"points":[[0,0],[5,5]],"strokeWidth":1},
      {"type":"iframe","id":"a","x":1,"y":2},{"type":"iframe","id":"b","x":1,"y":2}]}
      """
    let file = try folder.write(scene, to: "a.excalidraw")
    let outcome = try Touchreel.run("salvage", file, "-o", folder.path(output))
    #expect(outcome.status == 0, "\(outcome)")
    let lines = (outcome.text + outcome.errors).split(separator: "\n").filter { $0.contains("iframe") }
    #expect(lines.count == 1 && lines[0].hasPrefix("lost: ") && lines[0].hasSuffix("(2 times)"), "\(outcome)")
  }

  @Test func `A drawing that is cut off is saved up to there`() throws {
    for file in try files() where !file.hasSuffix(".xopp") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      let name = URL(fileURLWithPath: file).lastPathComponent
      let cut = try folder.write(bytes.prefix(bytes.count * 7 / 10), to: "cut-\(name)")
      let saved = folder.path("saved-\(name)")
      let report = try facts(cut, "-o", saved)
      #expect(report["whole"] as? Bool == false && report["truncated"] as? Bool == true, "\(report)")
      let count = try #require((report["shapes"] as? [String: Int])?["pen"])
      #expect((1...3).contains(count), "\(report)")
      #expect((report["lost"] as? [String])?.contains { $0.contains("truncated") || $0.contains("ends") } == true)
      let again = try facts(saved, "-o", folder.path("again-\(name)"))
      #expect(again["whole"] as? Bool == true, "\(again)")
      #expect((again["shapes"] as? [String: Int])?["pen"] == count, "\(again)")
    }
  }

  @Test func `What is damaged is counted with its place`() throws {
    let damaged = Self.own.replacing("\"id\":2,", with: "\"id\":2;").replacing("\"id\":3,", with: "\"id\":,")
    let file = try folder.write(damaged, to: "bad.touchreel.json")
    let outcome = try Touchreel.succeed("salvage", file, "-o", folder.path("good.touchreel.json"))
    #expect(
      outcome.text == "saved 2 shapes: 2 pen strokes\nlost: element 1: it is damaged: skipped (2 times)\n", "\(outcome)"
    )
    let info = try Touchreel.succeed("info", file)
    #expect(info.text.contains("warning: element 1: it is damaged: skipped (2 times)"), "\(info)")
  }

  @Test func `Ink with times keeps them`() throws {
    let ink = try folder.write(
      "{\"drawing\":[[[1,2],[3,4],[0,50]],[[5,6],[7,8],[100,150]],[[9,9],[1", to: "timed.ndjson")
    let report = try facts(ink, "-o", folder.path("saved.ndjson"))
    #expect((report["shapes"] as? [String: Int]) == ["pen": 2] && report["truncated"] as? Bool == true, "\(report)")
    let info = try Touchreel.succeed("info", folder.path("saved.ndjson"))
    #expect(info.text.contains("2 touches"), "\(info)")
    let recorded = try Touchreel.succeed("salvage", ink, "-o", folder.path("saved.mcap"))
    #expect(recorded.text.contains("the file is truncated"), "\(recorded)")
  }

  @Test func `A damaged line of several drawings is lost, and the others are saved`() throws {
    let whole = "{\"drawing\":[[[1,2],[3,4],[0,50]]]}\n"
    let file = try folder.write(whole + "garbage\n" + whole + "{\"drawing\":[[[1],[2],[3]],[[4", to: "several.ndjson")
    let report = try facts(file, "-o", folder.path("saved.ndjson"))
    #expect(report["whole"] as? Bool == false && (report["lost"] as? [String])?.count == 2, "\(report)")
    #expect(report["truncated"] as? Bool == true, "\(report)")
    let all = "it holds 3 drawings, all of which are saved; the others have 2 strokes"
    #expect((report["warnings"] as? [String])?.contains(all) == true, "\(report)")
    let saved = try String(contentsOfFile: folder.path("saved.ndjson"), encoding: .utf8)
    #expect(saved == whole + whole + "{\"drawing\":[[[1],[2],[3]]]}\n")
    let cut = try folder.write(whole + "{\"drawing\":[[[1,2", to: "cut.ndjson")
    #expect(try facts(cut, "-o", folder.path("cut-saved.ndjson"))["truncated"] as? Bool == true)
    let other = try facts(file, "-o", folder.path("saved.inkml"))
    let others = "it holds 3 drawings, of which this is the first; the others have 2 strokes"
    #expect(other["notWritten"] as? [String] == [others], "\(other)")
    let info = try Touchreel.succeed("info", file)
    #expect(info.text.contains("warning: line 2: it is no drawing"), "\(info)")
  }

  @Test func `InkML that is only cut off stays as it is written up to its last whole point`() throws {
    let whole = "<ink><annotation type=\"a\">b</annotation><trace>1.50 2,3 4</trace>\n<trace id=\"x\">5 6"
    let ink = try folder.write(whole + ",7", to: "cut.inkml")
    let report = try facts(ink, "-o", folder.path("saved.inkml"))
    #expect(report["truncated"] as? Bool == true && (report["shapes"] as? [String: Int]) == ["pen": 2], "\(report)")
    let saved = try String(contentsOfFile: folder.path("saved.inkml"), encoding: .utf8)
    #expect(saved == whole + "</trace>\n</ink>\n")
  }

  @Test func `What a damaged file holds besides is named`() throws {
    let ink = try folder.write(
      "<ink><annotation type=\"a\">b</annotation><trace>1 2,3 4</trace>&<trace>5 6,7", to: "cut.inkml")
    let report = try facts(ink, "-o", folder.path("saved.inkml"))
    let notWritten = try #require(report["notWritten"] as? [String])
    #expect(notWritten.contains { $0.hasSuffix("<annotation> is lost") }, "\(report)")
    let page =
      "<page width=\"9\" height=\"9\"><background type=\"solid\" color=\"white\" style=\"plain\"/>"
      + "<layer name=\"x\" shade=\"z\"><stroke tool=\"pen\" color=\"black\" width=\"1\" odd=\"y\">1 2 3 4</stroke>"
    let xournal = try folder.write("<xournal version=\"0.4\">\(page)<stroke ", to: "cut.xopp")
    let named = try #require(try facts(xournal, "-o", folder.path("saved.xopp"))["notWritten"] as? [String])
    #expect(named.contains("1 × <layer shade> is lost") && named.contains("1 × <stroke odd> is lost"), "\(named)")
  }

  @Test func `Each page can be saved, and those that are not are named`() throws {
    let pages = (1...2).map { page in
      "<page width=\"9\" height=\"9\"><background type=\"solid\" color=\"white\" style=\"plain\"/><layer>"
        + (1...page).map { "<stroke tool=\"pen\" color=\"black\" width=\"1\">\($0) 2 3 4</stroke>" }.joined()
        + "</layer></page>"
    }
    let file = try folder.write("<xournal version=\"0.4\">\(pages.joined())</xournal>", to: "two.xopp")
    let both = try facts(file, "-o", folder.path("both.xopp"))
    #expect((both["shapes"] as? [String: Int])?["pen"] == 3 && both["notWritten"] as? [String] == [], "\(both)")
    let first = try facts("--page", "1", file, "-o", folder.path("first.xopp"))
    #expect((first["notWritten"] as? [String])?.first?.hasPrefix("it has 2 pages") == true, "\(first)")
    let second = try facts("--page", "2", file, "-o", folder.path("second.xopp"))
    #expect((second["shapes"] as? [String: Int])?["pen"] == 2, "\(second)")
    #expect(try Touchreel.run("salvage", "--page", "3", file, "-o", folder.path("third.xopp")).status == 1)
  }

  @Test func `All kinds that are lost are listed, however many`() throws {
    let members = (0..<60).map { number in
      let letters = [number / 10, number % 10].map { String(UnicodeScalar(UInt8(97 + $0))) }.joined()
      return "\"\(letters)x\":1"
    }
    let scene =
      "{\"type\":\"excalidraw\",\"version\":2,\(members.joined(separator: ",")),\"elements\":[{\"type\":\"ellipse\","
      + "\"x\":1,\"y\":2,\"width\":3,\"height\":4}],\"appState\":{}}"
    let file = try folder.write(scene, to: "many.excalidraw")
    let report = try facts(file, "-o", folder.path("many.touchreel.json"))
    #expect((report["notWritten"] as? [String])?.count == 60, "\(report)")
    let text = try Touchreel.succeed("salvage", "--force", file, "-o", folder.path("many.touchreel.json")).text
    #expect(text.split(separator: "\n").count { $0.hasPrefix("not written: ") } == 60, "\(text)")
    let converted = try Touchreel.succeed("convert", "--force", "--json", file, folder.path("many.xopp"))
    let losses = try #require(try JSONSerialization.jsonObject(with: converted.output) as? [String: Any])
    #expect((losses["losses"] as? [String])?.count { $0.hasSuffix("is not kept") } == 60, "\(losses)")
  }

  @Test(arguments: [
    ("nul", "is not a recording that touchreel knows"),
    ("nul.xopp", "is named as a drawing, and nothing of one is left"),
  ])
  func `What is neither a recording nor a drawing is refused as that`(name: String, reason: String) throws {
    _ = try folder.write("<xour\0nal/>", to: name)
    let outcome = try Touchreel.run(shell: #""$@" salvage \#(name) -o out.xopp"#, in: folder.url)
    #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
  }

  @Test(arguments: [
    "{", "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[{\"type\":\"ell", "{\"drawing\":[[[1,2],[3",
    "<ink><trace>1",
    "{\"version\":1,\"size\":[9,9],\"background\":{\"type\":\"color\",\"color\":\"#ffffff\"},\"operations\":[",
  ])
  func `A drawing of which nothing can be read is refused in one line`(text: String) throws {
    let file = try folder.write(text, to: "nothing")
    for line in [["salvage", file, "-o", folder.path("out.touchreel.json")], ["info", file]] {
      let outcome = try Programs.run(Touchreel.path, line)
      #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1, "\(line): \(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.touchreel.json")))
  }

  @Test func `A recording is not salvaged as a drawing, nor a drawing as a recording`() throws {
    let recording = try folder.write(Recorded.line, to: "line.evemu")
    let asDrawing = try Touchreel.run("salvage", recording, "-o", folder.path("out.touchreel.json"))
    #expect(asDrawing.status == 1 && asDrawing.errors.contains("is a recording"), "\(asDrawing)")
    let drawing = try folder.write(Self.own, to: "a.touchreel.json")
    let asRecording = try Touchreel.run("salvage", drawing, "-o", folder.path("out.mcap"))
    #expect(asRecording.status == 1 && asRecording.errors.contains("drawing"), "\(asRecording)")
    #expect(try Touchreel.run("salvage", drawing, "-o", folder.path("out.csv")).status == 64)
  }
}
