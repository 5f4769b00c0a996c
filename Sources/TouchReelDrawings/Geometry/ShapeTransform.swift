import Glibc
package import TouchReelCanvas
public import TouchReelTouchTracking

/// Where a shape lies: scaled evenly, then turned, then moved, all about the board's origin.
public struct ShapeTransform: Hashable, Sendable {
  /// What a shape may be scaled by, all in all.
  public static let scales = 0.001...1000.0

  /// The translation, in board points.
  public var translation: BoardPoint
  /// The rotation, in radians; positive is clockwise on the board, since y grows downward.
  public var rotation: Double
  /// Within ``scales``.
  public var scale: Double

  /// A turn and a scale about the origin, then a translation: board points, radians, factors.
  public init(
    translation: BoardPoint = BoardPoint(x: 0, y: 0), rotation: Double = 0, scale: Double = 1
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scale = scale
  }

  /// The transform that changes nothing.
  public static let identity = ShapeTransform()

  /// Moves, in board points.
  public static func move(byX x: Double, y: Double) -> ShapeTransform {
    ShapeTransform(translation: BoardPoint(x: x, y: y))
  }

  /// Turns and scales about a point, which stays where it is.
  public static func turn(by rotation: Double, scale: Double = 1, about center: BoardPoint) -> ShapeTransform {
    let turned = ShapeTransform(rotation: rotation, scale: scale).applied(to: center)
    return ShapeTransform(
      translation: BoardPoint(x: center.x - turned.x, y: center.y - turned.y), rotation: rotation, scale: scale)
  }

  /// False if a number is NaN or infinite, or the scale outside ``scales``.
  public var isUsable: Bool {
    translation.isUsable && rotation.isFinite && Self.scales.contains(scale)
  }
}

extension ShapeTransform {
  /// This one after the first.
  public func after(_ first: ShapeTransform) -> ShapeTransform {
    ShapeTransform(
      translation: applied(to: first.translation),
      rotation: (rotation + first.rotation).remainder(dividingBy: 2 * .pi), scale: scale * first.scale)
  }

  /// What takes it back.
  public var inverse: ShapeTransform {
    let back = ShapeTransform(rotation: -rotation, scale: 1 / scale)
    let moved = back.applied(to: translation)
    return ShapeTransform(translation: BoardPoint(x: -moved.x, y: -moved.y), rotation: -rotation, scale: 1 / scale)
  }

  /// The point, in board points, to which a point is moved.
  public func applied(to point: BoardPoint) -> BoardPoint {
    guard self != .identity else { return point }
    return applied(to: point, along: UnitDirection(radians: rotation))
  }

  /// The same of many points, with one direction for all.
  func applied(to points: [BoardPoint]) -> [BoardPoint] {
    guard self != .identity else { return points }
    let direction = UnitDirection(radians: rotation)
    return points.map { applied(to: $0, along: direction) }
  }

  /// - Parameter direction: that of the rotation.
  fileprivate func applied(to point: BoardPoint, along direction: UnitDirection) -> BoardPoint {
    BoardPoint(
      x: translation.x + scale * (direction.x * point.x - direction.y * point.y),
      y: translation.y + scale * (direction.y * point.x + direction.x * point.y))
  }
}

/// A direction on the board, rounded to 2⁻³⁰ so that every libm agrees.
struct UnitDirection: Hashable, Sendable {
  let x: Double
  let y: Double

  /// A direction from the x axis toward the y axis, which is clockwise on the board.
  init(radians: Double) {
    x = Self.rounded(cos(radians))
    y = Self.rounded(sin(radians))
  }

  private static func rounded(_ value: Double) -> Double { (value * 0x1p30).rounded() * 0x1p-30 }
}

/// The way from a shape's own coordinates to the pixels of a board.
package struct Placement: Hashable, Sendable {
  package let raster: Raster
  let transform: ShapeTransform
  /// The direction of the transform's rotation, found once for all points; `nil` where the transform changes nothing.
  private let direction: UnitDirection?

  package init(on raster: Raster, _ transform: ShapeTransform = .identity) {
    self.raster = raster
    self.transform = transform
    direction = transform == .identity ? nil : UnitDirection(radians: transform.rotation)
  }

  /// Pixels for each point of the shape's own lengths.
  var scale: Double { raster.scale * transform.scale }

  /// A point that was given, which is rounded to 1/256 board point first.
  package func subpixel(_ point: BoardPoint) -> SubpixelPoint { subpixel(computed: point.onGrid) }

  /// A point that was computed from others.
  package func subpixel(computed point: BoardPoint) -> SubpixelPoint {
    let placed = direction.map { transform.applied(to: point, along: $0) } ?? point
    return raster.subpixel(onGrid: placed)
  }

  /// - Parameter width: of a stroke, in the shape's own points.
  package func radius(ofWidth width: Double) -> SubpixelRadius {
    SubpixelRadius((width * 128).rounded() / 256 * scale)
  }
}
