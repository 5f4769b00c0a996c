import Glibc
import TouchReelCanvas
public import TouchReelTouchTracking

/// What stretches shapes along two axes, each by a factor of its own, and mirrors them where a factor is negative.
public struct ShapeStretch: Hashable, Sendable {
  /// The point that stays where it is, in board points.
  public var center: BoardPoint
  /// The factor along the first axis; its magnitude is within `ShapeTransform.scales`.
  public var x: Double
  /// The factor along the second axis, which is a quarter turn clockwise from the first.
  public var y: Double
  /// The direction of the first axis, in radians clockwise from east.
  public var angle: Double

  /// A stretch about a point, in board points: factors along the axes, and the direction of the first one in radians.
  public init(x: Double, y: Double, about center: BoardPoint, angle: Double = 0) {
    (self.x, self.y, self.center, self.angle) = (x, y, center, angle)
  }

  /// False if a number is NaN or infinite, or a factor beyond the limits.
  public var isUsable: Bool {
    center.isUsable && angle.isFinite && [x, y].allSatisfy { ShapeTransform.scales.contains(abs($0)) }
  }

  /// The factor of widths of lines: that of a square's side whose area grows as all areas do.
  package var meanFactor: Double { abs(x * y).squareRoot() }

  /// Whether it shows shapes as a mirror does.
  package var isMirroring: Bool { (x < 0) != (y < 0) }

  /// The point, in board points, to which a point is moved.
  package func applied(to point: BoardPoint) -> BoardPoint {
    let way = way(BoardPoint(x: point.x - center.x, y: point.y - center.y))
    return BoardPoint(x: center.x + way.x, y: center.y + way.y)
  }

  /// How what was turned is turned afterwards, so that its box goes where a mirror shows it.
  func turn(of rotation: Double) -> Double {
    isMirroring ? (2 * angle - rotation).remainder(dividingBy: 2 * .pi) : rotation
  }

  /// A way from one point to another, stretched.
  func way(_ way: BoardPoint) -> BoardPoint {
    guard angle != 0 else { return BoardPoint(x: x * way.x, y: y * way.y) }
    let axis = UnitDirection(radians: angle)
    let along = x * (axis.x * way.x + axis.y * way.y)
    let across = y * (axis.x * way.y - axis.y * way.x)
    return BoardPoint(x: axis.x * along - axis.y * across, y: axis.y * along + axis.x * across)
  }
}

/// What a stretch leaves of a placement: one without a stretch, and the rest of it, which is done to the points of a
/// shape before they are placed.
///
/// The placement turns as it did before, or as a mirror shows that, and its scale is the former one times
/// ``ShapeStretch/meanFactor``: so that is what becomes of the widths of lines.
struct StretchedPlacement {
  let transform: ShapeTransform
  /// What is done to points, as rows.
  private let xx: Double
  private let xy: Double
  private let yx: Double
  private let yy: Double

  /// What is less than this is left out, since directions are rounded.
  private static let noise = 1e-8

  init(_ former: ShapeTransform, _ stretch: ShapeStretch) {
    let mean = stretch.meanFactor
    transform = ShapeTransform(
      translation: stretch.applied(to: former.translation), rotation: stretch.turn(of: former.rotation),
      scale: former.scale * mean)
    let (axis, new) = (UnitDirection(radians: former.rotation), UnitDirection(radians: transform.rotation))
    let along = stretch.way(BoardPoint(x: axis.x, y: axis.y))
    let across = stretch.way(BoardPoint(x: -axis.y, y: axis.x))
    func share(_ value: Double) -> Double {
      let share = value / mean
      for whole in [0.0, 1, -1] where abs(share - whole) < Self.noise { return whole }
      return share
    }
    (xx, yx) = (share(new.x * along.x + new.y * along.y), share(new.x * along.y - new.y * along.x))
    (xy, yy) = (share(new.x * across.x + new.y * across.y), share(new.x * across.y - new.y * across.x))
  }

  func applied(to point: BoardPoint) -> BoardPoint {
    BoardPoint(x: xx * point.x + xy * point.y, y: yx * point.x + yy * point.y)
  }

  /// Whether upright rectangles stay upright.
  var isUpright: Bool { xy == 0 && yx == 0 }

  /// Whether it only mirrors from left to right, or does nothing.
  var keepsHeights: Bool { isUpright && abs(xx) == 1 && yy == 1 }

  /// The half axes to which those of an ellipse are stretched, and by how much it is turned then.
  func ellipse(_ width: Double, _ height: Double) -> (width: Double, height: Double, turn: Double) {
    let (a, b, c, d) = (xx * width, xy * height, yx * width, yy * height)
    // The singular values of the matrix, and the direction of the first one.
    let turn = atan2(2 * (a * c + b * d), a * a + b * b - c * c - d * d) / 2
    let axis = UnitDirection(radians: turn)
    func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    return (
      length(axis.x * a + axis.y * c, axis.x * b + axis.y * d),
      length(axis.x * c - axis.y * a, axis.x * d - axis.y * b), turn
    )
  }
}
