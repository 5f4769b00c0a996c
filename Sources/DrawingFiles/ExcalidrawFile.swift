import Canvas
import ClampedNumbers
import Drawings
import FoundationEssentials
import Glibc
import InkFiles
import TouchTracking

/// A scene of Excalidraw (`{"type":"excalidraw","version":2,"elements":[…]}`) as a drawing, and back.
///
/// Its canvas has no edges: a board holds its elements with a margin, made smaller if it would be too large. Hand-drawn
/// roughness is not imitated, and strokes get the widths that perfect-freehand, which Excalidraw draws with, would give
/// them.
struct ExcalidrawFile {
  let drawing: Drawing
  let unread: [UnreadElement]
  /// What is not drawn of its elements, one line for each kind.
  let notes: [String]

  /// Around the elements, in its units.
  private static let margin = 20.0

  /// - Throws: if it is not a scene. What is wrong with single elements is in ``unread``.
  init(json bytes: [UInt8], _ limits: InkLimits = .standard) throws(DrawingFileError) {
    let text = try JSONText(bytes, limits: limits)
    let values = Dictionary((text.members ?? []).map { ($0.name, $0.value) }) { $1 }
    guard let elements = values["elements"].flatMap(text.elements) else { throw .malformed("elements is not an array") }
    let state = values["appState"].flatMap { try? text.decode(AppState.self, $0) }
    var read: [ExcalidrawElement] = []
    var unread: [UnreadElement] = []
    var budget = InkBudget(limits)
    for (place, range) in elements.enumerated() {
      do {
        let element = try text.decode(ExcalidrawElement.self, range)
        guard budget.takesStroke(points: element.points?.count ?? 0) else {
          throw DrawingFileError.tooLarge(budget.excess)
        }
        if element.isDeleted != true { read.append(try element.checked()) }
      } catch let error as DrawingFileError {
        throw error
      } catch {
        unread.append(
          UnreadElement(place: place, text: text.text(range), reason: BoardMessage.describe(error)))
      }
    }
    self.unread = unread
    let scale = Self.scale(of: Self.extent(of: read).size)
    if scale < 1 { read = read.map { $0.scaled(by: scale) } }
    let extent = Self.extent(of: read)
    let color = state?.viewBackgroundColor.flatMap { ExcalidrawElement.color($0) } ?? .white
    var drawing = Drawing(size: extent.size, background: .color(color))
    for element in read { element.add(to: &drawing, movedBy: extent.origin) }
    self.drawing = drawing
    let losses = Dictionary(grouping: read.flatMap(\.losses)) { $0 }
    let ofScale = scale < 1 ? ["it is larger than a board, and so was made smaller"] : []
    notes = losses.sorted { $0.key < $1.key }.map { "\($0.value.count) × \($0.key)" } + ofScale
  }

  /// What its elements are multiplied by, so that they fit on a board with their margin.
  private static func scale(of size: BoardSize) -> Double {
    let (side, most) = (max(size.width, size.height) - 2 * margin, Double(Raster.maximumSide) - 2 * margin)
    // A little less, so that rounding makes it no larger.
    return side > most ? most / side * 0.999 : 1
  }

  private struct AppState: Decodable {
    var viewBackgroundColor: String?
  }

  private static func extent(of elements: [ExcalidrawElement]) -> (origin: BoardPoint, size: BoardSize) {
    guard let first = elements.first?.bounds else {
      return (BoardPoint(x: 0, y: 0), BoardSize(width: 1920, height: 1080))
    }
    var bounds = first
    for element in elements {
      let other = element.bounds
      bounds = (
        min(bounds.minX, other.minX), min(bounds.minY, other.minY), max(bounds.maxX, other.maxX),
        max(bounds.maxY, other.maxY)
      )
    }
    return (
      BoardPoint(x: margin - bounds.minX, y: margin - bounds.minY),
      BoardSize(width: bounds.maxX - bounds.minX + 2 * margin, height: bounds.maxY - bounds.minY + 2 * margin)
    )
  }
}

