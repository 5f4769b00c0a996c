internal import Canvas
internal import TouchTracking

/// An upright rectangle in board points that surely holds all of some ink.
struct Extent: Hashable, Sendable {
  private(set) var minX = Double.infinity
  private(set) var minY = Double.infinity
  private(set) var maxX = -Double.infinity
  private(set) var maxY = -Double.infinity

  /// - Parameter reach: how far ink may lie from the points.
  init(of points: some Sequence<BoardPoint>, reach: Double) {
    for point in points { add(point) }
    grow(by: reach)
  }

  private mutating func add(_ point: BoardPoint) {
    guard point.isUsable else { return grow(by: .infinity) }
    let point = point.onGrid
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  /// A reach that is no number leaves no bounds.
  private mutating func grow(by reach: Double) {
    let reach = reach.isNaN ? .infinity : max(reach, 0)
    minX -= reach
    minY -= reach
    maxX += reach
    maxY += reach
  }

  /// Whether they have a point in common. Bounds that are no numbers hold everything.
  func meets(_ other: Extent) -> Bool {
    !(minX > other.maxX || maxX < other.minX || minY > other.maxY || maxY < other.minY)
  }

  /// The smallest one that holds both.
  func union(_ other: Extent) -> Extent {
    var both = self
    (both.minX, both.maxX) = (min(minX, other.minX), max(maxX, other.maxX))
    (both.minY, both.maxY) = (min(minY, other.minY), max(maxY, other.maxY))
    return both
  }

  func transformed(by transform: ShapeTransform) -> Extent {
    guard transform != .identity else { return self }
    let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)]
      .map { transform.applied(to: BoardPoint(x: $0.0, y: $0.1)) }
    var moved = self
    (moved.minX, moved.maxX) = Self.range(corners.map(\.x))
    (moved.minY, moved.maxY) = Self.range(corners.map(\.y))
    return moved
  }

  private static func range(_ values: [Double]) -> (Double, Double) {
    guard values.allSatisfy(\.isFinite), let least = values.min(), let most = values.max() else {
      return (-.infinity, .infinity)
    }
    return (least, most)
  }

  /// How far beyond the bounds pixels may be touched.
  private static let margin = 2.0

  /// The tiles that ink in it may touch, whole.
  func tiles(on raster: Raster) -> PixelRect {
    let tile = Double(Tile.side)
    func pixel(_ value: Double, _ margin: Double, _ side: Int, _ rule: FloatingPointRoundingRule) -> Int {
      // Bounds that are no numbers hold everything.
      let place = ((value * raster.scale + margin) / tile).rounded(rule) * tile
      return place.isNaN ? (margin < 0 ? 0 : side) : Int(min(max(place, 0), Double(side)))
    }
    let (width, height) = (raster.pixels.width, raster.pixels.height)
    return PixelRect(
      minX: pixel(minX, -Self.margin, width, .down), minY: pixel(minY, -Self.margin, height, .down),
      maxX: pixel(maxX, Self.margin, width, .up), maxY: pixel(maxY, Self.margin, height, .up))
  }

  /// Holds all ink that may touch a rectangle of pixels, by ``mayTouch(_:on:)``, and a little more.
  init(around rect: PixelRect, on raster: Raster) {
    let margin = Self.margin + 1
    minX = (Double(rect.x) - margin) / raster.scale
    minY = (Double(rect.y) - margin) / raster.scale
    maxX = (Double(rect.maxX) + margin) / raster.scale
    maxY = (Double(rect.maxY) + margin) / raster.scale
  }

  /// Whether ink in it may touch a rectangle of pixels.
  func mayTouch(_ rect: PixelRect, on raster: Raster) -> Bool {
    let margin = Self.margin
    return
      !(minX * raster.scale - margin > Double(rect.maxX) || maxX * raster.scale + margin < Double(rect.x)
      || minY * raster.scale - margin > Double(rect.maxY) || maxY * raster.scale + margin < Double(rect.y))
  }
}

extension StrokePath {
  var extent: Extent {
    let widest = runs.lazy.joined().map(\.width).reduce(0) { $0 > $1 ? $0 : $1 }
    return Extent(of: runs.lazy.joined().map(\.point), reach: widest / 2 + 1)
  }
}

extension Shape {
  /// That of a freehand stroke, which takes as many steps as it has points; `nil` for all other shapes.
  var strokedExtent: Extent? {
    if case .pen(let pen) = self { pen.path.extent } else { nil }
  }

  /// Where its ink may lie before it is moved.
  var extent: Extent {
    switch self {
    case .pen(let shape): shape.path.extent
    case .line(let shape): Extent(of: [shape.start, shape.end], reach: shape.style.reach)
    case .rectangle(let shape): Extent(of: [shape.start, shape.end], reach: shape.style.reach)
    case .ellipse(let shape): Extent(of: [shape.start, shape.end], reach: shape.style.reach)
    case .ngon(let shape): Extent(of: [shape.start, shape.end], reach: shape.style.reach)
    case .star(let shape): Extent(of: [shape.start, shape.end], reach: shape.style.reach)
    case .angle(let shape):
      Extent(
        of: [shape.vertex, shape.firstEnd, shape.secondEnd],
        reach: max(shape.style.reach, AngleShape.labelDistance + 4 * AngleShape.labelFont.size))
    case .text(let shape): Extent(of: shape.placed?.corners ?? [], reach: shape.font.size + 1)
    }
  }
}

extension StrokeStyle {
  /// A miter reaches 10 half widths beyond its corner, the wings of an arrow less than 6 widths beyond its end. A width below zero, which only
  /// a file can have, reaches as far.
  var reach: Double { 6 * abs(width) + 1 }
}
