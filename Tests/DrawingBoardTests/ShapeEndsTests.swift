import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// Where arrows, polygons and stars end.
struct ShapeEndsTests {
  private func bounds(_ tool: Tool, _ ends: ShapeEnds) throws -> PixelRect {
    let settings: [Gesture] = [.set(\.tool, tool), .set(\.shapeEnds, ends), .set(\.width, 2)]
    return try Bench(width: 300, height: 200, settings + stroke(1, (20, 20), (220, 120))).inkBounds
  }

  @Test(arguments: [Tool.triangle, .pentagon, .ngon, .star])
  func `They fill the box up to the touch, or are regular in a square`(_ tool: Tool) throws {
    // 20 to 220 and 20 to 120, and half the width of 2 on each side; corners are sharp, so that those at the
    // sides may be a pixel less.
    let bounds = try bounds(tool, .atTouch)
    #expect((19...20).contains(bounds.x) && (19...20).contains(bounds.y))
    #expect((220...221).contains(bounds.maxX) && (120...121).contains(bounds.maxY))
    #expect(try self.bounds(tool, .classic).maxX <= 120)
  }

  @Test func `The tip of an arrow is where the touch ended`() throws {
    let line: [Gesture] = [.set(\.tool, .arrow), .set(\.width, 10)]
    let exact = try Bench(
      width: 300, height: 200, line + [.set(\.shapeEnds, .atTouch)] + stroke(1, (20, 100), (220, 100)))
    #expect(exact.inkBounds.maxX == 220)
    // Two widths farther.
    let classic = try Bench(width: 300, height: 200, line + stroke(1, (20, 100), (220, 100)))
    #expect(classic.inkBounds.maxX == 240)
  }

  @Test func `An arrow shorter than its head has a direction`() throws {
    let steps: [Gesture] = [.set(\.tool, .arrow), .set(\.width, 10), .set(\.shapeEnds, .atTouch)]
    let bench = try Bench(width: 100, height: 100, steps + stroke(1, (50, 50), (50, 61)))
    guard case .add(.line(let line))? = bench.board.operations.first else {
      Issue.record("no arrow")
      return
    }
    #expect(line.start.x == line.end.x && line.end.y > 50 && line.end.y < 51)
  }
}