/// An element of a scene, as far as it can be drawn.
private struct ExcalidrawElement: Decodable {
  var type: String
  var x: Double
  var y: Double
  var width: Double?
  var height: Double?
  var angle: Double?
  var strokeColor: String?
  var backgroundColor: String?
  var strokeWidth: Double?
  var strokeStyle: String?
  var fillStyle: String?
  var roundness: Roundness?
  var opacity: Double?
  var isDeleted: Bool?
  var points: [[Double]]?
  var pressures: [Double]?
  var simulatePressure: Bool?
  var startArrowhead: String?
  var endArrowhead: Arrowhead?
  var text: String?
  var fontSize: Double?

  /// A scene says `null` of an end without a head; one of old versions, whose arrows all have one, says nothing.
  struct Arrowhead: Decodable {
    var name: String?
  }

  /// Whatever it says: corners that are not round have none.
  struct Roundness: Decodable {}

  private static let types = ["freedraw", "line", "arrow", "rectangle", "ellipse", "diamond", "text"]

  func checked() throws -> ExcalidrawElement {
    guard Self.types.contains(type) else { throw BrokenValue("\(quoted(type)) elements are not drawn") }
    let numbers = [x, y, width ?? 0, height ?? 0, angle ?? 0] + (points ?? []).flatMap { $0 }
    guard numbers.allSatisfy({ abs($0) < 1e6 }), (points ?? []).allSatisfy({ $0.count >= 2 }) else {
      throw BrokenValue("a number is too large, or a point has no y")
    }
    if isPath, points?.isEmpty != false { throw BrokenValue("it has no points") }
    return self
  }

  func scaled(by scale: Double) -> ExcalidrawElement {
    var scaled = self
    (scaled.x, scaled.y) = (x * scale, y * scale)
    (scaled.width, scaled.height) = (width.map { $0 * scale }, height.map { $0 * scale })
    scaled.points = points?.map { $0.map { $0 * scale } }
    (scaled.strokeWidth, scaled.fontSize) = ((strokeWidth ?? 1) * scale, (fontSize ?? 20) * scale)
    return scaled
  }

  /// Whether it goes through points, and else lies in a box.
  private var isPath: Bool { ["freedraw", "line", "arrow"].contains(type) }

  /// Its points, or two corners of its box.
  private var corners: [BoardPoint] {
    if isPath, let points { return points.map { BoardPoint(x: x + $0[0], y: y + $0[1]) } }
    return [BoardPoint(x: x, y: y), BoardPoint(x: x + (width ?? 0), y: y + (height ?? 0))]
  }

  var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let corners = corners
    let all = isPath ? corners : [x, x + (width ?? 0)].flatMap { x in corners.map { BoardPoint(x: x, y: $0.y) } }
    let turned = all.map { turn($0, corners) }
    let (xs, ys) = (turned.map(\.x), turned.map(\.y))
    return (xs.min() ?? x, ys.min() ?? y, xs.max() ?? x, ys.max() ?? y)
  }

  /// `#rrggbb`, or a name of the few that Excalidraw has; `nil` for none.
  static func color(_ text: String) -> PixelColor? {
    switch text {
    case "transparent": nil
    case "black": .black
    case "white": .white
    default: InkColor(hexadecimal: text).map(PixelColor.init)
    }
  }
}

extension ExcalidrawElement {
  private func faded(_ color: PixelColor) -> PixelColor {
    let alpha = Double(color.alpha) * min(max(opacity ?? 100, 0), 100) / 100
    return PixelColor(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(clamping: alpha.rounded()))
  }

  private var ink: PixelColor { faded(strokeColor.map { Self.color($0) ?? .clear } ?? .black) }
  private var fill: PixelColor? { backgroundColor.flatMap(Self.color).map(faded) }

  private var style: StrokeStyle {
    var style = StrokeStyle(color: ink, width: StrokeStyle.clampedWidth(strokeWidth ?? 1))
    switch strokeStyle {
    case "dashed": style.dashes = [8, 8 + style.width]
    case "dotted": style.dashes = [1.5, 6 + style.width]
    default: break
    }
    return style
  }

