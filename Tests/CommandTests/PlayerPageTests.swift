import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Pages that play recordings: files of their own, and in Chromium beside our pictures of the same instants.
@Suite(.slow)
struct PlayerPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page(of file: String, _ options: [String] = []) throws -> String {
    try Touchreel.succeed(["render", file, "-o", folder.path("page.html"), "--force"] + options)
    return try folder.text("page.html")
  }

  /// Checks that Chromium shows what `render` draws.
  ///
  /// - Parameters:
  ///   - times: as `--at` and the page take them, in any order.
  ///   - tolerance: of each component of a pixel, in steps of 255.
  private func expectSamePictures(
    of file: String, at times: [Double], _ options: [String] = [], tolerance: Int = 1, _ comment: Comment = ""
  ) throws {
    _ = try page(of: file, options)
    let fragment = times.map { "t=\($0)" }.joined(separator: "&") + "&picture"
    let shown = try Chromium.open(folder.path("page.html"), at: fragment, in: folder)
    #expect(shown.messages.isEmpty, comment)
    let pictures = try shown.pictures
    try #require(pictures.count == times.count, "\(comment): \(shown.document.suffix(400))")
    for (time, theirs) in zip(times, pictures) {
      try Touchreel.succeed(["render", file, "-o", folder.path("ours.png"), "--force", "--at", "\(time)"] + options)
      let ours = try DecodedPicture(folder.path("ours.png"))
      let distance = try #require(ours.distance(to: theirs), comment)
      #expect(distance <= tolerance, "\(comment) at \(time)")
    }
  }

  @Test(
    .enabled(if: Chromium.isInstalled, "chromium is missing"),
    arguments: [
      ("ten-fingers.mcap", []), ("palm-mid-stroke.mcap", ["--show-cancelled", "--width", "30"]),
      ("pen-tilt-eraser.mcap", ["--background", "#00000000", "--color", "#20408080"]),
      ("overrun.mcap", ["--smoothing", "one-euro", "--speed-width", "on", "--background", "white,#ccddee"]),
      ("protocol-a.mcap", ["--tool", "rectangle", "--fill", "#ff800080"]),
      ("ten-fingers.mcap", ["--tool", "arrow", "--from", "0.3"]),
      ("pen-and-touch.mcap", ["--color-by", "touch", "--smoothing", "none"]),
      ("unplug-mid-touch.mcap", ["--theme", "red-in-progress", "--width", "0.4"]),
    ] as [(String, [String])])
  func `A page shows the pixels that a picture of the same instant has`(_ name: String, options: [String]) throws {
    try expectSamePictures(
      of: Fixture.path(name), at: [1.6, 0.4, 60], options + ["--size", "960x600"], "\(name) \(options)")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is missing"), arguments: PropertySeeds.from(0x71AE, count: 3))
  func `Commands of the board are shown at every instant`(seed: UInt64) throws {
    var random = RandomBoardSteps(seed: seed)
    let steps = (0..<60).map { _ in random.next() }
    try BoardRecording(steps).write(to: folder.url("board.mcap"))
    let times = (0..<8).map { _ in Double(random.random.next(below: 6100)) / 1000 }
    try expectSamePictures(of: folder.path("board.mcap"), at: times, ["--size", "640x320"], "seed \(seed)")
    try expectSamePictures(
      of: folder.path("board.mcap"), at: Array(times.prefix(4)), ["--size", "640x320", "--clean"], "seed \(seed)")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is missing"), arguments: BackgroundImageMode.allCases)
  func `Images lie under the ink from when they are the background`(mode: BackgroundImageMode) throws {
    var image = PixelBuffer(size: PixelSize(width: 90, height: 60), filledWith: 0xff20_60c0)
    image.withTarget { target in
      let half = PixelSize(width: 90, height: 30)
      let paint = PreparedBackground(.color(PixelColor(red: 250, green: 200, blue: 40)), size: half)
      Picture(background: paint, committed: TiledImage(size: half)).compose(.everything(of: half), into: target)
    }
    let background = Background.image(ImageID(rawValue: "ab12"), mode, on: PixelColor(red: 9, green: 90, blue: 9))
    let recording = BoardRecording([
      .image(name: "ab12", png: image.png()), .stroke((100, 100), (900, 400)), .command(.background(background)),
      .command(.set(\.tool, .eraser)), .stroke((100, 400), (900, 100)), .command(.undo), .command(.undo),
    ])
    try recording.write(to: folder.url("image.mcap"))
    try expectSamePictures(
      of: folder.path("image.mcap"), at: [0.42, 0.15, 0.25, 0.55, 0.7], ["--size", "480x240"], "\(mode)")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is missing"))
  func `Ruled paper lies under the ink from when it is the background`() throws {
    let recording = BoardRecording([
      .stroke((100, 100), (900, 400)), .command(.background(.ruled(Ruling(.squares), on: .white))),
      .command(.set(\.tool, .eraser)), .stroke((100, 400), (900, 100)), .command(.undo), .command(.undo),
    ])
    try recording.write(to: folder.url("paper.mcap"))
    try expectSamePictures(of: folder.path("paper.mcap"), at: [0.15, 0.3, 0.55, 0.7], ["--size", "480x240"], "paper")
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is missing"))
  func `Images of a drawing are shown, moved and erased`() throws {
    let pixels = PixelBuffer(size: PixelSize(width: 9, height: 6), filledWith: 0x8020_4060)
    let shape = ImageShape(
      try EmbeddedImage(pixels.png()), from: BoardPoint(x: 200, y: 100), to: BoardPoint(x: 1200, y: 700))
    var drawing = Drawing(size: BoardSize(width: 1920, height: 960), background: .color(.white))
    try drawing.append(.add(.image(shape)))
    let recording = BoardRecording([
      .stroke((100, 100), (900, 400)), .command(.drawing(drawing)), .stroke((100, 100), (900, 400)),
      .command(.set(\.tool, .eraser)), .command(.set(\.width, 60)), .stroke((100, 400), (900, 100)),
      .command(.set(\.tool, .selection)), .stroke((300, 200), (700, 300)), .command(.undo),
    ])
    try recording.write(to: folder.url("image-shape.mcap"))
    try expectSamePictures(
      of: folder.path("image-shape.mcap"), at: [0.05, 0.15, 0.3, 0.55, 0.72, 0.79, 0.85], ["--size", "480x240"], "image"
    )
  }

  @Test func `A page is one file that loads nothing, of 60 KB besides its ink`() throws {
    let text = try page(of: Fixture.path("ten-fingers.mcap"))
    #expect(text.utf8.count - text.bytesOfInk <= 60_000)
    for word in ["http:", "https:", "//cdn", "url(", "import ", "src=\"/", "href=\"/"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("default-src 'none'"))
    // The finished picture is there without JavaScript.
    let start = try #require(text.range(of: "data:image/png;base64,"))
    let image = text[start.upperBound...].prefix { $0 != "\"" }
    let poster = try DecodedPicture(#require(Data(base64Encoded: String(image))))
    try Touchreel.succeed("render", Fixture.path("ten-fingers.mcap"), "-o", folder.path("finished.png"))
    #expect(try poster.buffer == DecodedPicture(folder.path("finished.png")).buffer)
  }

  @Test(.enabled(if: Chromium.isInstalled, "chromium is missing"))
  func `Keys, the slider and the location go where they say`() throws {
    let steps = """
      const shown = [];
      const press = (key, shiftKey = false) => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
        shown.push(`${key} ${player.time} ${player.playing} ${player.speed}`);
      };
      for (const key of ['Home', 'ArrowRight', 'ArrowLeft', 'End', '+', '-', '-', ' ', ' ', 'k']) press(key);
      press('Home');
      press('ArrowRight', true);
      player.page.seek.value = 300000;
      player.page.seek.dispatchEvent(new Event('input'));
      shown.push(`slider ${player.time} ${player.playing}`);
      player.page.stage.click();
      shown.push(`tap ${player.playing} loop ${player.page.loop.checked}`);
      press('l');
      shown.push(`loop ${player.page.loop.checked}`);
      document.title = shown.join('; ');
      """
    let text = try page(of: Fixture.path("palm-mid-stroke.mcap"))
      .replacingOccurrences(of: "http-equiv=\"Content-Security-Policy\"", with: "name=\"policy\"")
      .replacingOccurrences(
        of: "data => new Player(data)", with: "data => { const player = new Player(data);\n\(steps)}")
    let file = try folder.write(text, to: "driven.html")
    let shown = try Chromium.open(file, at: "t=0.25", in: folder)
    #expect(shown.messages.isEmpty)
    let title = shown.document.components(separatedBy: "<title>").last?.components(separatedBy: "</title>").first
    #expect(
      title?.components(separatedBy: "; ") == [
        "Home 0 false 1", "ArrowRight 1000000 false 1", "ArrowLeft 0 false 1", "End 1008141 false 1",
        "+ 1008141 false 2", "- 1008141 false 1", "- 1008141 false 0.5", "  0 true 0.5", "  0 false 0.5",
        "k 0 true 0.5", "Home 0 false 0.5", "ArrowRight 8231 false 0.5", "slider 300000 false",
        "tap true loop false", "l 300000 true 0.5", "loop true",
      ])
  }

  @Test func `The same recording gives the same page`() throws {
    let first = try page(of: Fixture.path("palm-mid-stroke.mcap"))
    #expect(try page(of: Fixture.path("palm-mid-stroke.mcap"), ["--threads", "3"]) == first)
  }

  @Test func `A name of a device is text, whatever is in it`() throws {
    let name = "<img src=x onerror=alert(1)></script>&\"'"
    let recording = Recorded.line.replacingOccurrences(of: "N: Test Screen", with: "N: \(name)\u{202e}")
    let file = try folder.write(recording, to: "<b>hostile.evemu")
    let text = try page(of: file)
    #expect(!text.contains("<img src=x") && !text.contains("<b>hostile"))
    #expect(text.contains("&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&amp;&quot;'\\u202e"))
    guard Chromium.isInstalled else { return }
    let shown = try Chromium.open(folder.path("page.html"), in: folder)
    #expect(shown.messages.isEmpty)
    #expect(shown.document.contains("<td>&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;&amp;\"'\\u202e</td>"))
    #expect(shown.document.contains("<title>&lt;b&gt;hostile.evemu</title>"))
  }

  @Test func `What has no times or no one size is refused`() throws {
    try Touchreel.succeed("convert", Fixture.path("palm-mid-stroke.mcap"), folder.path("page.touchreel.json"))
    try expectRefused(
      ["render", folder.path("page.touchreel.json"), "-o", folder.path("page.html")], status: 1, "has no times")
    try expectRefused(
      ["render", Fixture.path("palm-mid-stroke.mcap"), "-o", folder.path("page.html"), "--crop"], status: 64, "--crop")
    try expectRefused(
      ["render", Fixture.path("palm-mid-stroke.mcap"), "-o", folder.path("page.html"), "--size", "9000x100"],
      status: 1, "--size")
    let resized = BoardRecording([
      .stroke((100, 100), (900, 100)), .command(.size(BoardSize(width: 500, height: 500))),
      .command(.size(BoardSize(width: 700, height: 500))),
    ])
    try resized.write(to: folder.url("resized.mcap"))
    try expectRefused(
      ["render", folder.path("resized.mcap"), "-o", folder.path("page.html")], status: 1, "changes its size")
    #expect(!folder.names.contains("page.html"))
  }

  private func expectRefused(_ arguments: [String], status: Int32, _ words: String) throws {
    let outcome = try Programs.run(Touchreel.path, arguments)
    #expect(outcome.status == status && outcome.errors.contains(words), "\(arguments): \(outcome)")
  }
}

extension String {
  /// The base64 of the finished picture and of what is played.
  fileprivate var bytesOfInk: Int {
    [("data:image/png;base64,", "\""), ("id=\"data\">", "<")].reduce(0) { sum, marks in
      guard let start = range(of: marks.0) else { return sum }
      return sum + self[start.upperBound...].prefix { String($0) != marks.1 }.utf8.count
    }
  }
}

extension DecodedPicture {
  /// The greatest difference of a component, multiplied by its alpha, in steps of 255; `nil` if the sizes differ.
  fileprivate func distance(to other: DecodedPicture) -> Int? {
    guard buffer.size == other.buffer.size else { return nil }
    var greatest = 0
    for (one, two) in zip(buffer.pixels, other.buffer.pixels) where one != two {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        greatest = max(greatest, abs(Int(one >> shift & 255) - Int(two >> shift & 255)))
      }
    }
    return greatest
  }
}

/// Strokes and commands of all kinds, from a seed.
private struct RandomBoardSteps {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> BoardRecording.Step {
    switch random.next(below: 12) {
    case 0..<5: .stroke(point(), point())
    case 5: .interrupted(point(), point(), by: command())
    case 6: .command(.set(\.tool, Tool.allCases[random.next(below: Tool.allCases.count)]))
    default: .command(command())
    }
  }

  private mutating func point() -> (x: Int32, y: Int32) {
    (Int32(random.next(below: 1000)), Int32(random.next(below: 500)))
  }

  private mutating func color() -> PixelColor {
    func level() -> UInt8 { UInt8(random.next(below: 256)) }
    return PixelColor(red: level(), green: level(), blue: level(), alpha: level() | 63)
  }

  private mutating func command() -> BoardCommand {
    switch random.next(below: 16) {
    case 0..<4: .undo
    case 4, 5: .redo
    case 6: .clear
    case 7: .set(\.color, color())
    case 8: .set(\.fill, random.next(below: 3) == 0 ? nil : color())
    case 9: .set(\.width, Double(1 + random.next(below: 60)))
    case 10: .set(\.pattern, random.next(below: 2) == 0 ? .dashed : .solid)
    case 11: .set(\.join, random.next(below: 2) == 0 ? .miter : .round)
    case 12: .text("T\(random.next(below: 100))😀\nxy")
    case 13: random.next(below: 2) == 0 ? .delete : .restyle(.color(color()))
    case 14: .background(.gradient(from: color(), to: color(), angle: Double(random.next(below: 360))))
    default: .set(\.tool, random.next(below: 2) == 0 ? .selection : .pencil)
    }
  }
}
