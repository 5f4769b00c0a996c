import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
public import TouchReelTouchTracking

/// An angle: two arms from a vertex, an arc on the side of the smaller angle, and how many degrees that is, in one ink.
/// It is not drawn if an arm has no length.
public struct AngleShape: Hashable, Sendable {
  /// The point where both arms meet, in board points.
  public var vertex: BoardPoint
  /// The end of the first arm, in board points.
  public var firstEnd: BoardPoint
  /// The end of the second arm, in board points.
  public var secondEnd: BoardPoint
  /// The look of the arms.
  public var style: StrokeStyle

  /// An angle by three points, in board points.
  public init(vertex: BoardPoint, firstEnd: BoardPoint, secondEnd: BoardPoint, style: StrokeStyle) {
    self.vertex = vertex
    self.firstEnd = firstEnd
    self.secondEnd = secondEnd
    self.style = style
  }

  /// The radius of the arc, in points.
  static let arcRadius = 24.0
  /// How far from the vertex the label's centre lies.
  static let labelDistance = 44.0
  static let labelFont = TextFont(family: "Sans", size: 14)

  /// The smaller angle between the arms in whole degrees, 0…180; `nil` if an arm has no length.
  public var degrees: Int? { Opening(of: self).map { Int(clamping: ($0.angle * 180 / .pi).rounded()) } }

  var label: PlacedText? {
    guard let text = labelText else { return nil }
    return text.layout.map { PlacedText($0, center: text.anchor) }
  }

  private var labelText: TextShape? {
    guard let opening = Opening(of: self), let degrees else { return nil }
    let toward = opening.direction(at: 0.5)
    let vertex = vertex.onGrid
    let center = BoardPoint(
      x: vertex.x + Self.labelDistance * toward.x, y: vertex.y + Self.labelDistance * toward.y)
    return TextShape("\(degrees)°", font: Self.labelFont, color: color, at: center, width: .fitting(limit: 320))
  }

  /// - Parameter scale: pixels to a point; the larger, the more points.
  private func arcPoints(_ opening: Opening, scale: Double) -> [BoardPoint] {
    let vertex = vertex.onGrid
    let count = opening.pieceCount(forRadius: Self.arcRadius * scale)
    return (0...count).map { number in
      let toward = opening.direction(at: Double(number) / Double(count))
      return BoardPoint(x: vertex.x + Self.arcRadius * toward.x, y: vertex.y + Self.arcRadius * toward.y)
    }
  }
}

extension AngleShape: ShapeContent {
  var color: PixelColor { style.color }
  var strokeWidth: Double { style.width }
  var inkBounds: BoardRect {
    BoardRect(
      holding: [vertex, firstEnd, secondEnd],
      reach: max(style.reach, Self.labelDistance + 4 * Self.labelFont.size))
  }
  var shape: Shape { .angle(self) }

  var hitArea: HitArea {
    guard let opening = Opening(of: self) else { return HitArea() }
    var area = HitArea()
    area.addLine([firstEnd.onGrid, vertex.onGrid, secondEnd.onGrid], width: style.width)
    area.addLine(arcPoints(opening, scale: 1), width: style.width / 2)
    if let label { area.addInside(of: label.corners) }
    return area
  }

  func ink(on placement: Placement) -> [ShapeInk] {
    guard let opening = Opening(of: self) else { return [] }
    let arms = Polyline(points: [firstEnd, vertex, secondEnd].map { placement.subpixel($0) })
    var ink = style.ink(along: arms, on: placement)
    let arc = Polyline(points: arcPoints(opening, scale: placement.scale).map(placement.subpixel(computed:)))
    let radius = placement.radius(ofWidth: style.width / 2)
    ink.pieces += arc.pieces(radius: radius, dashes: nil, on: placement.raster)
    if let label { ink.addInside(of: label.path(on: placement)) }
    return [ink]
  }

  var vectors: [VectorInk] {
    guard let opening = Opening(of: self) else { return [] }
    var arc = StrokeStyle(color: color, width: style.width / 2)
    (arc.cap, arc.join) = (.round, .round)
    let arms = VectorPath([firstEnd.onGrid, vertex.onGrid, secondEnd.onGrid])
    let parts: [VectorInk.Part] = [
      .stroked(.path(arms), style), .stroked(.path(VectorPath(arcPoints(opening, scale: 4))), arc),
    ]
    return [VectorInk(color, parts + (labelText.map { [.text($0)] } ?? []))]
  }

  func restyled(_ change: Restyling) -> AngleShape {
    var shape = self
    shape.style = style.restyled(change)
    return shape
  }
}

/// The smaller angle between two arms.
private struct Opening {
  /// A unit vector.
  private let first: BoardPoint
  /// 0…π.
  let angle: Double
  private let turnsClockwise: Bool

  init?(of shape: AngleShape) {
    guard let first = Self.direction(from: shape.vertex, to: shape.firstEnd),
      let second = Self.direction(from: shape.vertex, to: shape.secondEnd)
    else { return nil }
    self.first = first
    // Rounding may take the cosine beyond the range of arccosine.
    angle = acos(min(max(first.x * second.x + first.y * second.y, -1), 1))
    turnsClockwise = first.x * second.y - first.y * second.x >= 0
  }

  private static func direction(from vertex: BoardPoint, to end: BoardPoint) -> BoardPoint? {
    let (vertex, end) = (vertex.onGrid, end.onGrid)
    let length = vertex.distance(to: end)
    return length > 0 ? BoardPoint(x: (end.x - vertex.x) / length, y: (end.y - vertex.y) / length) : nil
  }

  /// - Parameter part: of the way from the first arm to the second, 0…1.
  func direction(at part: Double) -> BoardPoint {
    let turn = UnitDirection(radians: turnsClockwise ? part * angle : -part * angle)
    return BoardPoint(x: first.x * turn.x - first.y * turn.y, y: first.y * turn.x + first.x * turn.y)
  }

  /// So many that no chord is farther than 1/32 pixel from the arc: one over the angle a lies r a²/8 off.
  func pieceCount(forRadius pixels: Double) -> Int {
    let radius = min(max(1, pixels), 65_536)
    return max(1, Int(clamping: (angle * (radius * 4).squareRoot()).rounded(.up)))
  }
}