  /// Adds its shapes to a drawing; what lies in a box is turned as a whole.
  func add(to drawing: inout Drawing, movedBy origin: BoardPoint) {
    let corners = corners.map { BoardPoint(x: $0.x + origin.x, y: $0.y + origin.y) }
    let ids = shapes(corners).compactMap { shape in try? drawing.append(.add(shape)) }
    guard !isPath, !ids.isEmpty, let turning = turning(corners) else { return }
    _ = try? drawing.append(.transform(Set(ids), by: turning))
  }

  /// Bottom to top.
  private func shapes(_ corners: [BoardPoint]) -> [Shape] {
    guard let first = corners.first, let last = corners.last else { return [] }
    switch type {
    case "freedraw": return [.pen(PenShape(path: freehand(corners.map { turn($0, corners) }), color: ink))]
    case "line", "arrow": return lines(corners.map { turn($0, corners) })
    case "rectangle": return [.rectangle(RectShape(from: first, to: last, style: style, fill: fill))]
    case "ellipse": return [.ellipse(EllipseShape(from: first, to: last, style: style, fill: fill))]
    case "diamond": return [diamond(first, last)]
    default: return textShape(first, last).map { [$0] } ?? []
    }
  }

  private var hasHead: Bool { type == "arrow" && (endArrowhead.map { $0.name?.isEmpty == false } ?? true) }

  /// One line; or through more points a stroke, of which an arrow's last part is an arrow.
  private func lines(_ points: [BoardPoint]) -> [Shape] {
    if points.count == 2 {
      return [.line(LineShape(from: points[0], to: points[1], style: style, head: hasHead ? .arrow : .none))]
    }
    guard hasHead, points.count > 2 else { return [.pen(PenShape(path: straight(points), color: ink))] }
    let solid = StrokeStyle(color: ink, width: style.width)
    let end = LineShape(from: points[points.count - 2], to: points[points.count - 1], style: solid, head: .arrow)
    return [.pen(PenShape(path: straight(points.dropLast()), color: ink)), .line(end)]
  }

  /// A polygon lies in its square with its outline, a diamond without.
  private func diamond(_ first: BoardPoint, _ last: BoardPoint) -> Shape {
    guard isSquare else {
      let (x, y) = ((first.x + last.x) / 2, (first.y + last.y) / 2)
      let corners = [(x, first.y), (last.x, y), (x, last.y), (first.x, y)].map { BoardPoint(x: $0.0, y: $0.1) }
      return .pen(PenShape(path: straight(corners + corners.prefix(1)), color: ink))
    }
    let reach = style.width / 2
    let start = BoardPoint(x: min(first.x, last.x) - reach, y: min(first.y, last.y) - reach)
    let end = BoardPoint(x: max(first.x, last.x) + reach, y: max(first.y, last.y) + reach)
    return .ngon(NgonShape(from: start, to: end, sides: 4, style: style, fill: fill))
  }

  private var isSquare: Bool { abs(abs(width ?? 0) - abs(height ?? 0)) < 0.01 }

  /// About the middle of the element.
  private func turn(_ point: BoardPoint, _ corners: [BoardPoint]) -> BoardPoint {
    turning(corners)?.applied(to: point) ?? point
  }

  /// `nil` if it is upright.
  private func turning(_ corners: [BoardPoint]) -> ShapeTransform? {
    guard let angle, angle != 0 else { return nil }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let center = BoardPoint(
      x: ((xs.min() ?? 0) + (xs.max() ?? 0)) / 2, y: ((ys.min() ?? 0) + (ys.max() ?? 0)) / 2)
    return ShapeTransform.turn(by: angle, about: center)
  }

  private func straight(_ points: [BoardPoint]) -> StrokePath {
    var path = StrokePath(course: .straight, from: StrokePath.Vertex(points[0], width: style.width))
    for point in points.dropFirst() { path.extend(to: StrokePath.Vertex(point, width: style.width)) }
    return path
  }

