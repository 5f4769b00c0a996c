import TouchReelClampedNumbers
package import TouchReelTouchTracking

/// A point on the surface that shows a board, in the desktop's units from its upper left corner.
package struct SurfacePoint: Hashable, Sendable {
  package static let zero = SurfacePoint(x: 0, y: 0)

  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of a surface that shows a board, in the desktop's units.
package struct SurfaceSize: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Which part of a board a surface shows, at which zoom. It changes the view, never the drawing.
///
/// The board cannot be moved out of sight: along each axis, it covers the surface if it is larger, and is centred if it
/// is smaller.
package struct Viewport: Hashable, Sendable {
  /// Surface units for each board point.
  package static let zooms = 0.1...32.0
  /// The factor of one wheel step.
  package static let step = 1.1

  package private(set) var board: BoardSize
  package private(set) var surface: SurfaceSize
  /// Surface units for each board point, within ``zooms``.
  package private(set) var zoom = 1.0
  /// The board point at the surface's upper left corner; outside the board if that does not cover the surface.
  package private(set) var origin = BoardPoint(x: 0, y: 0)

  package init(board: BoardSize, surface: SurfaceSize) {
    self.board = board
    self.surface = surface
    hold()
  }

  /// The board point that is shown there; outside the board where that is not shown.
  package func boardPoint(of point: SurfacePoint) -> BoardPoint {
    BoardPoint(x: origin.x + point.x / zoom, y: origin.y + point.y / zoom)
  }

  package func surfacePoint(of point: BoardPoint) -> SurfacePoint {
    SurfacePoint(x: (point.x - origin.x) * zoom, y: (point.y - origin.y) * zoom)
  }

  /// Changes the size of the surface or the board, keeping what is in the upper left corner if possible.
  package mutating func resize(surface: SurfaceSize? = nil, board: BoardSize? = nil) {
    self.surface = surface ?? self.surface
    self.board = board ?? self.board
    hold()
  }

  /// Zooms by a factor, keeping a point in place.
  package mutating func zoom(by factor: Double, about point: SurfacePoint) { zoom(to: zoom * factor, about: point) }

  /// Zooms by wheel steps or fractions of them; positive numbers zoom in.
  package mutating func scroll(_ steps: Double, about point: SurfacePoint) {
    guard !steps.isNaN else { return }
    var factor = 1.0
    let whole = steps.rounded(.towardZero)
    for _ in 0..<Int(clamping: min(whole.magnitude, 100)) { factor *= Self.step }
    factor *= 1 + (Self.step - 1) * (steps.isFinite ? (steps - whole).magnitude : 0)
    zoom(by: steps < 0 ? 1 / factor : factor, about: point)
  }

  /// Zooms, keeping a point in place. Clamped to ``zooms``; no effect if a number is NaN or infinite.
  package mutating func zoom(to new: Double, about point: SurfacePoint) {
    guard new.isFinite, point.x.isFinite, point.y.isFinite else { return }
    let fixed = boardPoint(of: point)
    zoom = min(max(new, Self.zooms.lowerBound), Self.zooms.upperBound)
    move(fixed, to: point)
  }

  /// Moves the board by a distance on the surface.
  package mutating func pan(byX x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    origin = BoardPoint(x: origin.x - x / zoom, y: origin.y - y / zoom)
    hold()
  }

  /// Pans and zooms so that what was between two fingers stays between them.
  package mutating func pinch(
    from before: (SurfacePoint, SurfacePoint), to now: (SurfacePoint, SurfacePoint)
  ) {
    let (start, end) = (Self.distance(before), Self.distance(now))
    let middle = Self.middle(now)
    guard start > 0, (end / start).isFinite, middle.x.isFinite, middle.y.isFinite else { return }
    let fixed = boardPoint(of: Self.middle(before))
    zoom = min(max(zoom * end / start, Self.zooms.lowerBound), Self.zooms.upperBound)
    move(fixed, to: middle)
  }

  /// Shows the whole board as large as possible.
  package mutating func fit() {
    zoom = min(
      max(min(surface.width / board.width, surface.height / board.height), Self.zooms.lowerBound), Self.zooms.upperBound
    )
    hold()
  }

  /// Shows the lower edge of the board, as after scrolling up to the page before.
  package mutating func showEnd() {
    origin.y = board.height
    hold()
  }

  /// Moves the board just so far that a line of a height below a point on the surface is seen.
  package mutating func reveal(_ point: SurfacePoint, height: Double) {
    func shift(_ start: Double, _ end: Double, within extent: Double) -> Double {
      start < Self.revealMargin ? Self.revealMargin - start : min(0, extent - Self.revealMargin - end)
    }
    guard point.x.isFinite, point.y.isFinite, height.isFinite else { return }
    pan(
      byX: shift(point.x, point.x, within: surface.width),
      y: shift(point.y, point.y + height, within: surface.height))
  }

  private static let revealMargin = 4.0

  /// Whether ``fit()`` would change nothing.
  package var isFitted: Bool {
    var fitted = self
    fitted.fit()
    return fitted == self
  }

  private mutating func move(_ fixed: BoardPoint, to point: SurfacePoint) {
    origin = BoardPoint(x: fixed.x - point.x / zoom, y: fixed.y - point.y / zoom)
    hold()
  }

  private mutating func hold() {
    origin.x = Self.clamped(origin.x, extent: board.width, seen: surface.width / zoom)
    origin.y = Self.clamped(origin.y, extent: board.height, seen: surface.height / zoom)
  }

  private static func clamped(_ origin: Double, extent: Double, seen: Double) -> Double {
    extent <= seen ? (extent - seen) / 2 : min(max(origin, 0), extent - seen)
  }

  private static func distance(_ pair: (SurfacePoint, SurfacePoint)) -> Double {
    let (dx, dy) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  private static func middle(_ pair: (SurfacePoint, SurfacePoint)) -> SurfacePoint {
    SurfacePoint(x: (pair.0.x + pair.1.x) / 2, y: (pair.0.y + pair.1.y) / 2)
  }
}
