import Foundation
import TestSupport
import Testing

/// touchreel render.
@Suite(.slow)
struct RenderCommandTests {
  let folder: TemporaryFolder
  let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  @Test func `A board is 1920 wide and has the device's proportions; ink lies where the finger was`() throws {
    let outcome = try Touchreel.run("render", line, "-o", folder.path("out.png"))
    #expect(outcome.status == 0, "\(outcome)")
    let picture = try DecodedPicture(folder.path("out.png"))
    // 1000x500 units on 1920x960 points: 1.92 points a unit. The line runs from 192 to 1728 at 192, 4 wide with round
    // ends.
    #expect(picture.size == [1920, 960])
    #expect(picture.ink == [190, 190, 1729, 193])
  }

  @Test func `A picture of another size shows the same drawing`() throws {
    try Touchreel.run("render", line, "-o", folder.path("small.png"), "--size", "960x480")
    let picture = try DecodedPicture(folder.path("small.png"))
    #expect(picture.size == [960, 480])
    #expect(picture.ink == [95, 95, 864, 96])
  }

  @Test func `A picture of other proportions keeps the device's, in the middle`() throws {
    try Touchreel.run("render", line, "-o", folder.path("square.png"), "--size", "960x960")
    // 960 wide leaves 480 of the height: 240 above.
    #expect(try DecodedPicture(folder.path("square.png")).ink == [95, 335, 864, 336])
  }

  @Test(arguments: ["--at", "--to"])
  func `--at shows the stroke in progress, --drop-open takes it back`(option: String)
    throws
  {
    try Touchreel.run("render", line, "-o", folder.path("half.png"), option, "400ms")
    let half = try DecodedPicture(folder.path("half.png")).ink
    // Ten units in 10 ms: at 400 ms the finger is at 500 units, 960 points; 2 points of cap, of which 961 is the last.
    #expect(half[0] == 190 && half[2] == 961, "\(half)")
    try Touchreel.run("render", line, "-o", folder.path("none.png"), option, "400ms", "--drop-open")
    #expect(try DecodedPicture(folder.path("none.png")).inkCount == 0)
  }

  @Test func `--from leaves out what was drawn before`() throws {
    try Touchreel.run("render", line, "-o", folder.path("late.png"), "--from", "50%")
    let ink = try DecodedPicture(folder.path("late.png")).ink
    // 50 % of 0.81 s is 0.405 s: the first frame after it is at 0.41 s, 510 units, 979.2 points; 2 points of cap.
    #expect(ink[0] == 977 && ink[2] == 1729, "\(ink)")
  }

  @Test(arguments: ["line.evemu", "pen-and-touch.mcap"], [["--at", "1:30"], ["--to", "90"], ["--from", "90s"]])
  func `Times behind the end are named, and are the end`(name: String, options: [String]) throws {
    let file = name == "line.evemu" ? line : Fixture.path(name)
    let late = try Programs.run(Touchreel.path, ["render", file, "-o", folder.path("late.png")] + options)
    #expect(late.status == 0 && late.errors.contains(": it is over after "), "\(late)")
    guard options[0] != "--from" else { return }
    let end = try Touchreel.run("render", file, "-o", folder.path("end.png"), "--at", "end")
    #expect(!end.errors.contains("it is over"), "\(end)")
    #expect(try DecodedPicture(folder.path("late.png")).ink == DecodedPicture(folder.path("end.png")).ink)
  }

  @Test func `Ink and background take colours, tools and widths`() throws {
    try Touchreel.run(
      "render", line, "-o", folder.path("box.png"), "--tool", "rectangle", "--width", "20", "--color", "#ff0000",
      "--background", "navy")
    let picture = try DecodedPicture(folder.path("box.png"))
    #expect(picture.colors(covering: 1000) == ["ff0000", "000080"])
  }

