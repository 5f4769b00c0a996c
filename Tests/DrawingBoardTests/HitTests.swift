import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct HitTests {
  private func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }

  private func line(width: Double = 4) -> PlacedShape {
    PlacedShape(
      .line(LineShape(from: point(20, 30), to: point(70, 30), style: StrokeStyle(color: .black, width: width))))
  }

  // Half of 4 is less than 8; half of 40 is 20.
  @Test(arguments: [
    (4.0, (45.0, 38.0), true), (4, (45, 38.5), false), (4, (78, 30), true), (4, (78.5, 30), false),
    (40, (45, 50), true), (40, (45, 50.5), false), (40, (90, 30), true),
  ]) func `A line is hit within half its width or eight points`(width: Double, place: (Double, Double), isHit: Bool) {
    #expect(line(width: width).isHit(at: point(place.0, place.1)) == isHit)
  }

  @Test func `A turned line is hit where it lies now`() {
    let turned = line().transformed(by: .turn(by: .pi / 2, about: point(45, 30)))
    // The line goes from (45, 5) to (45, 55).
    #expect(turned.isHit(at: point(52, 50)))
    #expect(!turned.isHit(at: point(65, 30)))
  }

  @Test func `The eight points are those of the board whatever the scale`() {
    let small = line().transformed(by: ShapeTransform(scale: 0.5))
    // The line goes from (10, 15) to (35, 15).
    #expect(small.isHit(at: point(20, 23)))
    #expect(!small.isHit(at: point(20, 23.5)))
    let large = line(width: 20).transformed(by: ShapeTransform(scale: 3))
    // At y = 90, 60 wide.
    #expect(large.isHit(at: point(100, 120)))
    #expect(!large.isHit(at: point(100, 120.5)))
  }

  @Test(arguments: [nil, PixelColor.white])
  func `The inside is hit where it is filled`(fill: PixelColor?) {
    let style = StrokeStyle(color: .black, width: 4)
    let (start, end) = (point(20, 20), point(120, 80))
    let shapes: [Shape] = [
      .rectangle(RectShape(from: start, to: end, style: style, fill: fill)),
      .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill)),
      .ngon(NgonShape(from: start, to: end, sides: 6, style: style, fill: fill)),
      .star(StarShape(from: start, to: end, style: style, fill: fill)),
    ]
    // The square of the last two is 20…80; its centre is (50, 50). The star's notches are 28/2.5 = 11.2 from it.
    for (shape, center) in zip(shapes, [point(70, 50), point(70, 50), point(50, 50), point(50, 50)]) {
      #expect(PlacedShape(shape).isHit(at: center) == (fill != nil), "\(shape)")
      #expect(!PlacedShape(shape).isHit(at: point(130, 90)), "\(shape)")
    }
    // The corner of an ellipse's box is empty: at (70 − 50 · 0.7071, 50 − 30 · 0.7071) = (34.6, 28.8) it is 17 off.
    #expect(!PlacedShape(shapes[1]).isHit(at: start))
  }

  @Test func `A pencil line is hit along its curve`() {
    var path = StrokePath(from: StrokePath.Vertex(point(10, 10), width: 4))
    path.extend(to: StrokePath.Vertex(point(50, 90), width: 4))
    path.extend(to: StrokePath.Vertex(point(90, 10), width: 4))
    let shape = PlacedShape(.pen(PenShape(path: path, color: .black)))
    // The curve goes from (30, 50) by (50, 90) to (70, 50); in the middle y = 50/4 + 90/2 + 50/4 = 70.
    #expect(shape.isHit(at: point(50, 77.9)))
    #expect(!shape.isHit(at: point(50, 79)))
    #expect(!shape.isHit(at: point(50, 90)))
  }

  @Test func `An arrow's head is hit`() {
    let arrow = LineShape(
      from: point(20, 50), to: point(60, 50), style: StrokeStyle(color: .black, width: 20), head: .arrow)
    // The tip at 60 + 2 · 20 = 100; on the line, 10 behind it and 30 beyond the end, it is inside.
    #expect(PlacedShape(.line(arrow)).isHit(at: point(90, 50)))
    #expect(!PlacedShape(.line(arrow)).isHit(at: point(109, 50)))
  }

  @Test func `The topmost is hit first`() throws {
    let steps: [Gesture] =
      [.set(\.tool, .rectangle), .set(\.fill, .white)] + stroke(1, (10, 10), (60, 60))
      + stroke(2, (30, 30), (90, 90))
    let scene = try Bench(steps).board.scene
    #expect(scene.topmost(at: point(40, 40))?.id == ElementID(rawValue: 2))
    #expect(scene.topmost(at: point(20, 20))?.id == ElementID(rawValue: 1))
    #expect(scene.topmost(at: point(90, 15)) == nil)
  }

  @Test(arguments: [ShapeTransform(scale: 0), ShapeTransform(scale: .nan), .move(byX: .infinity, y: 0)])
  func `A shape that lies nowhere is not hit`(transform: ShapeTransform) {
    #expect(!line().transformed(by: transform).isHit(at: point(45, 30)))
  }
}
