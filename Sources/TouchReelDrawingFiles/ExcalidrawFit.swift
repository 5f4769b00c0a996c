import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// What an element of Excalidraw does not hold of a shape.
struct ExcalidrawFit {
  /// What looks otherwise in Excalidraw, in words.
  private(set) var losses: [String] = []
  /// Whether the element alone would be read as another shape, so that ours has to be written beside it.
  private(set) var isPartial = false

  /// The shape as elements of Excalidraw's can be, bottom to top: only closed lines are filled there, so that the
  /// inside of any other is one of its own.
  static func parts(of shape: Shape, _ transform: ShapeTransform) -> [Shape] {
    guard case .path(let path) = shape, let fill = path.fill,
      !ExcalidrawElement.elements(of: shape, transform).allSatisfy({ $0.type == "line" && $0.isLoop })
    else { return [shape] }
    var (inside, line) = (PathShape(path.line(scale: BentLine.vectorScale), style: .unseen, fill: fill), path)
    inside.isClosed = true
    line.fill = nil
    return inside.points.count > 2 ? [.path(inside), .path(line)] : [.path(line)]
  }

  init(_ shape: Shape, _ transform: ShapeTransform) {
    switch shape {
    case .pen(let pen): check(pen)
    case .line(let line):
      check(line.style, transform)
      if line.head != .none { lose("an arrow's head has the size that Excalidraw gives it") }
    case .rectangle(let shape): check(shape.style, transform)
    case .ellipse(let shape): check(shape.style, transform)
    case .diamond(let shape): check(shape.style, transform)
    case .path(let path): check(path, transform)
    case .text(let text): check(text)
    case .ngon(let shape): checkOutline(shape.style, transform)
    case .star(let shape): checkOutline(shape.style, transform)
    case .angle(let shape):
      checkOutline(shape.style, transform)
      lose("the degrees of an angle are left out")
    case .image: break
    }
  }

  private mutating func lose(_ loss: String) {
    losses.append(loss)
    isPartial = true
  }

  private mutating func check(_ pen: PenShape) {
    let widths = pen.path.runs.joined().map(\.width)
    let hasCorners = pen.path.course == .straight && pen.path.runs.contains { $0.count > 2 }
    isPartial = hasCorners || !pen.path.isFinished
    // A little less, for what is lost by rounding.
    if let least = widths.min(), let most = widths.max(), least < most * FreehandWidth.leastShare * 0.999 {
      lose("the thinnest places of a stroke are wider")
    }
  }

  private mutating func checkOutline(_ style: StrokeStyle, _ transform: ShapeTransform) {
    isPartial = true
    check(style, transform)
  }

  private mutating func check(_ style: StrokeStyle, _ transform: ShapeTransform) {
    if style.cap != .round || style.join != .round { lose("the ends and corners of a line are round") }
    guard !style.dashes.isEmpty else { return }
    let known = ["dashed", "dotted"].map { ExcalidrawElement.dashes($0, width: style.width) }
    if !known.contains(style.dashes) || style.dashPhase != 0 || transform.scale != 1 {
      lose("dashes have the lengths that Excalidraw gives them")
    }
  }

  private mutating func check(_ path: PathShape, _ transform: ShapeTransform) {
    check(path.style, transform)
    let hasHeads = path.startHead != .none || path.endHead != .none
    if hasHeads && transform.scale != 1 { lose("an arrow's head has the size that Excalidraw gives it") }
    if path.cornerRadius > 0, path.course == .straight, !(hasHeads && path.isElbow) {
      lose("the round corners of a line are pointed")
    }
    if path.isClosed, path.course == .curved || path.points.count < 3 { isPartial = true }
  }

  private mutating func check(_ text: TextShape) {
    let isOfTheirs = ExcalidrawElement.number(ofFamily: text.font.family) != nil
    let isWhole = text.width == .fitting(limit: TextWidth.range.upperBound)
    isPartial = !isOfTheirs || !isWhole || text.paragraph.lineHeight == nil
    if text.font.isBold || text.font.isItalic { lose("the letters of a text are neither bold nor do they lean") }
    let generic: Set = ["", "sans", "sans-serif", "mono", "monospace"]
    if !isOfTheirs && !generic.contains(text.font.family.lowercased()) {
      losses.append("a font becomes one that Excalidraw has")
    }
  }
}

extension StrokeStyle {
  /// The style of what is filled, and not drawn besides.
  fileprivate static let unseen = StrokeStyle(color: .clear, width: widths.lowerBound)
}
