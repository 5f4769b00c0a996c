import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

struct ShapeTests {
  private func drag(_ tool: Tool, from start: (Double, Double), to end: (Double, Double)) -> [Gesture] {
    [.set(\.width, 4), .set(\.tool, tool)] + stroke(1, start, end)
  }

  @Test(arguments: Tool.allCases.filter { $0 != .pencil && $0 != .eraser })
  func `A tap with a shape tool leaves nothing`(tool: Tool) throws {
    // (16, 18) is √(6² + 8²) = 10 from (10, 10): still a tap.
    let bench = try Bench([.set(\.tool, tool)] + stroke(1, (10, 10), (16, 18)))
    #expect(bench.board.operations.isEmpty)
    #expect(bench.inkBounds.isEmpty)
  }

  @Test func `Once a drag, always a drag`() throws {
    let bench = try Bench([.set(\.tool, .line)] + stroke(1, (10, 10), (40, 10), (12, 10)))
    let expected = LineShape(
      from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 12, y: 10), style: StrokeStyle(color: .black, width: 4))
    #expect(bench.board.operations == [.add(.line(expected))])
  }

  @Test func `A line reaches half its width beyond its ends`() throws {
    #expect(
      try Bench(drag(.line, from: (20, 30), to: (70, 30))).inkBounds == PixelRect(x: 18, y: 28, width: 54, height: 4))
  }

  @Test func `Dashes are three widths long and leave a visible gap`() throws {
    let pixels = try Bench(drag(.dashedLine, from: (10, 50), to: (90, 50))).pixels
    let row = (0..<96).filter { pixels[$0, 50] == 0xFF00_0000 }
    // Width 4: dashes 10…22, 34…46, 58…70, 82…90, and caps of 2. Near the axis the caps' last pixel is partly covered.
    let runs = [9...22, 33...46, 57...70, 81...90].flatMap(Array.init)
    #expect(row == runs)
  }

  @Test(arguments: [((20.0, 30.0), (70.0, 60.0)), ((70, 60), (20, 30)), ((20, 60), (70, 30))])
  func `A rectangle is dragged in any direction`(start: (Double, Double), end: (Double, Double)) throws {
    let bench = try Bench(drag(.rectangle, from: start, to: end))
    #expect(bench.inkBounds == PixelRect(x: 18, y: 28, width: 54, height: 34))
    #expect(bench.pixels[45, 45] == 0xFFFF_FFFF)
  }

  @Test func `An ellipse touches the sides of its box`() throws {
    let bench = try Bench(drag(.ellipse, from: (20, 30), to: (70, 60)))
    #expect(bench.inkBounds == PixelRect(x: 18, y: 28, width: 54, height: 34))
    #expect(bench.pixels[20, 30] == 0xFFFF_FFFF)
    // At 45° in its own terms: 45 + 25 × 0.7071 = 62.7, 45 + 15 × 0.7071 = 55.6.
    #expect(bench.pixels[62, 55] == 0xFF00_0000)
  }

  @Test(arguments: [Tool.rectangle, .ellipse])
  func `The fill lies under the outline`(tool: Tool) throws {
    let green = PixelColor(red: 0, green: 255, blue: 0)
    let bench = try Bench([.set(\.fill, green)] + drag(tool, from: (20, 30), to: (70, 60)))
    #expect(bench.pixels[45, 45] == 0xFF00_FF00)
    #expect(bench.pixels[20, 45] == 0xFF00_0000)
  }

  @Test func `A shape in progress shows nothing of where it was`() throws {
    let steps: [Gesture] = [
      .set(\.tool, .rectangle), down(1, at: (10, 10)), move(1, to: (90, 90)), move(1, to: (40, 40)),
    ]
    let direct: [Gesture] = [.set(\.tool, .rectangle), down(1, at: (10, 10)), move(1, to: (40, 40))]
    #expect(try Bench(steps).pixels.difference(from: Bench(direct).pixels) == nil)
  }

  @Test func `Ten fingers draw with the tool that each began with`() throws {
    let tools: [Tool] = [
      .pencil, .eraser, .line, .dashedLine, .rectangle, .ellipse, .pencil, .line, .rectangle, .ellipse,
    ]
    let begins = tools.enumerated().flatMap { number, tool in
      [.set(\.tool, tool), down(Gesture.Finger(number), at: (5, Double(number) * 9))]
    }
    let moves = tools.indices.map { move(Gesture.Finger($0), to: (90, Double($0) * 9 + 5)) }
    let bench = try Bench(begins + moves + tools.indices.map { up(Gesture.Finger($0)) })
    #expect(bench.board.operations.map(\.kind) == tools.map(\.kind))
  }
}

extension BoardOperation {
  fileprivate var kind: String {
    switch self {
    case .add(.pen): "pen"
    case .add(.line): "line"
    case .add(.rectangle): "rectangle"
    case .add(.ellipse): "ellipse"
    case .add(.ngon): "ngon"
    case .add(.star): "star"
    case .add(.diamond): "diamond"
    case .add(.path): "path"
    case .add(.angle): "angle"
    case .add(.text): "text"
    case .add(.image): "image"
    case .erase: "erasure"
    case .insert, .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace,
      .clear, .background, .page, .layer:
      "other"
    }
  }
}

extension Tool {
  fileprivate var kind: String {
    switch self {
    case .pencil: "pen"
    case .eraser: "erasure"
    case .line, .dashedLine, .arrow: "line"
    case .triangle, .pentagon, .ngon: "ngon"
    case .star: "star"
    case .angle: "angle"
    case .text, .selection, .lasso: "none"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    }
  }
}