  private func freehand(_ points: [BoardPoint]) -> StrokePath {
    let strokeWidth = strokeWidth ?? 1
    let own = simulatePressure == false ? pressures ?? [] : []
    let widths = points.indices.map { place in
      StrokeStyle.clampedWidth(FreehandWidth.width(own.indices.contains(place) ? own[place] : 0.5, strokeWidth))
    }
    var path = StrokePath(from: StrokePath.Vertex(points[0], width: widths[0]))
    for place in points.indices.dropFirst() { path.extend(to: StrokePath.Vertex(points[place], width: widths[place])) }
    return path
  }

  private func textShape(_ first: BoardPoint, _ last: BoardPoint) -> Shape? {
    guard let text, !text.isEmpty else { return nil }
    let size = min(max(fontSize ?? 20, TextFont.sizes.lowerBound), TextFont.sizes.upperBound)
    return .text(
      TextShape(
        text, font: TextFont(family: "Sans", size: size), color: ink,
        at: BoardPoint(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2),
        width: .fitting(limit: TextWidth.range.upperBound)))
  }
}

extension ExcalidrawElement {
  /// What our shapes cannot show of it, in words.
  var losses: [String] {
    var losses: [String] = []
    if let fill, fill.alpha > 0 { losses += lossesOfFill }
    if isDrawnAsStroke, !style.dashes.isEmpty { losses.append("a dashed line is drawn without gaps") }
    if roundness != nil { losses += lossesOfRoundness }
    if type == "arrow", startArrowhead?.isEmpty == false { losses.append("the head at an arrow's start is left out") }
    return losses
  }

  /// Whether it becomes a stroke, which has no dashes and no fill. What is drawn by hand has no dashes anyway.
  private var isDrawnAsStroke: Bool {
    type == "diamond" ? !isSquare : ["line", "arrow"].contains(type) && (points ?? []).count > 2
  }

  private var lossesOfFill: [String] {
    switch type {
    case "diamond" where !isSquare: return ["what a diamond is filled with is left out"]
    case "rectangle", "ellipse", "diamond":
      return (fillStyle ?? "solid") == "solid" ? [] : ["a hatched fill is drawn solid"]
    case "freedraw", "line": return isClosed ? ["what a closed line is filled with is left out"] : []
    default: return []
    }
  }

  /// As Excalidraw decides whether a path is filled.
  private var isClosed: Bool {
    guard let points, points.count > 2, let first = points.first, let last = points.last else { return false }
    return hypot(first[0] - last[0], first[1] - last[1]) <= 8
  }

  private var lossesOfRoundness: [String] {
    switch type {
    case "rectangle", "diamond": ["round corners are drawn pointed"]
    case "line", "arrow": (points ?? []).count > 2 ? ["a curved line is drawn straight from point to point"] : []
    default: []
    }
  }
}

/// How wide Excalidraw draws a stroke where it was pressed: perfect-freehand with a size of 4.25 stroke widths, a
/// thinning of 0.6, and the sine as its easing.
enum FreehandWidth {
  private static let size = 4.25
  private static let thinning = 0.6

  static func width(_ pressure: Double, _ strokeWidth: Double) -> Double {
    2 * size * strokeWidth * sin((0.5 - thinning * (0.5 - min(max(pressure, 0), 1))) * .pi / 2)
  }

  /// The stroke width with which the hardest press gives this width.
  static func strokeWidth(forWidest width: Double) -> Double { width / Self.width(1, 1) }

  /// What gives a width; clamped to what is possible.
  static func pressure(forWidth width: Double, _ strokeWidth: Double) -> Double {
    let share = min(max(width / (2 * size * strokeWidth), 0), 1)
    return min(max((asin(share) / (.pi / 2) - 0.5) / thinning + 0.5, 0), 1)
  }
}

extension KeyedDecodingContainer {
  /// As for any value, but that `null` is one.
  fileprivate func decodeIfPresent(
    _ type: ExcalidrawElement.Arrowhead.Type, forKey key: Key
  ) throws -> ExcalidrawElement.Arrowhead? {
    contains(key) ? .init(name: try decodeIfPresent(String.self, forKey: key)) : nil
  }
}