  /// A picture of one finger that goes from (100, 50) to (300, 250) units: from (192, 96) to (576, 480) points.
  private func diagonal(_ options: String) throws -> DecodedPicture {
    let file = try folder.write(Recorded.diagonal, to: "diagonal.evemu")
    let outcome = try Touchreel.run(shell: #""$@" render '\#(file)' -o '\#(folder.path("d.png"))' --force \#(options)"#)
    try #require(outcome.status == 0, "\(options): \(outcome)")
    return try DecodedPicture(folder.path("d.png"))
  }

  @Test(arguments: [
    // A square of 384 points, r = (384 - 4)/2 = 190 about (384, 288), and 2 points of outline outside of the corners.
    ("--tool ngon --sides 4", [192, 96, 575, 479]),
    // Corners at 30° below the centre: 384 ± 164.54 and 288 + 95.
    ("--tool ngon --sides 3", [217, 96, 550, 384]),
    // A miter of 60° reaches a width from its corner: 98 - 4 at the top.
    ("--tool triangle --join miter", [216, 94, 551, 384]),
    // Half the width, 10, across a line that runs at 45°: 7.07 on each side, and 7.07 more where the end is square.
    ("--tool line --width 20 --cap butt", [184, 88, 583, 487]),
    ("--tool line --width 20 --cap square", [177, 81, 590, 494]),
  ]) func `Shapes take sides, corners, ends and gaps`(options: String, ink: [Int]) throws {
    #expect(try diagonal(options).ink == ink, "\(options)")
  }

  @Test func `Fill, pattern, speed, smoothing and theme change what is drawn`() throws {
    let hollow = try diagonal("--tool rectangle")
    #expect(try diagonal("--tool rectangle --fill teal").colors(covering: 140_000).contains("008080"))
    #expect(try diagonal("--tool rectangle --fill none").buffer == hollow.buffer)
    let dashed = try diagonal("--tool rectangle --pattern dashed")
    #expect(dashed.inkCount < hollow.inkCount * 8 / 10 && dashed.inkCount > hollow.inkCount * 5 / 10)
    // 543 points in 0.2 s are 2715 a second: s = 4.5, so that the width falls to its least, a fifth.
    #expect(try diagonal("--width 20 --speed-width on").inkCount < diagonal("--width 20").inkCount / 2)
    #expect(try diagonal("--at 100ms --theme red-in-progress").colors(covering: 200).contains("ff0000"))
    #expect(try !diagonal("--theme red-in-progress").colors(covering: 1).contains("ff0000"))
    #expect(try diagonal("--tool selection --at 100ms").inkCount == 0)
    #expect(try diagonal("--tool selection --at 100ms --show-selection").inkCount > 100)
  }

  @Test func `A pen's pressure counts as much as the options say`() throws {
    let pen = Fixture.path("pen-tilt-eraser.mcap")
    func ink(_ options: String...) throws -> Int {
      let words =
        (["render", pen, "-o", folder.path("pen.png"), "--force", "--to", "900ms", "--width", "20"] + options)
        .map { "'\($0)'" }.joined(separator: " ")
      let outcome = try Touchreel.run(shell: #""$@" "# + words)
      try #require(outcome.status == 0, "\(outcome)")
      return try DecodedPicture(folder.path("pen.png")).inkCount
    }
    let (off, light, full, heavy) = (
      try ink("--pressure-width", "off"), try ink("--pressure-gamma", "0.3"), try ink(),
      try ink("--pressure-gamma", "3")
    )
    #expect(off > light && light > full && full > heavy && heavy > 0, "\(off) \(light) \(full) \(heavy)")
    #expect(try ink("--pressure-width", "all") == full)
  }

  @Test func `Many files become pictures in a folder, also in parts; what cannot be drawn does not stop the others`()
    throws
  {
    try Data(Recorded.line.utf8).write(to: folder.url.appendingPathComponent("same.evemu"))
    try Data(Recorded.diagonal.utf8).write(to: folder.url.appendingPathComponent("same.events"))
    _ = try folder.write("no recording\n", to: "bad.evemu")
    func pictures(_ name: String, _ options: String) throws -> (names: [String], outcome: Programs.Outcome) {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      let files = "line.evemu bad.evemu same.evemu same.events"
      let outcome = try Touchreel.run(
        shell: #""$@" render \#(files) -o \#(name) --size 96x48 \#(options)"#, in: folder.url)
      return (try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted(), outcome)
    }
    let all = try pictures("all", "")
    #expect(all.names == ["line.png", "same.evemu.png", "same.events.png"], "\(all)")
    #expect(all.outcome.status == 1 && all.outcome.errors.split(separator: "\n").count == 1, "\(all.outcome)")
    #expect(try pictures("first", "--shard 1/2").names == ["line.png", "same.evemu.png"])
    #expect(try pictures("first", "--shard 1/2 --force").outcome.status == 0)
    let second = try pictures("second", "--shard 2/2")
    #expect(second.names == ["same.events.png"] && second.outcome.status == 1)
    for name in ["first/line.png", "second/same.events.png"] {
      let whole = try DecodedPicture(folder.path("all/\(URL(fileURLWithPath: name).lastPathComponent)"))
      #expect(try DecodedPicture(folder.path(name)).buffer == whole.buffer, "\(name)")
    }
  }

  @Test func `Messages about many files come in the files' order, however many are drawn at once`() throws {
    let names = (0..<40).map { "\($0).evemu" }
    for (number, name) in names.enumerated() {
      // The even ones draw, the more the lower the number, and have a line that is no event.
      let text = String(repeating: Recorded.line, count: 40 - number) + "no event\n"
      _ = try folder.write(number % 2 == 0 ? text : "no recording\n", to: name)
    }
    try FileManager.default.createDirectory(atPath: folder.path("many"), withIntermediateDirectories: true)
    for threads in ["", "--threads 1", "--threads 7"] {
      let outcome = try Touchreel.run(
        shell: #""$@" render \#(names.joined(separator: " ")) -o many --force --size 96x48 \#(threads)"#, in: folder.url
      )
      // The last one lists those that failed.
      let lines = outcome.errors.split(separator: "\n").dropLast()
      let order = names.flatMap { name in lines.filter { $0.contains(" \(name): ") } }
      #expect(outcome.status == 1 && lines.count >= names.count && Array(lines) == order, "\(threads): \(outcome)")
    }
  }

  @Test func `A picture at a time reads no further than it needs`() throws {
    let odd = try folder.write(Recorded.line + "no event\n", to: "odd.evemu")
    func errors(_ options: String) throws -> String {
      let outcome = try Touchreel.run(
        shell: #""$@" render '\#(odd)' -o '\#(folder.path("odd.png"))' --force \#(options)"#)
      try #require(outcome.status == 0, "\(outcome)")
      return outcome.errors
    }
    #expect(try errors("").contains(": is not an event"))
    #expect(try errors("--at 50%").contains(": is not an event"), "only the end says how long it is")
    #expect(try errors("--from 10% --to 400ms").contains(": is not an event"))
    #expect(try errors("--at 400ms") == "")
    #expect(try errors("--at 2").contains(": is not an event"))
  }

  @Test func `Each touch gets a colour of its own, the pixels do not depend on threads`() throws {
    let fixture = Fixture.path("ten-fingers.mcap")
    for threads in ["1", "2"] {
      let outcome = try Touchreel.run(
        "render", fixture, "-o", folder.path("\(threads).png"), "--color-by", "touch", "--threads", threads, "--size",
        "960x540")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let (one, two) = (try DecodedPicture(folder.path("1.png")), try DecodedPicture(folder.path("2.png")))
    #expect(one.buffer == two.buffer)
    #expect(one.colors(covering: 300).count > 6, "\(one.colors(covering: 300))")
  }

  @Test func `The help names no kind of file for options that it does not have`() throws {
    let help = try Touchreel.run("render", "--help").text.split(separator: "\n")
    let option = try #require(help.firstIndex { $0.contains("--text-as-paths") })
    #expect(help[..<option].last { !$0.hasPrefix(" ") } == "SVG AND PDF:")
    let png = try Touchreel.run("render", line, "-o", folder.path("a.png"), "--text-as-paths")
    #expect(png.status == 64 && png.errors.contains("SVG and PDF only"), "\(png)")
  }

  @Test func `A dash is standard input and output`() throws {
    let outcome = try Touchreel.run("render", "-", "-o", "-", input: Data(Recorded.line.utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try DecodedPicture(outcome.output).ink == [190, 190, 1729, 193])
  }

  @Test func `A recording without ranges takes --range`() throws {
    let bare = try folder.write(
      Recorded.line.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n"), to: "bare.evemu")
    let inferred = try Touchreel.run("render", bare, "-o", folder.path("inferred.png"))
    #expect(inferred.errors.contains("--range X0,X1,Y0,Y1"), "\(inferred)")
    let given = try Touchreel.run("render", bare, "-o", folder.path("given.png"), "--range", "0,1000,0,500")
    #expect(given.status == 0, "\(given)")
    #expect(try DecodedPicture(folder.path("given.png")).ink == [190, 190, 1729, 193])
  }
}
