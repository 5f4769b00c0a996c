import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The pages of drawings and recordings as a user draws, counts, converts and compares them.
@Suite(.slow)
struct PageCommandTests {
  let folder: TemporaryFolder
  private let three: String

  init() throws {
    folder = try TemporaryFolder()
    three = try PageDrawing.write(to: folder)
  }

  private func run(_ arguments: String...) throws -> Programs.Outcome { try Programs.run(Touchreel.path, arguments) }

  private func data(_ name: String) throws -> Data { try Data(contentsOf: folder.url(name)) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
  }

  // MARK: Drawings

  @Test func `A picture is of the shown page, and one note says that there are others`() throws {
    for name in ["one.png", "one.svg"] {
      let outcome = try run("render", three, "-o", folder.path(name))
      #expect(
        outcome.errors == "touchreel: warning: \(three): it has 3 pages; this is page 2: --page all draws each\n")
    }
    #expect(try DecodedPicture(folder.path("one.png")).size == PageDrawing.sizes[1])
  }

  @Test func `Each of several pages is a picture, and none replaces another file`() throws {
    #expect(try run("render", three, "-o", folder.path("all.png"), "--page", "all").errors == "")
    for (index, size) in PageDrawing.sizes.enumerated() {
      #expect(try DecodedPicture(folder.path("all-\(index + 1).png")).size == size)
      try Touchreel.succeed("render", three, "-o", folder.path("\(index).png"), "--page", "\(index + 1)")
      #expect(try data("\(index).png") == data("all-\(index + 1).png"))
    }
    try FileManager.default.removeItem(at: folder.url("all-1.png"))
    let before = try names()
    let refused = try run("render", three, "-o", folder.path("all.png"), "--page", "1-3")
    #expect(refused.status == 1 && refused.errors.contains("all-2.png: exists already"), "\(refused)")
    #expect(try names() == before)
    #expect(try run("render", three, "-o", folder.path("all.png"), "--page", "1-3", "--force").status == 0)
  }

  @Test func `Numbers are as wide as the greatest, and a folder has the names of files`() throws {
    let other = try PageDrawing.write(to: folder, named: "other.touchreel.json")
    let pictures = folder.path("pictures")
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try Touchreel.succeed("render", three, other, "-o", pictures, "--page", "2-3")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: pictures).sorted() == [
        "other.touchreel-2.png", "other.touchreel-3.png", "three.touchreel-2.png", "three.touchreel-3.png",
      ])
    let messages = (1...11).map { _ in PageDrawing.message("addPage") }
    try BoardRecording([.stroke((1, 1), (900, 400))] + messages).write(to: folder.url("many.mcap"))
    try Touchreel.succeed("render", folder.path("many.mcap"), "-o", folder.path("m.png"), "--page", "9-12")
    let numbered = try names().filter { $0.hasPrefix("m-") }
    #expect(numbered == ["m-09.png", "m-10.png", "m-11.png", "m-12.png"])
  }

  @Test func `Pages that are drawn already are drawn anew only where something has changed`() throws {
    func render(_ pages: String) throws -> String {
      try run("render", three, "-o", folder.path("p.png"), "--page", pages, "--if-changed").errors
    }
    #expect(try render("all") == "")
    try FileManager.default.removeItem(at: folder.url("p-2.png"))
    #expect(try render("all").contains("2 of 3 pictures are there already and unchanged"))
    #expect(try DecodedPicture(folder.path("p-2.png")).size == PageDrawing.sizes[1])
  }

  @Test func `Standard output takes one page`() throws {
    let refused = try run("render", three, "-o", "-", "--page", "all")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("3 pages are as many pictures, which need files"), "\(refused.errors)")
    try Touchreel.succeed("render", three, "-o", folder.path("3.png"), "--page", "3")
    #expect(try run("render", three, "-o", "-", "--page", "3").output == data("3.png"))
  }

  @Test(arguments: [
    "0", "5-2", "1-", "-3", "x", "all-1", "1-all", "+1", "1-2-3", "", "1.5", "99999999999999999999", "1000000",
  ]) func `What is no page is refused`(pages: String) throws {
    let outcome = try run("render", three, "-o", folder.path("no.png"), "--page=\(pages)")
    #expect(outcome.status == 64 && outcome.errors.contains("pages are a number from 1"), "\(outcome.errors)")
  }

  @Test func `A page that is not there is one line, and films follow the recording`() throws {
    for (pages, missing) in [("5", 5), ("2-7", 4), ("8-9", 8)] {
      let outcome = try run("render", three, "-o", folder.path("no.png"), "--page", pages)
      #expect(outcome.status == 1 && outcome.errors == "touchreel: \(three): it has 3 pages, no page \(missing)\n")
    }
    for name in ["film.mp4", "page.html", "frames/%05d.png"] {
      let outcome = try run("render", three, "-o", folder.path(name), "--page", "1")
      #expect(outcome.status == 64 && outcome.errors.contains("--page is for pictures and PDF"), "\(outcome.errors)")
    }
  }

  // MARK: PDF

  @Test(.enabled(if: Programs.installed("pdfinfo") != nil, "pdfinfo is missing"))
  func `A PDF has all pages, or those that are asked for, each of its own size`() throws {
    func sizes(_ name: String) throws -> [String] {
      let text = String(decoding: try Programs.succeed("pdfinfo", ["-l", "99", folder.path(name)]), as: UTF8.self)
      return text.split(separator: "\n").filter { $0.hasPrefix("Page ") && $0.contains("size:") }.map {
        String($0.split(separator: ":")[1]).trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(try run("render", three, "-o", folder.path("all.pdf")).errors == "")
    // Points of paper are those of PDF, those of the board 3/4 of them.
    let all = ["225 x 150 pts", "150 x 250 pts", "400 x 100 pts"]
    #expect(try sizes("all.pdf") == all)
    try Touchreel.succeed("render", three, "-o", folder.path("two.pdf"), "--page", "2-3")
    #expect(try sizes("two.pdf") == Array(all.dropFirst()))
    try Touchreel.succeed("render", three, "-o", folder.path("one.pdf"), "--page", "2")
    #expect(try sizes("one.pdf") == [all[1]])
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    try Touchreel.succeed("render", folder.path("r.mcap"), "-o", folder.path("r.pdf"))
    #expect(try sizes("r.pdf") == ["1440 x 720 pts", "600 x 800 pts", "600 x 800 pts"])
  }

  @Test(
    .enabled(if: Programs.installed("pdftoppm") != nil, "pdftoppm is missing"), arguments: ["drawing", "recording"])
  func `The pages of a PDF look as their pictures do`(kind: String) throws {
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let file = kind == "drawing" ? three : folder.path("r.mcap")
    try Touchreel.succeed("render", file, "-o", folder.path("all.pdf"))
    try Touchreel.succeed("render", file, "-o", folder.path("ours.png"), "--page", "all")
    for number in 1...3 {
      // The first page has no size of its own, and so points of 1/96 inch.
      let page = ["-f", "\(number)", "-l", "\(number)", "-r", number == 1 ? "96" : "72", "-png", "-singlefile"]
      try Programs.succeed("pdftoppm", page + [folder.path("all.pdf"), folder.path("theirs-\(number)")])
      let ours = try DecodedPicture(folder.path("ours-\(number).png"))
      let theirs = try DecodedPicture(folder.path("theirs-\(number).png"))
      #expect(ours.size == theirs.size)
      let far = zip(ours.buffer.pixels, theirs.buffer.pixels).count { Self.difference($0, $1) > 64 }
      #expect(far * 500 < ours.buffer.pixels.count, "page \(number): \(far) pixels")
    }
  }

  /// The greatest difference of a colour.
  private static func difference(_ one: UInt32, _ two: UInt32) -> Int {
    var greatest = 0
    for shift: UInt32 in [0, 8, 16] {
      let (left, right) = (Int(one >> shift & 255), Int(two >> shift & 255))
      greatest = max(greatest, abs(left - right))
    }
    return greatest
  }

  // MARK: Recordings

  @Test(arguments: [
    [], ["--crop", "--size", "64x48"], ["--size", "500x500"], ["--clean"], ["--drop-open"], ["--color-by", "touch"],
    ["--color-by", "touch", "--legend"], ["--crop"], ["--page", "all"],
  ]) func `A page of a recording is what is seen when it is turned to`(options: [String]) throws {
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let isOfAll = options.first == "--page"
    if isOfAll { try Touchreel.succeed(["render", folder.path("r.mcap"), "-o", folder.path("one.png")] + options) }
    for page in 1...3 {
      try PageDrawing.recording(turnedTo: page).write(to: folder.url("turned.mcap"))
      let turned = ["render", folder.path("turned.mcap"), "-o", folder.path("turned.png"), "--force"]
      try Touchreel.succeed(turned + (isOfAll ? [] : options))
      if !isOfAll {
        let words = ["render", folder.path("r.mcap"), "-o", folder.path("one-\(page).png"), "--page", "\(page)"]
        try Touchreel.succeed(words + options)
      }
      let (one, other) = try (
        DecodedPicture(folder.path("one-\(page).png")), DecodedPicture(folder.path("turned.png"))
      )
      #expect(one.buffer == other.buffer, "page \(page)")
    }
  }

  @Test func `A recording has the pages of the picture's time`() throws {
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let file = folder.path("r.mcap")
    let early = ["--at", BoardRecording.time(after: 5)]
    let note = try Programs.run(Touchreel.path, ["render", file, "-o", folder.path("early.png")] + early).errors
    #expect(note.contains("it has 2 pages; this is page 2: --page all draws each"), "\(note)")
    let missing = try Programs.run(
      Touchreel.path, ["render", file, "-o", folder.path("x.png"), "--page", "3"] + early)
    #expect(missing.status == 1 && missing.errors == "touchreel: \(file): it has 2 pages, no page 3\n")
    try Touchreel.succeed(["render", file, "-o", folder.path("e.svg"), "--page", "all"] + early)
    #expect(try names().filter { $0.hasPrefix("e-") } == ["e-1.svg", "e-2.svg"])
  }

  @Test func `An endless page is as large as its ink asks for, in pictures, drawings and films`() throws {
    let recording = folder.path("grown.mcap")
    try PageDrawing.endless.write(to: folder.url("grown.mcap"))
    let drawing = folder.path("grown.touchreel.json")
    try Touchreel.succeed("convert", recording, drawing)
    for (file, name) in [(recording, "one.png"), (drawing, "other.png")] {
      try Touchreel.succeed("render", file, "-o", folder.path(name))
      #expect(try DecodedPicture(folder.path(name)).size == [2000, 1000])
    }
    #expect(try data("one.png") == data("other.png"))
    try Touchreel.succeed("render", recording, "-o", folder.path("early.png"), "--at", BoardRecording.time(after: 1))
    #expect(try DecodedPicture(folder.path("early.png")).size == [2000, 500])
    let text = try Touchreel.succeed("info", drawing).text
    #expect(text.contains("2000x1000 points, endless"), "\(text)")
    try Touchreel.succeed("render", recording, "-o", folder.path("film.apng"), "--size", "500x250")
    try Touchreel.succeed("render", recording, "-o", folder.path("half.png"), "--size", "500x250")
    try Touchreel.succeed("render", recording, "-o", folder.path("page.html"))
    try Touchreel.succeed("render", recording, "-o", folder.path("page.svg"))
    let svg = String(decoding: try data("page.svg"), as: UTF8.self)
    #expect(svg.contains(#"viewBox="0 0 2000 1000""#))
    try Touchreel.succeed("convert", drawing, folder.path("grown.xopp"))
    #expect(try Touchreel.succeed("info", folder.path("grown.xopp")).text.contains("2000x1000 points"))
  }

  @Test func `What is drawn later is on the pages and layers of before`() throws {
    let file = folder.path("late.mcap")
    try BoardRecording([
      .stroke((100, 100), (900, 100)), PageDrawing.message("addPage", #"{"size":[600,800]}"#),
      PageDrawing.message("addLayer", #"{"look":{"opacity":0.5}}"#), .stroke((100, 400), (900, 100)),
    ]).write(to: folder.url("late.mcap"))
    let late = ["--from", BoardRecording.time(after: 3)]
    try Touchreel.succeed(["render", file, "-o", folder.path("late.png"), "--page", "2"] + late)
    try Touchreel.succeed("render", file, "-o", folder.path("all.png"), "--page", "2")
    #expect(try data("late.png") == data("all.png"))
    try Touchreel.succeed(["render", file, "-o", folder.path("first.png"), "--page", "1"] + late)
    #expect(try Set(DecodedPicture(folder.path("first.png")).buffer.pixels) == [0xffff_ffff])
  }

  @Test(.enabled(if: Programs.installed("pdfinfo") != nil, "pdfinfo is missing"))
  func `A page of a PDF has its size to a hundredth of a point`() throws {
    let drawing =
      #"{"version":1,"size":[595.28,841.89],"operations":[],"pages":[{"id":1,"operation":"pageSize","size":[595.28,841.89]}]}"#
    let file = try folder.write(drawing, to: "a4.touchreel.json")
    try Touchreel.succeed("render", file, "-o", folder.path("a4.pdf"))
    let text = String(decoding: try Programs.succeed("pdfinfo", [folder.path("a4.pdf")]), as: UTF8.self)
    #expect(text.contains("595.28 x 841.89 pts"), "\(text)")
  }

  // MARK: Other commands

  @Test func `Pages are counted, and what is on all of them`() throws {
    let text = try Touchreel.succeed("info", three).text
    #expect(text.contains("3 pages, page 2 is shown, 150x250 points, 7 operations"), "\(text)")
    #expect(text.contains("4 shapes: 4 lines"))
    let third = try Touchreel.succeed("info", three, "--page", "3").text
    #expect(third.contains("page 3 of 3, 400x100 points, 2 operations") && third.contains("2 shapes"), "\(third)")
    #expect(try run("info", three, "--page", "4").errors == "touchreel: \(three): it has 3 pages, no page 4\n")
    #expect(try json(three)["pages"] as? Int == 3)
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let recorded = try json(folder.path("r.mcap"))
    #expect(recorded["pages"] as? Int == 3 && recorded["pageTurns"] as? Int == 3)
    #expect(try Touchreel.succeed("info", folder.path("r.mcap")).text.contains("3 pages at the end, turned 3 times"))
    try BoardRecording([.stroke((1, 1), (9, 9))]).write(to: folder.url("plain.mcap"))
    #expect(try json(folder.path("plain.mcap"))["pages"] as? Int == 1)
    #expect(try !Touchreel.succeed("info", folder.path("plain.mcap")).text.contains("page"))
  }

  private func json(_ file: String) throws -> [String: Any] {
    let data = try Touchreel.succeed("info", "--json", file).output
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `A drawing keeps its pages in our own files`() throws {
    #expect(try run("convert", three, folder.path("again.touchreel.json")).errors == "")
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let converted = try run("convert", folder.path("r.mcap"), folder.path("r.touchreel.json"))
    #expect(converted.status == 0 && !converted.errors.contains("left out"), "\(converted.errors)")
    for (source, copy) in [(three, "again"), (folder.path("r.mcap"), "r")] {
      #expect(try run("compare", "--renders", source, folder.path("\(copy).touchreel.json")).status == 0)
      try Touchreel.succeed("convert", source, folder.path("\(copy)-2.touchreel.json"), "--page", "3")
      #expect(try json(folder.path("\(copy)-2.touchreel.json"))["pages"] as? Int == 1)
      try Touchreel.succeed("render", source, "-o", folder.path("\(copy).png"), "--page", "3")
      try Touchreel.succeed("render", folder.path("\(copy)-2.touchreel.json"), "-o", folder.path("\(copy)-2.png"))
      #expect(try data("\(copy).png") == data("\(copy)-2.png"))
    }
  }

  @Test(arguments: ["drawsana.json", "excalidraw", "inkml", "ndjson"], [true, false])
  func `A format of one page has the shown one or the chosen one`(suffix: String, isRecording: Bool) throws {
    try PageDrawing.recording.write(to: folder.url("r.mcap"))
    let file = isRecording ? folder.path("r.mcap") : three
    let shown = try run("convert", file, folder.path("shown.\(suffix)"))
    let loss = "2 other pages are left out; --page chooses one"
    #expect(shown.status == 0 && shown.errors.contains(loss), "\(shown.errors)")
    let second = try run("convert", file, folder.path("second.\(suffix)"), "--page", "2")
    #expect(second.status == 0 && !second.errors.contains("left out; --page"), "\(second.errors)")
    #expect(try data("shown.\(suffix)") == data("second.\(suffix)"))
    #expect(try run("convert", file, folder.path("first.\(suffix)"), "--page", "1").status == 0)
    #expect(try data("first.\(suffix)") != data("second.\(suffix)"))
    #expect(try run("convert", file, folder.path("x.\(suffix)"), "--page", "9").errors.contains("3 pages, no page 9"))
  }

  @Test func `Drawings are compared page by page, and a picture with the shown one`() throws {
    #expect(try run("compare", "--renders", three, three).status == 0)
    let text = try String(contentsOfFile: three, encoding: .utf8)
    let other = try folder.write(text.replacing("[390,50]", with: "[300,50]"), to: "other.touchreel.json")
    let found = try run("compare", "--renders", three, other)
    #expect(found.status == 1 && found.text.hasPrefix("page 3: the pictures differ in "), "\(found)")
    let fewer = try folder.write(
      text.replacing(#""operation":"turn""#, with: #""operation":"removePage""#), to: "fewer.touchreel.json")
    #expect(try run("compare", "--renders", three, fewer).text == "the drawings differ in pages: 3 and 2\n")
    for page in 1...3 {
      try Touchreel.succeed("render", three, "-o", folder.path("\(page).png"), "--page", "\(page)")
      #expect(try run("compare", "--renders", three, folder.path("\(page).png")).status == (page == 2 ? 0 : 1))
    }
  }

  @Test func `All pages of a drawing are salvaged`() throws {
    try Touchreel.succeed("salvage", three, "-o", folder.path("saved.touchreel.json"))
    #expect(try json(folder.path("saved.touchreel.json"))["pages"] as? Int == 3)
    let refused = try run("salvage", three, "-o", folder.path("x.touchreel.json"), "--page", "2")
    #expect(refused.status == 1 && refused.errors.contains("all pages are saved; remove --page"), "\(refused.errors)")
  }
}
