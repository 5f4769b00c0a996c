import SeededCases
import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct ShapeTransformTests {
  private let style = StrokeStyle(color: PixelColor(red: 200, green: 0, blue: 90, alpha: 200), width: 5)

  private func shapes(movedBy x: Double, _ y: Double, scale: Double = 1) -> [Shape] {
    func point(_ px: Double, _ py: Double) -> BoardPoint { BoardPoint(x: px * scale + x, y: py * scale + y) }
    var style = style
    style.width *= scale
    style.dashes = [9 * scale, 6 * scale]
    var path = StrokePath(from: StrokePath.Vertex(point(12, 30), width: 3 * scale))
    for (px, py) in [(30.0, 12.0), (44, 40), (20, 20)] {
      path.extend(to: StrokePath.Vertex(point(px, py), width: 7 * scale))
    }
    let fill = PixelColor(red: 0, green: 90, blue: 0, alpha: 90)
    return [
      .pen(PenShape(path: path, color: style.color)),
      .line(LineShape(from: point(10, 12), to: point(40, 30), style: style, head: .arrow)),
      .rectangle(RectShape(from: point(10, 12), to: point(40, 30), style: style, fill: fill)),
      .ellipse(EllipseShape(from: point(10, 12), to: point(40, 30), style: style, fill: fill)),
      .ngon(NgonShape(from: point(10, 12), to: point(40, 44), sides: 7, style: style, fill: fill)),
      .star(StarShape(from: point(10, 12), to: point(40, 44), style: style, fill: fill)),
    ]
  }

  private func pixels(_ shape: Shape, _ transform: ShapeTransform = .identity) throws -> PixelBuffer {
    let raster = try Raster(board: BoardSize(width: 128, height: 128))
    var image = TiledImage(size: raster.pixels)
    for layer in shape.layers(on: Placement(on: raster, transform)) { image.merge(layer) }
    return Picture(background: Background.color(.white).prepared(BackgroundPictures(), on: raster), committed: image)
      .composed()
  }

  @Test func `A moved shape is the shape drawn there`() throws {
    for (shape, moved) in zip(shapes(movedBy: 0, 0), shapes(movedBy: 33, 17.25)) {
      let difference = try pixels(shape, .move(byX: 33, y: 17.25)).difference(from: pixels(moved))
      #expect(difference == nil, "\(shape): \(difference ?? "")")
    }
  }

  @Test func `A shape of twice the size is the shape drawn so`() throws {
    for (shape, scaled) in zip(shapes(movedBy: 0, 0), shapes(movedBy: 0, 0, scale: 2)) {
      let difference = try pixels(shape, ShapeTransform(scale: 2)).difference(from: pixels(scaled))
      #expect(difference == nil, "\(shape): \(difference ?? "")")
    }
  }

  @Test func `A quarter turn makes a rectangle stand`() throws {
    let flat = Shape.rectangle(
      RectShape(from: BoardPoint(x: 40, y: 50), to: BoardPoint(x: 80, y: 70), style: style, fill: .black))
    let standing = Shape.rectangle(
      RectShape(from: BoardPoint(x: 50, y: 40), to: BoardPoint(x: 70, y: 80), style: style, fill: .black))
    let turn = ShapeTransform.turn(by: .pi / 2, about: BoardPoint(x: 60, y: 60))
    #expect(try pixels(flat, turn).difference(from: pixels(standing)) == nil)
  }

  @Test func `Turning about a point leaves it where it is`() {
    let turn = ShapeTransform.turn(by: .pi / 2, scale: 3, about: BoardPoint(x: 10, y: 20))
    #expect(turn.applied(to: BoardPoint(x: 10, y: 20)) == BoardPoint(x: 10, y: 20))
    // (5, 0) to its right becomes 15 straight down: (10, 35).
    #expect(turn.applied(to: BoardPoint(x: 15, y: 20)) == BoardPoint(x: 10, y: 35))
  }

  @Test func `Transforms chain and are taken back`() {
    var random = SplitMix64(seed: 0x7A11)
    for _ in 0..<200 {
      let transforms = (0..<2).map { _ in
        ShapeTransform(
          translation: BoardPoint(
            x: Double.random(in: -500...500, using: &random), y: Double.random(in: -500...500, using: &random)),
          rotation: Double.random(in: -4...4, using: &random), scale: Double.random(in: 0.1...5, using: &random))
      }
      let point = BoardPoint(x: Double.random(in: 0...900, using: &random), y: 77)
      let twice = transforms[1].applied(to: transforms[0].applied(to: point))
      #expect(transforms[1].after(transforms[0]).applied(to: point).distance(to: twice) < 1e-4, "\(transforms)")
      #expect(transforms[0].inverse.applied(to: transforms[0].applied(to: point)).distance(to: point) < 1e-4)
    }
  }

  @Test(arguments: [
    ShapeTransform(scale: 0), ShapeTransform(scale: -1), ShapeTransform(scale: .nan), ShapeTransform(scale: 1e9),
    ShapeTransform(rotation: .infinity), .move(byX: .nan, y: 0),
  ]) func `Absurd transforms are not usable and draw nothing bad`(transform: ShapeTransform) throws {
    #expect(!transform.isUsable)
    for shape in shapes(movedBy: 0, 0) { _ = try pixels(shape, transform) }
  }
}
