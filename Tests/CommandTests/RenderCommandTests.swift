import Foundation
import Testing

@Suite("touchreel render")
struct RenderCommandTests {
  let folder: TemporaryFolder
  let line: String

  init() throws {
    folder = try TemporaryFolder()
    line = try folder.write(Recorded.line, to: "line.evemu")
  }

  @Test("a board is 1920 wide and has the device's proportions; ink lies where the finger was")
  func drawsTheLine() throws {
    let outcome = try Binary.run("render", line, "-o", folder.path("out.png"))
    #expect(outcome.status == 0, "\(outcome)")
    let picture = try DecodedPicture(folder.path("out.png"))
    // 1000x500 units on 1920x960 points: 1.92 points a unit. The line runs from 192 to 1728 at 192, 4 wide with round ends.
    #expect(picture.size == [1920, 960])
    #expect(picture.ink == [190, 190, 1729, 193])
  }

  @Test("a picture of another size shows the same drawing")
  func scalesTheDrawing() throws {
    try Binary.run("render", line, "-o", folder.path("small.png"), "--size", "960x480")
    let picture = try DecodedPicture(folder.path("small.png"))
    #expect(picture.size == [960, 480])
    #expect(picture.ink == [95, 95, 864, 96])
  }

  @Test("a picture of other proportions keeps the device's, in the middle")
  func keepsProportions() throws {
    try Binary.run("render", line, "-o", folder.path("square.png"), "--size", "960x960")
    // 960 wide leaves 480 of the height: 240 above.
    #expect(try DecodedPicture(folder.path("square.png")).ink == [95, 335, 864, 336])
  }

  @Test("--at shows the stroke in progress, --drop-open takes it back", arguments: ["--at", "--to"])
  func drawsUpToATime(option: String) throws {
    try Binary.run("render", line, "-o", folder.path("half.png"), option, "400ms")
    let half = try DecodedPicture(folder.path("half.png")).ink
    // Ten units in 10 ms: at 400 ms the finger is at 500 units, 960 points; the tail follows the last midpoint.
    #expect(half[0] == 190 && (948...962).contains(half[2]), "\(half)")
    try Binary.run("render", line, "-o", folder.path("none.png"), option, "400ms", "--drop-open")
    #expect(try DecodedPicture(folder.path("none.png")).inkCount == 0)
  }

  @Test("--from leaves out what was drawn before")
  func drawsFromATime() throws {
    try Binary.run("render", line, "-o", folder.path("late.png"), "--from", "50%")
    let ink = try DecodedPicture(folder.path("late.png")).ink
    // 50 % of 0.81 s is 0.405 s: the first frame after it is at 0.41 s, 510 units, 979.2 points; 2 points of cap.
    #expect(ink[0] == 977 && ink[2] == 1729, "\(ink)")
  }

  @Test("ink and background take colours, tools and widths")
  func takesInkOptions() throws {
    try Binary.run(
      "render", line, "-o", folder.path("box.png"), "--tool", "rectangle", "--width", "20", "--color", "#ff0000",
      "--background", "navy")
    let picture = try DecodedPicture(folder.path("box.png"))
    #expect(picture.colors(covering: 1000) == ["ff0000", "000080"])
  }

  @Test("each touch gets a colour of its own, the pixels do not depend on threads")
  func colorsByTouch() throws {
    let fixture = Fixture.path("ten-fingers.mcap")
    for threads in ["1", "2"] {
      let outcome = try Binary.run(
        "render", fixture, "-o", folder.path("\(threads).png"), "--color-by", "touch", "--threads", threads, "--size",
        "960x540")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let (one, two) = (try DecodedPicture(folder.path("1.png")), try DecodedPicture(folder.path("2.png")))
    #expect(one.buffer == two.buffer)
    #expect(one.colors(covering: 300).count > 6, "\(one.colors(covering: 300))")
  }

  @Test("a dash is standard input and output")
  func pipes() throws {
    let outcome = try Binary.run("render", "-", "-o", "-", input: Data(Recorded.line.utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try DecodedPicture(outcome.output).ink == [190, 190, 1729, 193])
  }

  @Test("a recording without ranges takes --range")
  func takesARange() throws {
    let bare = try folder.write(
      Recorded.line.split(separator: "\n").filter { $0.hasPrefix("E:") }.joined(separator: "\n"), to: "bare.evemu")
    let inferred = try Binary.run("render", bare, "-o", folder.path("inferred.png"))
    #expect(inferred.errors.contains("--range X0,X1,Y0,Y1"), "\(inferred)")
    let given = try Binary.run("render", bare, "-o", folder.path("given.png"), "--range", "0,1000,0,500")
    #expect(given.status == 0, "\(given)")
    #expect(try DecodedPicture(folder.path("given.png")).ink == [190, 190, 1729, 193])
  }
}
