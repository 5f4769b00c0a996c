import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// An element of a scene as shapes, where it lies in the scene.
extension ExcalidrawElement {
  /// Bottom to top.
  ///
  /// - Parameters:
  ///   - container: of a text that is bound to an element.
  ///   - image: of an image.
  func placed(
    in container: ExcalidrawElement? = nil, showing image: EmbeddedImage? = nil
  ) -> [(shape: Shape, transform: ShapeTransform)] {
    if let own = ownShape { return [own] }
    let corners = corners
    let turning = turning(corners)
    if isPath {
      let turned = turning.map { corners.map($0.applied) } ?? corners
      return (type == "freedraw" ? freehand(turned) : [line(turned)]).map { ($0, .identity) }
    }
    if let image { return [self.image(image, corners, turning)] }
    guard let shape = boxed(corners[0], corners[1], container) else { return [] }
    guard let turning else { return [(shape, .identity)] }
    if case .text(let text) = shape { return [Self.turned(text, by: turning)] }
    return [(shape, turning)]
  }

  /// An image, mirrored where a factor is negative: upside down is from left to right after half a turn.
  private func image(
    _ image: EmbeddedImage, _ corners: [BoardPoint], _ turning: ShapeTransform?
  ) -> (shape: Shape, transform: ShapeTransform) {
    let isFlipped = (scale ?? []).map { $0 < 0 } + [false, false]
    var shape = ImageShape(image, from: corners[0], to: corners[1])
    shape.isMirrored = isFlipped[0] != isFlipped[1]
    shape.crop = crop?.shares ?? .whole
    let middle = BoardRect(from: corners[0], to: corners[1]).center
    let turned = isFlipped[1] ? ShapeTransform.turn(by: .pi, about: middle) : .identity
    return (.image(shape), turning.map { $0.after(turned) } ?? turned)
  }

  /// A text that is turned about the middle of its lines, which need not be the middle of its box.
  private static func turned(_ text: TextShape, by turning: ShapeTransform) -> (shape: Shape, transform: ShapeTransform)
  {
    let center = text.center
    let end = turning.applied(to: center)
    let anchor = BoardPoint(x: text.anchor.x + end.x - center.x, y: text.anchor.y + end.y - center.y)
    return (.text(text.anchored(at: anchor)), .turn(by: turning.rotation, about: end))
  }

  private func boxed(_ first: BoardPoint, _ last: BoardPoint, _ container: ExcalidrawElement?) -> Shape? {
    let (width, height) = (abs(last.x - first.x), abs(last.y - first.y))
    switch type {
    case "rectangle":
      var shape = RectShape(from: first, to: last, style: style, fill: fill)
      shape.cornerRadius = cornerRadius(ofSide: min(width, height))
      return .rectangle(shape)
    case "diamond":
      var shape = DiamondShape(from: first, to: last, style: style, fill: fill)
      shape.cornerRadius = cornerRadius(ofSide: max(width, height) / 2)
      return .diamond(shape)
    case "ellipse": return .ellipse(EllipseShape(from: first, to: last, style: style, fill: fill))
    default: return textShape(first, last, container).map(Shape.text)
    }
  }

  /// The turn about the middle of the element; `nil` if it is upright.
  private func turning(_ corners: [BoardPoint]) -> ShapeTransform? {
    guard let angle, angle != 0, let box = BoardRect(around: corners) else { return nil }
    return ShapeTransform.turn(by: angle, about: box.center)
  }

  /// A straight line of ours between two points without heads, else a path.
  private func line(_ points: [BoardPoint]) -> Shape {
    let (start, end) = heads
    if points.count == 2, start == .none, end == .none {
      return .line(LineShape(from: points[0], to: points[1], style: style))
    }
    var path = PathShape(points, style: style, fill: type == "line" && isLoop ? fill : nil)
    (path.startHead, path.endHead) = (start, end)
    if elbowed == true {
      path.cornerRadius = 16
    } else if isRound {
      path.course = .curved
    } else if points.count > 3, points.first == points.last {
      path.isClosed = true
      path.points.removeLast()
    }
    return .path(path)
  }

  /// The heads of an arrow.
  private var heads: (start: ArrowHead, end: ArrowHead) {
    guard type == "arrow" else { return (.none, .none) }
    let end = endArrowhead.map { Self.head($0.name) } ?? .arrow
    return (Self.head(startArrowhead?.name), end)
  }

