import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

/// Shapes of ours as elements of a scene.
extension ExcalidrawElement {
  private init(_ type: String) {
    self.type = type
    (fillStyle, strokeStyle, roughness) = ("solid", "solid", 0)
  }

  /// What looks like the shape: its own kind of element where Excalidraw has it, and closed lines otherwise; none of a
  /// text without a font.
  static func elements(of shape: Shape, _ transform: ShapeTransform) -> [ExcalidrawElement] {
    switch shape {
    case .pen(let pen): pen.path.runs.map { run in ExcalidrawElement(run, pen.color, transform) }
    case .line(let line): [ExcalidrawElement(line, transform)]
    case .rectangle(let shape): [ExcalidrawElement(shape, transform)]
    case .diamond(let shape): [ExcalidrawElement(shape, transform)]
    case .ellipse(let shape):
      [ExcalidrawElement("ellipse", shape.start, shape.end, shape.style, shape.fill, transform)]
    case .path(let path): [ExcalidrawElement(path, transform)]
    case .text(let text): ExcalidrawElement(text, transform).map { [$0] } ?? []
    case .ngon(let shape): outlines(of: .ngon(shape), shape.style, transform)
    case .star(let shape): outlines(of: .star(shape), shape.style, transform)
    case .angle(let shape): outlines(of: .angle(shape), shape.style, transform)
    case .image(let image): [ExcalidrawElement(image, transform)]
    }
  }

  private static func outlines(
    of shape: Shape, _ style: StrokeStyle, _ transform: ShapeTransform
  ) -> [ExcalidrawElement] {
    shape.strokedLines.filter { !$0.isEmpty }.map { line in
      ExcalidrawElement(PathShape(line, style: style, fill: shape.fill), transform)
    }
  }

  private init(_ run: [StrokePath.Vertex], _ color: PixelColor, _ transform: ShapeTransform) {
    self.init("freedraw")
    setColors(color, fill: nil)
    go(through: run.map { transform.applied(to: $0.point) })
    let widths = run.map { $0.width * transform.scale }
    let lineWidth = FreehandWidth.strokeWidth(forWidest: widths.max() ?? 1)
    strokeWidth = lineWidth
    pressures = NumberList(widths.map { FreehandWidth(strokeWidth: lineWidth).pressure(forWidth: $0) })
    simulatePressure = false
  }

  private init(_ line: LineShape, _ transform: ShapeTransform) {
    self.init(line.head == .none ? "line" : "arrow")
    set(line.style, fill: nil, transform)
    go(through: [line.start, line.end].map(transform.applied))
    if line.head != .none { (startArrowhead, endArrowhead) = (Arrowhead(nil), Arrowhead("triangle")) }
  }

  private init(_ path: PathShape, _ transform: ShapeTransform) {
    let hasHeads = path.startHead != .none || path.endHead != .none
    self.init(hasHeads ? "arrow" : "line")
    set(path.style, fill: path.fill, transform)
    go(through: (path.points + (path.isClosed ? path.points.prefix(1) : [])).map(transform.applied))
    if path.course == .curved { roundness = Roundness(type: 2) }
    guard hasHeads else { return }
    startArrowhead = Arrowhead(Self.name(of: path.startHead))
    endArrowhead = Arrowhead(Self.name(of: path.endHead))
    elbowed = path.isElbow
  }

  private init(_ shape: RectShape, _ transform: ShapeTransform) {
    self.init("rectangle", shape.start, shape.end, shape.style, shape.fill, transform)
    round(shape.cornerRadius * transform.scale, ofSide: min(width ?? 0, height ?? 0))
  }

  private init(_ shape: DiamondShape, _ transform: ShapeTransform) {
    self.init("diamond", shape.start, shape.end, shape.style, shape.fill, transform)
    round(shape.cornerRadius * transform.scale, ofSide: max(width ?? 0, height ?? 0) / 2)
  }

  /// What lies in a box turns about its middle, wherever that is moved to.
  private init(
    _ type: String, _ start: BoardPoint, _ end: BoardPoint, _ style: StrokeStyle, _ fill: PixelColor?,
    _ transform: ShapeTransform
  ) {
    self.init(type)
    set(style, fill: fill, transform)
    let middle = BoardPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    lie(around: middle, (abs(end.x - start.x), abs(end.y - start.y)), transform)
  }

