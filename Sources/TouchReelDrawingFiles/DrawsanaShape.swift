import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A shape in Drawsana's JSON. Members that are absent have Drawsana's defaults.
struct DrawsanaShape: Codable, Hashable {
  private enum Kind: String, CaseIterable {
    case line = "Line"
    case rectangle = "Rectangle"
    case ellipse = "Ellipse"
    case star = "Star"
    case ngon = "Ngon"
    case pen = "Pen"
    case text = "Text"
  }

  private var type: Word<Kind>
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
  private var segments: SegmentList?
  private var text: String?
  private var fontName: String?
  private var fontSize: Double?
  private var explicitWidth: Double?
  /// Where a text lies about its transform's origin: its upper left corner, then its width and height. Drawsana draws
  /// the text into it, and nothing where there is none.
  private var boundingRect: [PointValue]?
  private var transform: TransformValue?
  /// What of the shape Drawsana's members do not hold; Drawsana passes it by.
  private var touchreel: OwnShape?
}

extension DrawsanaShape {
  func operation(on size: BoardSize) throws -> BoardOperation {
    if let touchreel, touchreel.isImage, let problem = touchreel.problem { throw BrokenValue(problem) }
    if isErasure {
      if case .pen(let pen)? = ownShape?.shape { return .erase(Erasure(path: pen.path)) }
      return .erase(Erasure(path: try path()))
    }
    return .add(try ownShape?.shape ?? shape(on: size))
  }

  /// Why what Drawsana does not hold of it is not understood; `nil` if it is, or there is nothing.
  var problem: String? { touchreel?.problem }

  /// Where it was moved to; `nil` if it was not.
  func placement() throws -> ShapeTransform? {
    let placement = try ownShape?.transform ?? transform?.transform()
    return placement == .identity ? nil : placement
  }

  private var isErasure: Bool { type.choice == .pen && isEraser == true }

  /// The shape as it was before it became one of Drawsana's, as long as that says the same. The box of a text depends
  /// on the system's fonts.
  private var ownShape: (shape: Shape, transform: ShapeTransform)? {
    guard let (shape, transform) = touchreel?.placed else { return nil }
    var (said, own) = (self, DrawsanaShape(shape, transform, isErasure: isErasure))
    (said.id, said.touchreel, said.boundingRect, own.boundingRect) = (nil, nil, nil, nil)
    return said == own ? (shape, transform) : nil
  }

