internal import Canvas
internal import DrawingBoard
internal import TouchTracking

/// A shape in Drawsana's JSON. Members that are absent have Drawsana's defaults.
struct DrawsanaShape: Codable {
  private enum Kind: String, Codable {
    case line = "Line"
    case rectangle = "Rectangle"
    case ellipse = "Ellipse"
    case star = "Star"
    case ngon = "Ngon"
    case pen = "Pen"
    case text = "Text"
  }

  private struct Segment: Codable {
    var a: PointValue
    var b: PointValue
    var width: Double
  }

  private var type: Kind
  private(set) var id: String?
  private var a: PointValue?
  private var b: PointValue?
  private var c: PointValue?
  private var strokeColor: ColorText?
  private var fillColor: ColorText?
  private var strokeWidth: Double?
  private var capStyle: Int?
  private var joinStyle: Int?
  private var dashPhase: Double?
  private var dashLengths: [Double]?
  private var arrowStyle: String?
  private var sides: Int?
  private var isFinished: Bool?
  private var isEraser: Bool?
  private var start: PointValue?
  private var segments: [Segment]?
  private var text: String?
  private var fontName: String?
  private var fontSize: Double?
  private var explicitWidth: Double?
  private var transform: TransformValue?
}

extension DrawsanaShape {
  func operation(on size: BoardSize) throws -> BoardOperation {
    if type == .pen, isEraser == true { return .erase(Erasure(path: try path())) }
    return .add(try shape(on: size))
  }

  /// Where it was moved to; nothing where it was not.
  func placement() throws -> ShapeTransform? {
    let placement = try transform?.transform()
    return placement == .identity ? nil : placement
  }

  private func shape(on size: BoardSize) throws -> Shape {
    switch type {
    case .pen: return .pen(PenShape(path: try path(), color: strokeColor?.color ?? .clear))
    case .text: return .text(try textShape(on: size))
    case .line, .rectangle, .ellipse, .star, .ngon: break
    }
    let (start, end) = (try a.required("a").point, try b.required("b").point)
    let (style, fill) = (try style(), fillColor?.color)
    switch type {
    case .rectangle: return .rectangle(RectShape(from: start, to: end, style: style, fill: fill))
    case .ellipse: return .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill))
    case .star: return .star(StarShape(from: start, to: end, style: style, fill: fill))
    case .ngon:
      return .ngon(NgonShape(from: start, to: end, sides: try sides.required("sides"), style: style, fill: fill))
    case .line, .pen, .text:
      if let c { return .angle(AngleShape(vertex: end, firstEnd: start, secondEnd: c.point, style: style)) }
      return .line(LineShape(from: start, to: end, style: style, head: try head()))
    }
  }

  private func head() throws -> LineShape.Head {
    guard let arrowStyle else { return .none }
    guard arrowStyle == "standard" else { throw BrokenValue("the arrow style \(arrowStyle) is not known") }
    return .arrow
  }

  private func style() throws -> StrokeStyle {
    var style = StrokeStyle(
      color: strokeColor?.color ?? .clear, width: try StrokeWidth.checked(try strokeWidth.required("strokeWidth")))
    switch capStyle ?? 1 {
    case 0: style.cap = .butt
    case 1: style.cap = .round
    case 2: style.cap = .square
    default: throw BrokenValue("capStyle is none of 0, 1 and 2")
    }
    switch joinStyle ?? 1 {
    case 0: style.join = .miter
    case 1: style.join = .round
    case 2: style.join = .bevel
    default: throw BrokenValue("joinStyle is none of 0, 1 and 2")
    }
    style.dashes = dashLengths ?? []
    style.dashPhase = dashPhase ?? 0
    return style
  }

  /// A segment that does not begin where the one before ended begins a new run.
  private func path() throws -> StrokePath {
    let width = try StrokeWidth.checked(try segments?.first?.width ?? strokeWidth.required("strokeWidth"))
    var path = StrokePath(from: StrokePath.Vertex(try start.required("start").point, width: width))
    var last = path.runs[0][0].point
    for segment in segments ?? [] {
      let width = try StrokeWidth.checked(segment.width)
      if segment.a.point != last { path.resume(at: StrokePath.Vertex(segment.a.point, width: width)) }
      path.extend(to: StrokePath.Vertex(segment.b.point, width: width))
      last = segment.b.point
    }
    return path
  }

  private func textShape(on size: BoardSize) throws -> TextShape {
    let points = try fontSize.required("fontSize")
    guard TextFont.sizes.contains(points) else { throw BrokenValue("a font of size \(points) is not within 1 and 500") }
    return TextShape(
      try text.required("text"), font: TextFont(family: fontName ?? "Sans", size: points),
      color: fillColor?.color ?? .black, at: BoardPoint(x: 0, y: 0),
      width: explicitWidth.map(TextWidth.fixed) ?? TextShape.fittingWidth(on: size))
  }
}

