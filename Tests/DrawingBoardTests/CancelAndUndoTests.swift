import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

struct CancelAndUndoTests {
  private let red = PixelColor(red: 255, green: 0, blue: 0, alpha: 160)
  private let first = stroke(1, (10, 10), (80, 80))

  @Test func `A cancelled stroke leaves no pixel and no operation`() throws {
    let never = try Bench(first)
    let cancelled = try Bench(
      first + [.set(\.color, red), down(2, at: (80, 10)), move(2, to: (10, 80)), cancel(2)])
    #expect(cancelled.pixels.difference(from: never.pixels) == nil)
    #expect(cancelled.board.operations == never.board.operations)
    #expect(cancelled.board.lines.linesInProgress.isEmpty)
  }

  @Test func `A cancel from outside takes one touch back and the others go on`() throws {
    let outside = BoardCommand.cancel(DeviceChannel(rawValue: 0), TrackingID(rawValue: 102), .window)
    let cancelled = try Bench([
      down(1, at: (10, 10)), down(2, at: (80, 10)), move(2, to: (10, 80)), .command(outside), move(1, to: (60, 60)),
      move(2, to: (90, 90)), up(2), up(1),
    ])
    let never = try Bench([down(1, at: (10, 10)), move(1, to: (60, 60)), up(1)])
    #expect(cancelled.pixels.difference(from: never.pixels) == nil)
    #expect(cancelled.board.lines.finishedLines.count == 1)
  }

  @Test func `Undo takes back the last finished stroke and leaves fingers that are down alone`() throws {
    let bench = try Bench(
      first + [down(2, at: (80, 10)), move(2, to: (10, 80)), .command(.undo), move(2, to: (10, 20)), up(2)])
    let alone = try Bench([down(2, at: (80, 10)), move(2, to: (10, 80)), move(2, to: (10, 20)), up(2)])
    #expect(bench.pixels.difference(from: alone.pixels) == nil)
    #expect(!bench.board.canRedo)
  }

  @Test func `Redo brings back what undo took`() throws {
    var bench = try Bench(first + stroke(2, (80, 10), (10, 80)) + [.command(.clear)])
    var states = [bench.pixels]
    for _ in 1...3 {
      try bench.play(.command(.undo))
      states.append(bench.pixels)
    }
    #expect(states[3] == (try Bench().pixels))
    for state in states.dropLast().reversed() {
      try bench.play(.command(.redo))
      #expect(bench.pixels.difference(from: state) == nil)
    }
  }

  @Test(arguments: [UndoBudget.none, UndoBudget(bytes: 3 * 16_384), .standard])
  func `Undo has no limit whatever the memory`(budget: UndoBudget) throws {
    var bench = try Bench(undo: UndoMemory(budget: budget))
    var states: [PixelBuffer] = []
    for number in 1...8 {
      states.append(bench.pixels)
      let offset = Double(number) * 10
      try bench.play(stroke(Gesture.Finger(number), (offset, 5), (90 - offset, 90)))
    }
    for state in states.reversed() {
      try bench.play(.command(.undo))
      #expect(bench.pixels.difference(from: state) == nil)
    }
    for state in states.dropFirst() {
      try bench.play(.command(.redo))
      #expect(bench.pixels.difference(from: state) == nil)
    }
  }

  @Test func `A filled shape is undone and redone whole`() throws {
    let fill = PixelColor(red: 0, green: 200, blue: 0, alpha: 100)
    var bench = try Bench(first)
    let before = bench.pixels
    try bench.play([.set(\.fill, fill), .set(\.tool, .ellipse)] + stroke(2, (20, 20), (80, 80)))
    let after = bench.pixels
    try bench.play(.command(.undo))
    #expect(bench.pixels.difference(from: before) == nil)
    try bench.play(.command(.redo))
    #expect(bench.pixels.difference(from: after) == nil)
  }

  @Test func `A stroke that ends goes under those still down`() throws {
    let steps: [Gesture] = [
      .set(\.width, 20), down(1, at: (20, 50)), move(1, to: (80, 50)), .set(\.color, .white),
      down(2, at: (50, 20)), move(2, to: (50, 50)), up(1),
    ]
    var bench = try Bench(steps)
    #expect(bench.pixels[50, 35] == 0xFFFF_FFFF)
    try bench.play(up(2))
    #expect(bench.board.operations.count == 2)
    #expect(bench.pixels[50, 50] == 0xFFFF_FFFF)
    #expect(bench.pixels[30, 50] == 0xFF00_0000)
  }

  @Test func `Cancelled ink is shown in grey only where asked for`() throws {
    let steps = [down(1, at: (20, 50)), move(1, to: (80, 50)), cancel(1)]
    let shown = try Bench([.set(\.cancelledInk, .shown)] + steps)
    // 96/255 of 128 over white: 128 × 96/255 = 48, 255 × 159/255 = 159, together 207.
    #expect(shown.pixels[40, 50] == 0xFFCF_CFCF)
    #expect(shown.board.operations.isEmpty)
    #expect(try Bench(steps).pixels[40, 50] == 0xFFFF_FFFF)
  }
}