  private func shape(on size: BoardSize) throws -> Shape {
    switch type.choice {
    case .pen: return .pen(PenShape(path: try path(), color: strokeColor?.color ?? .clear))
    case .text: return .text(try textShape(on: size))
    case .line, .rectangle, .ellipse, .star, .ngon: break
    }
    let (start, end) = (try a.required("a").point, try b.required("b").point)
    let (style, fill) = (try style(), fillColor?.color)
    switch type.choice {
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
    guard arrowStyle == "standard" else { throw BrokenValue("unknown arrow style \(quoted(arrowStyle))") }
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
    let segments = segments?.segments ?? []
    let width = try StrokeWidth.checked(try segments.first?.width ?? strokeWidth.required("strokeWidth"))
    var run = [StrokePath.Vertex(try start.required("start").point, width: width)]
    var runs: [[StrokePath.Vertex]] = []
    run.reserveCapacity(segments.count + 1)
    for segment in segments {
      let width = try StrokeWidth.checked(segment.width)
      if segment.a.point != run[run.count - 1].point {
        runs.append(run)
        run = [StrokePath.Vertex(segment.a.point, width: width)]
      }
      run.append(StrokePath.Vertex(segment.b.point, width: width))
    }
    var path = StrokePath(course: .throughMidpoints, runs: runs + [run])
    // Drawsana draws up to the last midpoint then.
    path.isFinished = isFinished ?? true
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
  /// - Parameters:
  ///   - name: its id; one that holds the element's number where there is none.
  ///   - size: of the drawing.
  init(_ element: Element, named name: String?, on size: BoardSize) {
    switch element.content {
    case .erasure(let erasure):
      self.init(.pen(PenShape(path: erasure.path, color: .black)), .identity, isErasure: true, on: size)
    case .shape(let placed): self.init(placed.shape, placed.transform, isErasure: false, on: size)
    }
    id = name ?? Self.name(of: element.id)
  }

  /// With what is missing in Drawsana's members, if anything is.
  private init(_ shape: Shape, _ transform: ShapeTransform, isErasure: Bool, on size: BoardSize) {
    self.init(shape, transform, isErasure: isErasure)
    let own = OwnShape(shape, transform)
    do {
      let again = DrawsanaContent(try operation(on: size), try placement())
      if again != DrawsanaContent(shape, transform, isErasure: isErasure) { touchreel = own }
    } catch {
      touchreel = own
    }
  }

  private init(_ shape: Shape, _ transform: ShapeTransform, isErasure: Bool) {
    self.init(shape)
    if isErasure { (isEraser, strokeColor) = (true, ColorText(.black)) }
    if case .text(let text) = shape {
      let center = text.center
      self.transform = TransformValue(transform.after(.move(byX: center.x, y: center.y)))
    } else if transform != .identity {
      self.transform = TransformValue(transform)
    }
  }

  /// Says that a shape is where it was drawn, if nothing else is said.
  mutating func addTransform() { transform = transform ?? TransformValue(.identity) }

  /// The number that an id holds which was made of one.
  var number: ElementID? {
    guard let id, id.hasPrefix(Self.namePrefix), id.utf8.count == Self.namePrefix.utf8.count + 12 else { return nil }
    return UInt64(id.dropFirst(Self.namePrefix.count), radix: 16).map { ElementID(rawValue: Int($0)) }
  }

  /// A UUID of version 8 that holds the number.
  private static func name(of id: ElementID) -> String {
    let digits = String(id.rawValue, radix: 16, uppercase: true)
    return namePrefix + String(repeating: "0", count: max(0, 12 - digits.count)) + String(digits.suffix(12))
  }

  /// The name that ``name(of:)`` gives, or another that no shape has.
  static func name(of id: ElementID, besides names: Set<String>) -> String {
    let plain = name(of: id)
    guard names.contains(plain) else { return plain }
    let others = (1...0xFFF).lazy.map { number in
      let digits = String(number, radix: 16, uppercase: true)
      let middle = String(repeating: "0", count: 3 - digits.count) + digits
      return "00000000-0000-8000-8\(middle)-\(plain.suffix(12))"
    }
    return others.first { !names.contains($0) } ?? plain
  }

  private static let namePrefix = "00000000-0000-8000-8000-"

  private init(_ shape: Shape) {
    switch shape {
    case .pen(let shape): self.init(pen: shape)
    case .line(let shape):
      self.init(.line, shape.start, shape.end, shape.style, nil)
      if shape.head == .arrow { arrowStyle = "standard" }
    case .rectangle(let shape): self.init(.rectangle, shape.start, shape.end, shape.style, shape.fill)
    case .ellipse(let shape): self.init(.ellipse, shape.start, shape.end, shape.style, shape.fill)
    case .star(let shape): self.init(.star, shape.start, shape.end, shape.style, shape.fill)
    case .ngon(let shape):
      self.init(.ngon, shape.start, shape.end, shape.style, shape.fill)
      sides = shape.sides
    case .diamond(let shape): self.init(lines: Shape.diamond(shape).strokedLines, shape.style)
    case .path(let shape): self.init(lines: [shape.line(scale: BentLine.vectorScale)], shape.style)
    case .angle(let shape):
      self.init(.line, shape.firstEnd, shape.vertex, shape.style, nil)
      c = PointValue(shape.secondEnd)
    case .text(let shape): self.init(shape)
    case .image(let shape):
      // Drawsana has no images: a rectangle that is not seen stands for it.
      self.init(.rectangle, shape.start, shape.end, StrokeStyle(color: .clear, width: 1), nil)
    }
  }

  private init(_ type: Kind, _ a: BoardPoint, _ b: BoardPoint, _ style: StrokeStyle, _ fill: PixelColor?) {
    (self.type, self.a, self.b) = (Word(type), PointValue(a), PointValue(b))
    (strokeColor, fillColor, strokeWidth) = (ColorText(style.color), fill.map(ColorText.init), style.width)
    capStyle = style.cap == .round ? nil : style.cap == .butt ? 0 : 2
    joinStyle = style.join == .round ? nil : style.join == .miter ? 0 : 2
    guard !style.dashes.isEmpty else { return }
    (dashPhase, dashLengths) = (style.dashPhase, style.dashes)
  }

  /// A segment has one width, which is that of its end.
  private init(pen: PenShape) {
    let runs = pen.path.runs
    type = Word(.pen)
    (strokeColor, isEraser, isFinished) = (ColorText(pen.color), false, pen.path.isFinished)
    start = runs.first?.first.map { PointValue($0.point) }
    strokeWidth = runs.joined().map(\.width).max() ?? 0
    segments = SegmentList(
      runs.flatMap { run in
        zip(run, run.dropFirst()).map {
          DrawsanaSegment(a: PointValue($0.point), b: PointValue($1.point), width: $1.width)
        }
      })
  }

  /// Lines for which Drawsana has no shape, as a stroke.
  private init(lines: [[BoardPoint]], _ style: StrokeStyle) {
    let runs = lines.filter { !$0.isEmpty }.map { line in line.map { StrokePath.Vertex($0, width: style.width) } }
    let first = runs.first?.first ?? StrokePath.Vertex(BoardPoint(x: 0, y: 0), width: style.width)
    var path = StrokePath(course: .straight, from: first)
    for vertex in runs.first?.dropFirst() ?? [] { path.extend(to: vertex) }
    for run in runs.dropFirst() {
      path.resume(at: run[0])
      for vertex in run.dropFirst() { path.extend(to: vertex) }
    }
    self.init(pen: PenShape(path: path, color: style.color))
  }

  private init(_ text: TextShape) {
    type = Word(.text)
    (self.text, fontName, fontSize) = (text.text, AppleFonts.name(for: text.font), text.font.size)
    fillColor = ColorText(text.color)
    if case .fixed(let width) = text.width { explicitWidth = width }
    let (width, height) = Self.box(of: text)
    boundingRect = [PointValue(BoardPoint(x: -width / 2, y: -height / 2)), PointValue(BoardPoint(x: width, y: height))]
  }

  /// The text's box as it is set here, and a little higher: lines of Helvetica Neue are 1.193 em high, those of DejaVu
  /// Sans 1.164, and Drawsana leaves out the line that its box has no room for.
  private static func box(of text: TextShape) -> (width: Double, height: Double) {
    let lineHeight = 1.2 * text.font.size
    guard let layout = text.layout else {
      let lines = text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let longest = lines.map(\.count).max() ?? 0
      return (max(1, 0.6 * text.font.size * Double(longest)), lineHeight * Double(lines.count))
    }
    return (layout.width.rounded(.up), (1.05 * max(layout.height, lineHeight)).rounded(.up))
  }
}

extension Shape {
  /// Its lines from corner to corner.
  var strokedLines: [[BoardPoint]] {
    vectors.flatMap(\.parts).flatMap { part -> [[BoardPoint]] in
      if case .stroked(let outline, _) = part { outline.lines } else { [] }
    }
  }
}

/// What a shape of Drawsana's stands for.
private struct DrawsanaContent: Hashable {
  private let operation: BoardOperation
  private let transform: ShapeTransform

  init(_ operation: BoardOperation, _ placement: ShapeTransform?) {
    (self.operation, transform) = (operation, placement ?? .identity)
  }

  init(_ shape: Shape, _ transform: ShapeTransform, isErasure: Bool) {
    self.transform = transform
    if case .pen(let pen) = shape, isErasure {
      operation = .erase(Erasure(path: pen.path))
    } else {
      operation = .add(shape)
    }
  }
}