extension DrawsanaShape {
  init(_ element: Element, named name: String?) {
    switch element.content {
    case .erasure(let erasure): self.init(pen: erasure.path, color: .black, isEraser: true)
    case .shape(let placed): self.init(placed)
    }
    id = name ?? Self.name(of: element.id)
  }

  /// A UUID of version 8 that holds the number.
  private static func name(of id: ElementID) -> String {
    let digits = String(id.rawValue, radix: 16, uppercase: true)
    return "00000000-0000-8000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits.suffix(12)
  }

  private init(_ placed: PlacedShape) {
    self.init(shape: placed.shape)
    var transform = placed.transform
    if case .text(let text) = placed.shape {
      transform = transform.after(.move(byX: text.anchor.x, y: text.anchor.y))
    } else if transform == .identity {
      return
    }
    self.transform = TransformValue(transform)
  }

  private init(shape: Shape) {
    switch shape {
    case .pen(let shape): self.init(pen: shape.path, color: shape.color, isEraser: false)
    case .line(let shape):
      self.init(.line, shape.start, shape.end, shape.style, nil)
      if shape.head == .arrow { arrowStyle = "standard" }
    case .rectangle(let shape): self.init(.rectangle, shape.start, shape.end, shape.style, shape.fill)
    case .ellipse(let shape): self.init(.ellipse, shape.start, shape.end, shape.style, shape.fill)
    case .star(let shape): self.init(.star, shape.start, shape.end, shape.style, shape.fill)
    case .ngon(let shape):
      self.init(.ngon, shape.start, shape.end, shape.style, shape.fill)
      sides = shape.sides
    case .angle(let shape):
      self.init(.line, shape.firstEnd, shape.vertex, shape.style, nil)
      c = PointValue(shape.secondEnd)
    case .text(let shape): self.init(shape)
    }
  }

  private init(_ type: Kind, _ a: BoardPoint, _ b: BoardPoint, _ style: StrokeStyle, _ fill: PixelColor?) {
    (self.type, self.a, self.b) = (type, PointValue(a), PointValue(b))
    (strokeColor, fillColor, strokeWidth) = (ColorText(style.color), fill.map(ColorText.init), style.width)
    capStyle = style.cap == .round ? nil : style.cap == .butt ? 0 : 2
    joinStyle = style.join == .round ? nil : style.join == .miter ? 0 : 2
    guard !style.dashes.isEmpty else { return }
    (dashPhase, dashLengths) = (style.dashPhase, style.dashes)
  }

  private init(pen path: StrokePath, color: PixelColor, isEraser: Bool) {
    type = .pen
    (strokeColor, self.isEraser, isFinished) = (ColorText(color), isEraser, true)
    start = path.runs.first?.first.map { PointValue($0.point) }
    strokeWidth = path.runs.joined().map(\.width).max() ?? 0
    segments = path.runs.flatMap { run in
      zip(run, run.dropFirst()).map { Segment(a: PointValue($0.point), b: PointValue($1.point), width: $1.width) }
    }
  }

  private init(_ text: TextShape) {
    (type, self.text, fontName, fontSize) = (.text, text.text, text.font.family, text.font.size)
    fillColor = ColorText(text.color)
    if case .fixed(let width) = text.width { explicitWidth = width }
  }
}
