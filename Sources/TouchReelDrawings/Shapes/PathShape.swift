public import TouchReelCanvas
public import TouchReelTouchTracking

/// A line through points, open or closed, with what it ends in. It is filled first where there is a fill colour, as if
/// it were closed. Where both have one translucent colour, it is not darker where they overlap.
public struct PathShape: Hashable, Sendable {
  /// How it runs through its points.
  public enum Course: String, Hashable, Sendable, CaseIterable {
    case straight
    /// Along a uniform Catmull-Rom spline.
    case curved
  }

  /// The points, at least one.
  public var points: [BoardPoint]
  /// How the path runs between its points.
  public var course = Course.straight
  /// Whether the last point is joined with the first.
  public var isClosed = false
  /// How far before its points straight parts bend into each other, as quadratic Bézier curves, in board points; no
  /// more than half of a part. 0 for pointed corners.
  public var cornerRadius = 0.0
  /// The look of the path.
  public var style: StrokeStyle
  /// The colour inside; `nil` if it is hollow.
  public var fill: PixelColor?
  /// The arrow head at the first point.
  public var startHead = ArrowHead.none
  /// The arrow head at the last point.
  public var endHead = ArrowHead.none

  /// - Parameters:
  ///   - points: at least one.
  ///   - style: of the line.
  ///   - fill: of the inside; `nil` for none.
  public init(_ points: [BoardPoint], style: StrokeStyle, fill: PixelColor? = nil) {
    self.points = points
    self.style = style
    self.fill = fill
  }
}

extension PathShape {
  /// Its points, of which each is another than the one before.
  private var corners: [BoardPoint] { Self.distinct(points.map(\.onGrid)) }

  private static func distinct(_ points: [BoardPoint]) -> [BoardPoint] {
    var corners: [BoardPoint] = []
    for point in points where point != corners.last { corners.append(point) }
    return corners
  }

  /// The line as it is drawn, as points of straight lines; the first one is there again at the end of a closed one.
  package func line(scale: Double) -> [BoardPoint] { line(through: corners, scale: scale) }

  /// The same through points that are not rounded to 1/256 point.
  package var exactLine: [BoardPoint] { line(through: Self.distinct(points), scale: 1) }

  private func line(through points: [BoardPoint], scale: Double) -> [BoardPoint] {
    var corners = points
    if isClosed, corners.count > 1, let first = corners.first, first != corners.last { corners.append(first) }
    guard corners.count > 2 else { return corners }
    switch course {
    case .straight: return cornerRadius > 0 ? Self.bent(corners, by: cornerRadius, scale: scale) : corners
    case .curved: return Self.curved(corners, scale: scale)
    }
  }

  private static func bent(_ corners: [BoardPoint], by radius: Double, scale: Double) -> [BoardPoint] {
    var line = BentLine(scale: scale)
    line.line(to: corners[0])
    for index in 1..<corners.count - 1 {
      let (before, corner, after) = (corners[index - 1], corners[index], corners[index + 1])
      let reach = min(radius, corner.distance(to: before) / 2, corner.distance(to: after) / 2)
      line.line(to: corner.moved(toward: before, by: reach))
      line.curve(corner, to: corner.moved(toward: after, by: reach))
    }
    line.line(to: corners[corners.count - 1])
    return line.points
  }

  private static func curved(_ corners: [BoardPoint], scale: Double) -> [BoardPoint] {
    var line = BentLine(scale: scale)
    line.line(to: corners[0])
    for index in 1..<corners.count {
      let (first, second) = controls(of: index, corners)
      line.curve(first, second, to: corners[index])
    }
    return line.points
  }

  /// The control points of the curve that ends at a corner.
  private static func controls(of end: Int, _ corners: [BoardPoint]) -> (BoardPoint, BoardPoint) {
    func corner(_ index: Int) -> BoardPoint { corners[min(max(index, 0), corners.count - 1)] }
    func control(_ at: Int, _ from: Int, _ to: Int) -> BoardPoint {
      let (at, from, to) = (corner(at), corner(from), corner(to))
      return BoardPoint(x: at.x + (to.x - from.x) / 6, y: at.y + (to.y - from.y) / 6)
    }
    return (control(end - 1, end - 2, end), control(end, end + 1, end - 1))
  }
}

extension PathShape {
  private func end(of corners: [BoardPoint]) -> ArrowEnd? {
    guard corners.count > 1 else { return nil }
    let (before, tip) = (corners[corners.count - 2], corners[corners.count - 1])
    let from = course == .curved && corners.count > 2 ? Self.point(beforeEndOf: corners) : before
    let way = from.distance(to: tip)
    guard way > 0 else { return nil }
    return ArrowEnd(
      tip: tip, direction: ((tip.x - from.x) / way, (tip.y - from.y) / way), length: before.distance(to: tip),
      strokeWidth: style.width)
  }

  /// Three tenths of the last curve's parameter before its end.
  private static func point(beforeEndOf corners: [BoardPoint]) -> BoardPoint {
    let last = corners.count - 1
    let (first, second) = controls(of: last, corners)
    let weights = [(corners[last - 1], 0.027), (first, 0.189), (second, 0.441), (corners[last], 0.343)]
    return weights.reduce(BoardPoint(x: 0, y: 0)) {
      BoardPoint(x: $0.x + $1.0.x * $1.1, y: $0.y + $1.0.y * $1.1)
    }
  }

  /// Where it begins and ends; `nil` of an end without a head.
  private var ends: (start: ArrowEnd?, end: ArrowEnd?) {
    guard startHead != .none || endHead != .none else { return (nil, nil) }
    let corners = corners
    return (
      startHead == .none ? nil : end(of: corners.reversed()), endHead == .none ? nil : end(of: corners)
    )
  }

