import TouchReelTouchTracking

/// What a path ends in. The sizes are those of Excalidraw's arrowheads: of a width of their own, but no longer than
/// half of the path's last part.
public enum ArrowHead: String, Hashable, Sendable, CaseIterable {
  case none
  /// Two lines.
  case arrow
  /// A line across.
  case bar
  case circle, circleOutline
  case triangle, triangleOutline
  case diamond, diamondOutline
  /// The signs of entity-relationship diagrams: bars, crow's feet and rings.
  case one, many, oneOrMany, exactlyOne, zeroOrOne, zeroOrMany
}

/// A part of an arrowhead.
enum ArrowMark: Hashable, Sendable {
  case line([BoardPoint])
  /// Closed; drawn along its outline and inside.
  case filled([BoardPoint])
  /// Closed, and drawn along its outline.
  case outlined([BoardPoint])
}

/// The end of a path, where an arrowhead stands.
struct ArrowEnd {
  let tip: BoardPoint
  /// The unit vector toward the tip.
  let direction: (x: Double, y: Double)
  /// The length of the path's last part, in board points.
  let length: Double
  let strokeWidth: Double

  /// How long an arrowhead of a size is.
  private func reach(_ size: Double, part: Double = 0.5) -> Double { min(size, length * part) }

  /// - Parameters:
  ///   - back: the distance from the tip against the direction.
  ///   - side: the distance from the line.
  private func point(back: Double, side: Double = 0) -> BoardPoint {
    BoardPoint(
      x: tip.x - back * direction.x - side * direction.y, y: tip.y - back * direction.y + side * direction.x)
  }

  /// Both ends of what spreads by an angle from a point of the line.
  private func wings(_ length: Double, degrees: Double, from back: Double = 0) -> [BoardPoint] {
    let way = UnitDirection(radians: degrees * .pi / 180)
    return [1.0, -1].map { point(back: back + length * way.x, side: $0 * length * way.y) }
  }

  private func circle(back: Double = 0, scale: Double = 1) -> [BoardPoint] {
    let radius = max(reach(15) + strokeWidth - 2, 0) / 2 * scale
    let center = point(back: back)
    return (0..<48).map { step in
      let way = UnitDirection(radians: Double(step) * .pi / 24)
      return BoardPoint(x: center.x + radius * way.x, y: center.y + radius * way.y)
    }
  }

  private func triangle() -> [BoardPoint] { [tip] + wings(reach(15), degrees: 25) }

  private func diamond() -> [BoardPoint] {
    let reach = reach(12, part: 0.25)
    let wings = wings(reach, degrees: 25)
    return [tip, wings[0], point(back: 2 * reach), wings[1]]
  }

  private func prongs(_ size: Double, degrees: Double) -> [ArrowMark] {
    wings(reach(size), degrees: degrees).map { .line([$0, tip]) }
  }

  /// A bar before the tip.
  private func one(shift: Double = 0) -> ArrowMark { .line(wings(reach(20), degrees: 25, from: reach(20) * shift)) }

  private func many() -> [ArrowMark] {
    let reach = reach(15)
    let base = point(back: reach)
    return wings(-reach, degrees: 25, from: reach).map { .line([base, $0]) }
  }

  private func ring() -> ArrowMark { .outlined(circle(back: 1.5 * reach(15), scale: 0.8)) }

  func marks(of head: ArrowHead) -> [ArrowMark] {
    switch head {
    case .none: []
    case .arrow: prongs(25, degrees: 20)
    case .bar: prongs(15, degrees: 90)
    case .circle: [.filled(circle())]
    case .circleOutline: [.outlined(circle())]
    case .triangle: [.filled(triangle())]
    case .triangleOutline: [.outlined(triangle())]
    case .diamond: [.filled(diamond())]
    case .diamondOutline: [.outlined(diamond())]
    case .one: [one()]
    case .many: many()
    case .oneOrMany: many() + [one(shift: -0.25)]
    case .exactlyOne: [one(shift: -0.5), one()]
    case .zeroOrOne: [ring(), one(shift: -0.5)]
    case .zeroOrMany: many() + [ring()]
    }
  }

  /// How much of the path's end a head covers that is not filled.
  func hidden(by head: ArrowHead) -> Double {
    switch head {
    case .circleOutline: max(reach(15) + strokeWidth - 2, 0) / 2
    case .triangleOutline: reach(15) * UnitDirection(radians: 25 * .pi / 180).x
    case .diamondOutline: 2 * reach(12, part: 0.25)
    default: 0
    }
  }
}
