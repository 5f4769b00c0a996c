import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// What was erased is not hit, be the erasure an element of its own or attached to the shapes that it touched.
struct ErasedHitTests {
  enum State: CaseIterable {
    case inOrder, attached
  }

  private func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }
  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  private func erase(_ width: Double, _ points: (Double, Double)...) -> [Gesture] {
    [.set(\.tool, .eraser), .set(\.width, width), down(9, at: points[0])]
      + points.dropFirst().map { move(9, to: $0) } + [up(9)]
  }

  /// What a finger finds. Attached, the shapes were moved by 30 downward together with their holes.
  private func scene(_ steps: [Gesture], _ state: State) throws -> Scene {
    var bench = try Bench(width: 200, height: 200, steps)
    if state == .attached {
      let shapes = Set(bench.board.elements.filter { $0.shape != nil }.map(\.id))
      try bench.board.perform(.transform(shapes, by: .move(byX: 0, y: 30)))
    }
    return bench.board.scene
  }

  private func hit(_ scene: Scene, _ x: Double, _ y: Double, _ state: State) -> Int? {
    scene.topmost(at: point(x, state == .attached ? y + 30 : y))?.id.rawValue
  }

  @Test(arguments: State.allCases)
  func `A tap in a hole of a line passes through`(state: State) throws {
    // The eraser, 30 wide, leaves the line from 10 to 85 and from 115 to 190.
    let scene = try scene(stroke(1, (10, 100), (190, 100)) + erase(30, (100, 80), (100, 120)), state)
    #expect(hit(scene, 100, 100, state) == nil)
    #expect(hit(scene, 87, 100, state) == nil)
    #expect(hit(scene, 83, 100, state) == 1)
    #expect(hit(scene, 120, 105, state) == 1)
  }

  @Test(arguments: State.allCases)
  func `A place beside a line is no hit where the line is erased`(state: State) throws {
    // The eraser, 8 wide, takes the line between 56 and 144 away; 7 beside it nothing was erased, but nothing is left
    // to be hit.
    let scene = try scene(stroke(1, (10, 100), (190, 100)) + erase(8, (60, 100), (140, 100)), state)
    #expect(hit(scene, 100, 107, state) == nil)
    #expect(hit(scene, 30, 107, state) == 1)
  }

  @Test(arguments: State.allCases)
  func `A hole in a filled shape shows what lies below`(state: State) throws {
    let below = [Gesture.set(\.width, 4)] + stroke(1, (20, 20), (20, 180))
    let filled: [Gesture] = [.set(\.tool, .rectangle), .set(\.fill, .black)] + stroke(2, (50, 50), (150, 150))
    let line: [Gesture] = [.set(\.tool, .line)] + stroke(3, (100, 60), (100, 140))
    let scene = try scene(below + filled + erase(20, (70, 100), (130, 100)) + line, state)
    // 4 is the erasure, over 2 and under 5.
    #expect(hit(scene, 75, 100, state) == nil)
    #expect(hit(scene, 75, 130, state) == 2)
    #expect(hit(scene, 100, 100, state) == 4)
    #expect(hit(scene, 20, 100, state) == 1)
  }

  @Test(arguments: State.allCases)
  func `A shape that is erased wholly is not selected`(state: State) throws {
    // The eraser is as wide as the stroke, and leaves a faint outline.
    let steps = [Gesture.set(\.width, 12)] + stroke(1, (40, 40), (160, 40)) + stroke(2, (40, 120), (160, 120))
    let scene = try scene(steps + erase(12, (40, 40), (160, 40)), state)
    #expect((40...160).allSatisfy { hit(scene, Double($0), 40, state) == nil })
    #expect(scene.shapes(in: BoardRect(from: point(0, 0), to: point(200, 200))) == [id(2)])
  }

  @Test func `A shape that is erased in part is selected by a marquee`() throws {
    let scene = try scene(stroke(1, (10, 100), (190, 100)) + erase(30, (10, 100), (160, 100)), .inOrder)
    #expect(scene.shapes(in: BoardRect(from: point(0, 0), to: point(200, 200))) == [id(1)])
  }

  @Test func `A hairline is hit beside its holes`() throws {
    let scene = try scene(
      [.set(\.width, 0.1)] + stroke(1, (10, 100), (190, 100)) + erase(10, (100, 90), (100, 110)), .inOrder)
    #expect(hit(scene, 100, 100, .inOrder) == nil)
    #expect(hit(scene, 90, 104, .inOrder) == 1)
  }

  @Test func `A text with a hole is not edited there`() throws {
    let text: [Gesture] =
      [.set(\.tool, .text)] + stroke(1, (100, 100))
      + [.command(.text("MMMMMM")), .command(.endText)]
    let scene = try scene(text + erase(16, (100, 80), (100, 120)), .inOrder)
    let frame = try #require(scene.elements.elements.first?.shape?.corners)
    #expect(hit(scene, 100, 100, .inOrder) == nil)
    #expect(hit(scene, frame[0].x + 3, 100, .inOrder) == 1)
  }
}