  private var marks: [ArrowMark] {
    let (start, end) = ends
    return (start?.marks(of: startHead) ?? []) + (end?.marks(of: endHead) ?? [])
  }

  /// The line without what heads hide of it.
  private func shownLine(scale: Double) -> [BoardPoint] {
    let (start, end) = ends
    var line = line(scale: scale)
    if let hidden = end?.hidden(by: endHead), hidden > 0 { line = Self.shortened(line, by: hidden) }
    if let hidden = start?.hidden(by: startHead), hidden > 0 {
      line = Self.shortened(line.reversed(), by: hidden).reversed()
    }
    return line
  }

  private static func shortened(_ line: [BoardPoint], by distance: Double) -> [BoardPoint] {
    var (line, rest) = (line, distance)
    while line.count > 1 {
      let (before, last) = (line[line.count - 2], line.removeLast())
      let length = before.distance(to: last)
      if length > rest { return line + [last.moved(toward: before, by: rest)] }
      rest -= length
    }
    return line
  }

  /// The style of the heads' lines, which have no gaps.
  private var headStyle: StrokeStyle { StrokeStyle(color: style.color, width: style.width) }
}

extension PathShape: ShapeContent {
  var color: PixelColor { style.color }
  var strokeWidth: Double { style.width }
  var shape: Shape { .path(self) }

  var inkBounds: BoardRect {
    BoardRect(holding: line(scale: 1) + marks.flatMap(\.points), reach: style.reach)
  }

  var hitArea: HitArea {
    var area = HitArea()
    area.addLine(line(scale: 1), width: style.width)
    if fill != nil { area.addInside(of: line(scale: 1)) }
    for mark in marks {
      area.addLine(mark.line, width: style.width)
      if case .filled(let corners) = mark { area.addInside(of: corners) }
    }
    return area
  }

  func ink(on placement: Placement) -> [ShapeInk] {
    if fillsWithLine { return inkOfBoth(on: placement).map { [$0] } ?? [] }
    var layers: [ShapeInk] = []
    if let fill, let inside = Polyline(line(scale: placement.scale), on: placement, isClosed: true) {
      var ink = ShapeInk(fill)
      ink.addInside(of: inside.path)
      layers.append(ink)
    }
    guard let line = Polyline(shownLine(scale: placement.scale), on: placement, isClosed: false) else { return layers }
    var ink = style.ink(along: line.joined(isClosed: isClosed), on: placement)
    for mark in marks { ink.add(mark, headStyle, on: placement) }
    return layers + [ink]
  }

  /// Whether the line and the inside are one ink.
  private var fillsWithLine: Bool { fill == style.color && style.color.alpha < 255 }

  private func inkOfBoth(on placement: Placement) -> ShapeInk? {
    guard let line = Polyline(shownLine(scale: placement.scale), on: placement, isClosed: false) else { return nil }
    var ink = style.ink(along: line.joined(isClosed: isClosed), on: placement)
    if let inside = Polyline(self.line(scale: placement.scale), on: placement, isClosed: true) {
      ink.addInside(of: inside.path)
    }
    for mark in marks { ink.add(mark, headStyle, on: placement) }
    return ink
  }

  var vectors: [VectorInk] {
    let whole = line(scale: BentLine.vectorScale)
    let inside = fill.map { VectorInk($0, [.filled(.path(VectorPath(whole, isClosed: true)))]) }
    if let inside, style.color.alpha == 0 { return [inside] }
    let shown = shownLine(scale: BentLine.vectorScale)
    let isJoined = isClosed && shown.count > 2 && shown.first == shown.last
    let line = isJoined ? VectorPath(shown.dropLast(), isClosed: true) : VectorPath(shown)
    let heads = marks.flatMap { $0.parts(headStyle) }
    var lines = VectorInk(color, [.stroked(.path(line), style)] + heads)
    guard let inside, fillsWithLine else { return [inside, lines].compactMap(\.self) }
    lines.parts = inside.parts + lines.parts
    return [lines]
  }

  func restyled(_ change: Restyling) -> PathShape {
    var shape = self
    shape.style = style.restyled(change)
    if case .fill(let new) = change { shape.fill = new }
    return shape
  }
}

extension Polyline {
  /// Closed where its last point is its first one, so that its corner there is like the others.
  fileprivate func joined(isClosed: Bool) -> Polyline {
    guard isClosed, points.count > 2, points.first == points.last else { return self }
    return Polyline(points: points.dropLast(), isClosed: true)
  }
}

extension ArrowMark {
  fileprivate var points: [BoardPoint] {
    switch self {
    case .line(let points), .filled(let points), .outlined(let points): points
    }
  }

  /// The points along its line.
  fileprivate var line: [BoardPoint] {
    switch self {
    case .line(let points): points
    case .filled(let corners), .outlined(let corners): corners + corners.prefix(1)
    }
  }

  fileprivate var isClosed: Bool {
    if case .line = self { false } else { true }
  }

  fileprivate func parts(_ style: StrokeStyle) -> [VectorInk.Part] {
    let path = VectorOutline.path(VectorPath(points, isClosed: isClosed))
    if case .filled = self { return [.filled(path), .stroked(path, style)] }
    return [.stroked(path, style)]
  }
}

extension ShapeInk {
  fileprivate mutating func add(_ mark: ArrowMark, _ style: StrokeStyle, on placement: Placement) {
    guard let line = Polyline(mark.points, on: placement, isClosed: mark.isClosed) else { return }
    pieces += style.ink(along: line, on: placement).pieces
    if case .filled = mark { addInside(of: line.path) }
  }
}
