import Glibc
public import TouchReelTouchTracking

/// A ruler or a protractor that lies on the board: touches that begin at its edge follow that edge exactly.
public struct Guide: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A straight one with two edges, as long as the board.
    case ruler
    /// A round one: strokes follow its rim, or leave its centre at a multiple of 5°.
    case protractor
  }

  /// The sizes and reaches that one may have, in board points.
  public static let lengths = 0.1...65_536.0
  /// The angles at which strokes leave the centre of a protractor are multiples of this, in degrees.
  package static let step = 5.0

  /// What it is.
  public var kind: Kind
  /// The middle, in board points.
  public var center: BoardPoint
  /// How far it is turned, in degrees clockwise.
  public var angle: Double
  /// The distance from edge to edge, in board points.
  public var size: Double
  /// How far from an edge a touch may begin that follows it, in board points.
  public var reach: Double

  /// A guide; lengths are held to ``lengths``.
  public init(_ kind: Kind, at center: BoardPoint, angle: Double, size: Double, reach: Double) {
    func held(_ length: Double) -> Double { min(max(Self.lengths.lowerBound, length), Self.lengths.upperBound) }
    (self.kind, self.center, self.angle) = (kind, center, angle)
    (self.size, self.reach) = (held(size), held(reach))
  }

  /// Whether its numbers are finite.
  package var isUsable: Bool { [center.x, center.y, angle, size, reach].allSatisfy(\.isFinite) }

  /// The way of a touch that begins at a point; `nil` if that is at no edge.
  package func course(from point: BoardPoint) -> GuidedCourse? {
    switch kind {
    case .ruler:
      let direction = BoardDirection(degrees: angle)
      let distance = direction.across(from: center, to: point)
      let edge = distance < 0 ? -size / 2 : size / 2
      guard abs(distance - edge) <= reach else { return nil }
      let start = BoardPoint(x: center.x - direction.y * edge, y: center.y + direction.x * edge)
      return .line(through: start, direction)
    case .protractor:
      let distance = hypot(point.x - center.x, point.y - center.y)
      if distance <= reach { return .ray(from: center, turned: angle, least: reach, nil) }
      return abs(distance - size / 2) <= reach ? .arc(around: center, radius: size / 2) : nil
    }
  }
}

/// A direction on the board, of length 1; y grows downward.
package struct BoardDirection: Hashable, Sendable {
  package let x: Double
  package let y: Double

  package init(degrees: Double) {
    let radians = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    (x, y) = (cos(radians), sin(radians))
  }

  /// How far it is along this direction from a point to another one.
  func along(from start: BoardPoint, to end: BoardPoint) -> Double { (end.x - start.x) * x + (end.y - start.y) * y }

  /// How far it is to the right of this direction.
  package func across(from start: BoardPoint, to end: BoardPoint) -> Double {
    (end.y - start.y) * x - (end.x - start.x) * y
  }

  func point(at distance: Double, from start: BoardPoint) -> BoardPoint {
    BoardPoint(x: start.x + distance * x, y: start.y + distance * y)
  }
}

/// The way that a guide has for a touch.
package enum GuidedCourse: Hashable, Sendable {
  case line(through: BoardPoint, BoardDirection)
  /// Away from a centre, in the direction in which the touch leaves it.
  case ray(from: BoardPoint, turned: Double, least: Double, BoardDirection?)
  case arc(around: BoardPoint, radius: Double)

  /// The point on the way that is nearest to a point of the touch.
  mutating func guided(_ point: BoardPoint) -> BoardPoint {
    switch self {
    case .line(through: let start, let direction):
      return direction.point(at: direction.along(from: start, to: point), from: start)
    case .arc(around: let center, let radius):
      let distance = hypot(point.x - center.x, point.y - center.y)
      guard distance > 0 else { return BoardPoint(x: center.x + radius, y: center.y) }
      let factor = radius / distance
      return BoardPoint(x: center.x + (point.x - center.x) * factor, y: center.y + (point.y - center.y) * factor)
    case .ray(from: let center, turned: let angle, least: let nearest, let known):
      // The touch has to go a little way before it says where to.
      let (dx, dy) = (point.x - center.x, point.y - center.y)
      guard known != nil || hypot(dx, dy) > nearest else { return center }
      let direction = known ?? BoardDirection(degrees: Self.nearest(atan2(dy, dx) * 180 / .pi, turned: angle))
      self = .ray(from: center, turned: angle, least: nearest, direction)
      return direction.point(at: max(0, direction.along(from: center, to: point)), from: center)
    }
  }

  mutating func guided(_ sample: TouchSample) -> TouchSample {
    var sample = sample
    sample.boardPoint = guided(sample.boardPoint)
    return sample
  }

  private static func nearest(_ degrees: Double, turned angle: Double) -> Double {
    angle + ((degrees - angle) / Guide.step).rounded() * Guide.step
  }
}

extension Tool {
  /// Whether its strokes and lines follow a guide.
  var followsGuides: Bool {
    switch self {
    case .pencil, .eraser, .line, .dashedLine, .arrow: true
    case .rectangle, .ellipse, .triangle, .pentagon, .ngon, .star, .angle, .text, .selection, .lasso: false
    }
  }
}