  private init(_ image: ImageShape, _ transform: ShapeTransform) {
    self.init("image")
    (strokeColor, backgroundColor, strokeWidth, opacity) = ("transparent", "transparent", 1, 100)
    let middle = BoardPoint(x: (image.start.x + image.end.x) / 2, y: (image.start.y + image.end.y) / 2)
    lie(around: middle, (image.width, image.height), transform)
    (fileId, status, scale) = (ExcalidrawNewFiles.id(of: image.image), "saved", [image.isMirrored ? -1 : 1, 1])
    crop = image.crop == .whole ? nil : Crop(image.crop, of: image.image.pixels.size)
  }

  /// `nil` if there is no font.
  private init?(_ text: TextShape, _ transform: ShapeTransform) {
    guard let layout = text.layout else { return nil }
    self.init("text")
    setColors(text.color, fill: nil)
    lie(around: text.center, (layout.width, layout.height), transform)
    let lines = text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    originalText = text.text
    self.text = layout.lines.count > lines ? layout.lines.map(\.text).joined(separator: "\n") : text.text
    fontSize = text.font.size * transform.scale
    fontFamily = Self.number(ofFamily: text.font.family) ?? (text.font.family.lowercased().contains("mono") ? 3 : 2)
    textAlign = Self.side(of: text.paragraph.alignment, layout)
    verticalAlign = "top"
    lineHeight = text.paragraph.lineHeight ?? layout.height / Double(max(layout.lines.count, 1)) / text.font.size
  }

  private static func side(of alignment: TextParagraph.Alignment, _ layout: TextLayout) -> String {
    switch alignment {
    case .center: "center"
    case .start: layout.isRightToLeft ? "right" : "left"
    case .end: layout.isRightToLeft ? "left" : "right"
    }
  }
}

extension ExcalidrawElement {
  private mutating func set(_ style: StrokeStyle, fill: PixelColor?, _ transform: ShapeTransform) {
    setColors(style.color, fill: fill)
    strokeWidth = style.width * transform.scale
    guard !style.dashes.isEmpty else { return }
    strokeStyle = style.dashes == Self.dashes("dotted", width: style.width) ? "dotted" : "dashed"
  }

  /// The alpha that all colours have is the element's opacity, where it is a whole number of hundredths.
  private mutating func setColors(_ color: PixelColor, fill: PixelColor?) {
    let alphas = Set([color, fill ?? .clear].map(\.alpha).filter { $0 > 0 })
    let shared = alphas.count == 1 ? alphas.first.flatMap(Self.hundredths) : nil
    opacity = Double(shared ?? 100)
    strokeColor = Self.text(of: color, isFaded: shared != nil)
    backgroundColor = Self.text(of: fill ?? .clear, isFaded: shared != nil)
  }

  private static func hundredths(_ alpha: UInt8) -> Int? {
    let part = Int(clamping: (Double(alpha) * 100 / 255).rounded())
    return UInt8(clamping: (Double(part) * 255 / 100).rounded()) == alpha ? part : nil
  }

  /// - Parameter isFaded: whether the element's opacity is the colour's alpha.
  private static func text(of color: PixelColor, isFaded: Bool) -> String {
    guard color.alpha > 0 else { return "transparent" }
    let text = ColorText(color).text
    return isFaded || color.alpha == 255 ? String(text.prefix(7)) : text
  }

  /// - Parameter radius: how far corners are rounded at most.
  private mutating func round(_ radius: Double, ofSide side: Double) {
    guard radius > 0 else { return }
    if radius == 32 {
      roundness = Roundness(type: 3)
    } else {
      roundness = radius == side / 4 ? Roundness(type: 2) : Roundness(type: 3, value: radius)
    }
  }

  private mutating func lie(
    around point: BoardPoint, _ size: (width: Double, height: Double), _ transform: ShapeTransform
  ) {
    let middle = transform.applied(to: point)
    let (width, height) = (size.width * transform.scale, size.height * transform.scale)
    (x, y, self.width, self.height) = (middle.x - width / 2, middle.y - height / 2, width, height)
    angle = transform.rotation
  }

  /// Makes it begin at the first point, as elements of points do in Excalidraw.
  private mutating func go(through path: [BoardPoint]) {
    let box = BoardRect(around: path)
    (x, y, width, height) = (path[0].x, path[0].y, box?.width ?? 0, box?.height ?? 0)
    angle = 0
    points = PointList(path.map { BoardPoint(x: $0.x - path[0].x, y: $0.y - path[0].y) })
  }
}

extension PathShape {
  /// Whether it is one of Excalidraw's arrows with bends of right angles.
  var isElbow: Bool { cornerRadius == 16 && course == .straight && !isClosed }
}
