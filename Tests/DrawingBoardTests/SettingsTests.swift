import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct SettingsTests {
  @Test func `A change affects touches that begin afterwards`() throws {
    let red = PixelColor(red: 255, green: 0, blue: 0)
    let bench = try Bench([
      down(1, at: (10, 20)), .set(\.color, red), .set(\.width, 20), .set(\.tool, .line), down(2, at: (10, 60)),
      move(1, to: (80, 20)), move(2, to: (80, 60)), up(1), up(2),
    ])
    #expect(bench.pixels[40, 20] == 0xFF00_0000)
    #expect(bench.pixels[40, 26] == 0xFFFF_FFFF)
    #expect(bench.pixels[40, 68] == 0xFFFF_0000)
  }

  @Test func `By touch each touch takes the next colour of the palette`() throws {
    let bench = try Bench(
      [.set(\.coloring, .byTouch), .set(\.width, 10)] + stroke(1, (20, 20)) + stroke(2, (50, 20))
        + stroke(12, (20, 50)))
    // Touch 12 has the third colour of ten: 12 mod 10 = 2.
    #expect(bench.pixels[20, 20] == Coloring.palette[1].premultiplied)
    #expect(bench.pixels[50, 20] == Coloring.palette[2].premultiplied)
    #expect(bench.pixels[20, 50] == Coloring.palette[2].premultiplied)
  }

  @Test func `TouchTracker's lines are red until they are finished`() throws {
    var bench = try Bench(
      BoardSettings.touchTracker.commands.map(Gesture.command) + [down(1, at: (20, 50)), move(1, to: (80, 50))])
    #expect(bench.pixels[30, 50] == 0xFFFF_0000)
    _ = bench.board.drainDamage()
    try bench.play(up(1))
    #expect(bench.pixels[30, 50] == 0xFF00_0000)
    #expect(bench.board.drainDamage().bounds.intersection(bench.inkBounds) == bench.inkBounds)
  }

  @Test func `Settings are the sum of their commands`() throws {
    var settings = BoardSettings.touchTracker
    settings.tool = .ellipse
    settings.fill = .white
    settings.cap = .square
    settings.join = .bevel
    settings.pattern = .dashed
    settings.sides = 9
    settings.font = TextFont(family: "Serif", size: 30)
    settings.marks = .shown
    settings.eraserWidth = .points(30)
    settings.erasing = .shapes
    settings.eraserEnd = .draws
    settings.pressure = .all(gamma: 2)
    settings.cancelledInk = .shown
    let bench = try Bench(settings.commands.map(Gesture.command))
    #expect(bench.board.settings == settings)
  }

  @Test func `Every property of the settings is declared`() {
    let properties = Mirror(reflecting: BoardSettings()).children.compactMap(\.label)
    #expect(properties == BoardSetting.all.map(\.name))
    #expect(BoardSettings().all.map(\.name) == properties)
  }
}
