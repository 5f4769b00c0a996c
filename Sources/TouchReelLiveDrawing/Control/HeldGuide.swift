import Glibc
import TouchReelDrawingBoard
import TouchReelTouchTracking

/// The ruler or protractor that lies on the canvas: one finger moves it, two turn it as well.
///
/// It keeps its size on the surface, however large the board is shown.
struct HeldGuide: Hashable, Sendable {
  /// The distance from edge to edge, in surface units.
  private static func size(of kind: Guide.Kind) -> Double { kind == .ruler ? 96 : 300 }
  /// How far from an edge touches begin that follow it, in surface units.
  private static let reach = 14.0
  /// So near to a multiple of 45°, it lies there.
  private static let snapping = 2.0

  let kind: Guide.Kind
  private var center: BoardPoint
  /// How far it was turned, in degrees clockwise.
  private var turned = 0.0
  /// What holds it, in order of touching.
  private var holds: [(hand: CanvasController.Hand, point: SurfacePoint)] = []

  init(_ kind: Guide.Kind, in view: Viewport) {
    self.kind = kind
    center = view.boardPoint(of: SurfacePoint(x: view.surface.width / 2, y: view.surface.height / 2))
  }

  private var angle: Double {
    let straight = (turned / 45).rounded() * 45
    return abs(turned - straight) <= Self.snapping ? straight : turned
  }

  /// The guide where it lies on the board.
  func guide(in view: Viewport) -> Guide {
    Guide(kind, at: center, angle: angle, size: Self.size(of: kind) / view.zoom, reach: Self.reach / view.zoom)
  }

  /// Whether any of it is seen.
  func isSeen(in view: Viewport) -> Bool {
    let guide = guide(in: view)
    let (width, height) = (view.surface.width, view.surface.height)
    switch kind {
    case .ruler:
      // It is a strip without ends.
      let ways = [(0, 0), (width, 0), (0, height), (width, height)].map { x, y in
        BoardDirection(degrees: guide.angle)
          .across(from: center, to: view.boardPoint(of: SurfacePoint(x: x, y: y)))
      }
      return ways.contains { $0 < guide.size / 2 } && ways.contains { $0 > -guide.size / 2 }
    case .protractor:
      let middle = view.surfacePoint(of: center)
      let nearest = (x: min(max(middle.x, 0), width), y: min(max(middle.y, 0), height))
      return hypot(middle.x - nearest.x, middle.y - nearest.y) < Self.size(of: kind) / 2
    }
  }

  /// - Parameter isTurning: whether one hand turns it about its middle.
  /// - Returns: whether the event is of what holds it, and so does not draw.
  mutating func handle(_ event: SurfaceEvent, in view: Viewport, turning isTurning: Bool) -> Bool {
    let hand = CanvasController.Hand(event.pointer)
    if event.phase == .began {
      guard holds.count < 2, isHeld(at: view.boardPoint(of: event.point), in: view) else { return false }
      holds.append((hand, event.point))
      return true
    }
    guard let index = holds.firstIndex(where: { $0.hand == hand }) else { return false }
    if event.phase.isEnd {
      holds.remove(at: index)
    } else {
      move(index, to: event.point, in: view, turning: isTurning)
    }
    return true
  }

  /// Nothing holds it any more.
  mutating func letGo() { holds = [] }

  /// On it, but not so near to an edge, or the centre of a protractor, that a line begins there.
  private func isHeld(at point: BoardPoint, in view: Viewport) -> Bool {
    let guide = guide(in: view)
    let distance =
      switch kind {
      case .ruler: abs(BoardDirection(degrees: guide.angle).across(from: center, to: point))
      case .protractor: hypot(point.x - center.x, point.y - center.y)
      }
    return distance < guide.size / 2 && guide.course(from: point) == nil
  }

  private mutating func move(_ index: Int, to point: SurfacePoint, in view: Viewport, turning isTurning: Bool) {
    let before = holds.map(\.point)
    holds[index].point = point
    let middle = view.surfacePoint(of: center)
    if holds.count == 2 {
      let other = before[1 - index]
      let turn = Self.angle(from: other, to: point) - Self.angle(from: other, to: before[index])
      // What the other finger holds stays there.
      center = view.boardPoint(of: middle.turned(by: turn, about: other))
      turned = Self.wrapped(turned + turn)
    } else if isTurning {
      turned = Self.wrapped(
        turned + Self.angle(from: middle, to: point) - Self.angle(from: middle, to: before[index]))
    } else {
      center = view.boardPoint(
        of: SurfacePoint(x: middle.x + point.x - before[index].x, y: middle.y + point.y - before[index].y))
    }
  }

  private static func angle(from start: SurfacePoint, to end: SurfacePoint) -> Double {
    atan2(end.y - start.y, end.x - start.x) * 180 / .pi
  }

  /// Within −180…180.
  private static func wrapped(_ degrees: Double) -> Double { degrees - (degrees / 360).rounded() * 360 }
}

/// The ruler or protractor that lies on the canvas, and those that were taken away, which remember where they lay.
struct HeldGuides: Hashable, Sendable {
  var lying: HeldGuide?
  private var away: [Guide.Kind: HeldGuide] = [:]

  /// - Parameter kind: `nil` takes away what lies there.
  mutating func lay(_ kind: Guide.Kind?, _ place: GuidePlace, in view: Viewport) {
    if var guide = lying {
      guide.letGo()
      away[guide.kind] = guide
    }
    lying = kind.map { kind in
      let before = away[kind].flatMap { place == .asBefore && $0.isSeen(in: view) ? $0 : nil }
      return before ?? HeldGuide(kind, in: view)
    }
  }
}

extension HeldGuide {
  static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.center == right.center && left.turned == right.turned
      && left.holds.elementsEqual(right.holds) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(center)
    hasher.combine(turned)
  }
}

extension SurfacePoint {
  fileprivate func turned(by degrees: Double, about center: SurfacePoint) -> SurfacePoint {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (dx, dy) = (x - center.x, y - center.y)
    return SurfacePoint(x: center.x + dx * cosine - dy * sine, y: center.y + dx * sine + dy * cosine)
  }
}
