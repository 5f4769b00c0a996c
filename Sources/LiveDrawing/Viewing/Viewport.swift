public import TouchTracking

/// A place on the surface that shows a board, in the desktop's units from its upper left corner.
public struct SurfacePoint: Hashable, Sendable {
  public static let zero = SurfacePoint(x: 0, y: 0)

  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The extent of a surface that shows a board, in the desktop's units.
public struct SurfaceSize: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Which part of a board a surface shows, and how large: it changes the view, never the drawing.
///
/// The board cannot be moved out of sight: where it is larger than the surface it covers that, where it is smaller it lies whole in the middle.
public struct Viewport: Hashable, Sendable {
  /// Surface units for each board point.
  public static let zooms = 0.1...32.0
  /// What one step of a wheel zooms by.
  public static let step = 1.1

  public private(set) var board: BoardSize
  public private(set) var surface: SurfaceSize
  public private(set) var zoom = 1.0
  /// The place of the board at the surface's upper left corner; outside of the board where that does not cover the surface.
  public private(set) var origin = BoardPoint(x: 0, y: 0)

  public init(board: BoardSize, surface: SurfaceSize) {
    self.board = board
    self.surface = surface
    hold()
  }

  public func boardPoint(of point: SurfacePoint) -> BoardPoint {
    BoardPoint(x: origin.x + point.x / zoom, y: origin.y + point.y / zoom)
  }

  public func surfacePoint(of point: BoardPoint) -> SurfacePoint {
    SurfacePoint(x: (point.x - origin.x) * zoom, y: (point.y - origin.y) * zoom)
  }

  /// The surface or the board has another size. What lies in the upper left corner stays there, where it can.
  public mutating func resize(surface: SurfaceSize? = nil, board: BoardSize? = nil) {
    self.surface = surface ?? self.surface
    self.board = board ?? self.board
    hold()
  }

  /// Zooms by a factor about a place, which stays where it is.
  public mutating func zoom(by factor: Double, about point: SurfacePoint) { zoom(to: zoom * factor, about: point) }

  /// Zooms by steps of a wheel, or parts of one; a positive number enlarges.
  public mutating func scroll(_ steps: Double, about point: SurfacePoint) {
    guard !steps.isNaN else { return }
    var factor = 1.0
    let whole = steps.rounded(.towardZero)
    for _ in 0..<Int(min(whole.magnitude, 100)) { factor *= Self.step }
    factor *= 1 + (Self.step - 1) * (steps.isFinite ? (steps - whole).magnitude : 0)
    zoom(by: steps < 0 ? 1 / factor : factor, about: point)
  }

  public mutating func zoom(to new: Double, about point: SurfacePoint) {
    guard new.isFinite, point.x.isFinite, point.y.isFinite else { return }
    let fixed = boardPoint(of: point)
    zoom = min(max(new, Self.zooms.lowerBound), Self.zooms.upperBound)
    place(fixed, at: point)
  }

  /// Moves the board by a way on the surface.
  public mutating func pan(byX x: Double, y: Double) {
    guard x.isFinite, y.isFinite else { return }
    origin = BoardPoint(x: origin.x - x / zoom, y: origin.y - y / zoom)
    hold()
  }

  /// Two fingers moved: what lay between them lies between them now, and as much farther apart as they are.
  public mutating func pinch(
    from before: (SurfacePoint, SurfacePoint), to now: (SurfacePoint, SurfacePoint)
  ) {
    let (start, end) = (Self.distance(before), Self.distance(now))
    let middle = Self.middle(now)
    guard start > 0, (end / start).isFinite, middle.x.isFinite, middle.y.isFinite else { return }
    let fixed = boardPoint(of: Self.middle(before))
    zoom = min(max(zoom * end / start, Self.zooms.lowerBound), Self.zooms.upperBound)
    place(fixed, at: middle)
  }

  /// All of the board, as large as it fits.
  public mutating func fit() {
    zoom = min(
      max(min(surface.width / board.width, surface.height / board.height), Self.zooms.lowerBound), Self.zooms.upperBound
    )
    hold()
  }

  private mutating func place(_ fixed: BoardPoint, at point: SurfacePoint) {
    origin = BoardPoint(x: fixed.x - point.x / zoom, y: fixed.y - point.y / zoom)
    hold()
  }

  private mutating func hold() {
    origin.x = Self.held(origin.x, extent: board.width, seen: surface.width / zoom)
    origin.y = Self.held(origin.y, extent: board.height, seen: surface.height / zoom)
  }

  private static func held(_ origin: Double, extent: Double, seen: Double) -> Double {
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