  /// Freehand strokes have no dashes. A closed one is filled.
  private func freehand(_ points: [BoardPoint]) -> [Shape] {
    let widths = freehandWidths(points).map(StrokeStyle.clampedWidth)
    let path = StrokePath(
      course: .throughMidpoints, run: zip(points, widths).map { StrokePath.Vertex($0, width: $1) })
    let stroke = Shape.pen(PenShape(path: path, color: ink))
    guard isLoop, let fill else { return [stroke] }
    var inside = PathShape(points, style: StrokeStyle(color: .clear, width: StrokeStyle.widths.lowerBound), fill: fill)
    inside.course = .curved
    return [.path(inside), stroke]
  }

  func freehandWidths(_ points: [BoardPoint]) -> [Double] {
    let freehand = FreehandWidth(strokeWidth: lineWidth)
    guard simulatePressure == false else { return freehand.simulatedWidths(points.map { ($0.x, $0.y) }) }
    let pressures = pressures?.numbers ?? []
    return points.indices.map { index in
      freehand.width(pressures.indices.contains(index) ? pressures[index] : 0.5)
    }
  }
}

extension ExcalidrawElement {
  /// The shape that it was made of, as long as it says the same.
  private var ownShape: (shape: Shape, transform: ShapeTransform)? {
    guard let (shape, transform) = customData?.touchreel?.placed else { return nil }
    let written = ExcalidrawElement.elements(of: shape, transform)
    return written.count == 1 && written[0].looks == looks ? (shape, transform) : nil
  }

  /// Without what makes no difference to its looks. The box of a text depends on the system's fonts.
  private var looks: ExcalidrawElement {
    var looks = self
    (looks.id, looks.customData, looks.isDeleted, looks.frameId, looks.containerId) = (nil, nil, nil, nil, nil)
    (looks.opacity, looks.angle, looks.strokeSharpness) = (opacity ?? 100, angle ?? 0, nil)
    (looks.x, looks.y, looks.width, looks.height) = (x?.rounded3, y?.rounded3, width?.rounded3, height?.rounded3)
    looks.elbowed = elbowed == true ? true : nil
    if startArrowhead?.name == nil { looks.startArrowhead = nil }
    if type != "arrow" { looks.endArrowhead = nil }
    looks.points = points.map { PointList($0.points.map { BoardPoint(x: $0.x.rounded3, y: $0.y.rounded3) }) }
    if type == "text" { (looks.x, looks.width, looks.height, looks.lineHeight) = (nil, nil, nil, nil) }
    return looks
  }
}

extension Double {
  /// To thousandths.
  fileprivate var rounded3: Double { (self * 1000).rounded() / 1000 }
}

extension ExcalidrawElement {
  private static let heads: [(name: String, head: ArrowHead)] = [
    ("arrow", .arrow), ("bar", .bar), ("circle", .circle), ("circle_outline", .circleOutline),
    ("triangle", .triangle), ("triangle_outline", .triangleOutline), ("diamond", .diamond),
    ("diamond_outline", .diamondOutline), ("cardinality_one", .one), ("cardinality_many", .many),
    ("cardinality_one_or_many", .oneOrMany), ("cardinality_exactly_one", .exactlyOne),
    ("cardinality_zero_or_one", .zeroOrOne), ("cardinality_zero_or_many", .zeroOrMany),
    // The names of older versions.
    ("dot", .circle), ("crowfoot_one", .one), ("crowfoot_many", .many), ("crowfoot_one_or_many", .oneOrMany),
  ]

  /// The head of a name; an unknown one is drawn as two lines, as in Excalidraw.
  static func head(_ name: String?) -> ArrowHead {
    guard let name, !name.isEmpty else { return .none }
    return heads.first { $0.name == name }?.head ?? .arrow
  }

  /// The names of its heads that are none of Excalidraw's.
  var unknownHeads: [String] {
    guard type == "arrow" else { return [] }
    return [startArrowhead?.name, endArrowhead?.name].compactMap { $0 }.filter { name in
      !name.isEmpty && !Self.heads.contains { $0.name == name }
    }
  }

  /// `nil` of none.
  static func name(of head: ArrowHead) -> String? { heads.first { $0.head == head }?.name }
}
