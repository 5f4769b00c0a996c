import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A shape in a drawing file.
struct ShapeValue: Codable {
  enum Kind: String, CaseIterable {
    case pen, line, rectangle, ellipse, ngon, star, diamond, path, angle, text, image
  }

  private var type: Word<Kind>
  private var from: PointValue?
  private var to: PointValue?
  private var vertex: PointValue?
  private var stroke: StrokeValue?
  private var fill: ColorText?
  private var color: ColorText?
  private var path: PathValue?
  private var head: Word<LineShape.Head>?
  private var sides: Int?
  private var text: String?
  private var font: FontValue?
  private var width: TextWidthValue?
  /// Only where it is not the centre.
  private var origin: Word<TextOrigin>?
  /// Only where it is not the start.
  private var align: Word<TextParagraph.Alignment>?
  private var lineHeight: Double?
  private var points: PointList?
  /// Only where it is curved.
  private var course: Word<PathShape.Course>?
  /// Only where it is.
  private var closed: Bool?
  /// Only where corners are not pointed.
  private var cornerRadius: Double?
  private var startHead: Word<ArrowHead>?
  private var endHead: Word<ArrowHead>?
  private var image: ImageValue?
  /// Only where it is.
  private var mirrored: Bool?
  /// Only where it is not all of the image.
  private var crop: CropValue?
  /// Only where it is below ink.
  private var stacking: Word<Stacking>?

  init(_ shape: Shape) {
    switch shape {
    case .pen(let shape):
      self.init(.pen)
      (path, color) = (PathValue(shape.path), ColorText(shape.color))
      stacking = shape.stacking == .overInk ? nil : Word(shape.stacking)
    case .line(let shape):
      self.init(.line, shape.start, shape.end, shape.style)
      head = shape.head == .none ? nil : Word(shape.head)
    case .rectangle(let shape):
      self.init(.rectangle, shape.start, shape.end, shape.style, shape.fill)
      cornerRadius = shape.cornerRadius == 0 ? nil : shape.cornerRadius
    case .ellipse(let shape): self.init(.ellipse, shape.start, shape.end, shape.style, shape.fill)
    case .ngon(let shape):
      self.init(.ngon, shape.start, shape.end, shape.style, shape.fill)
      sides = shape.sides
    case .star(let shape): self.init(.star, shape.start, shape.end, shape.style, shape.fill)
    case .diamond(let shape):
      self.init(.diamond, shape.start, shape.end, shape.style, shape.fill)
      cornerRadius = shape.cornerRadius == 0 ? nil : shape.cornerRadius
    case .path(let shape): self.init(shape)
    case .angle(let shape):
      self.init(.angle, shape.firstEnd, shape.secondEnd, shape.style)
      vertex = PointValue(shape.vertex)
    case .text(let shape):
      self.init(.text)
      (text, color, vertex) = (shape.text, ColorText(shape.color), PointValue(shape.anchor))
      (font, width) = (FontValue(shape.font), TextWidthValue(shape.width))
      origin = shape.origin == .center ? nil : Word(shape.origin)
      align = shape.paragraph.alignment == .start ? nil : Word(shape.paragraph.alignment)
      lineHeight = shape.paragraph.lineHeight
    case .image(let shape):
      self.init(.image)
      (from, to) = (PointValue(shape.start), PointValue(shape.end))
      (image, mirrored) = (ImageValue(shape.image), shape.isMirrored ? true : nil)
      crop = shape.crop == .whole ? nil : CropValue(shape.crop)
    }
  }

  private init(_ shape: PathShape) {
    self.init(.path)
    points = PointList(shape.points)
    (stroke, fill) = (StrokeValue(shape.style), shape.fill.map(ColorText.init))
    course = shape.course == .straight ? nil : Word(shape.course)
    closed = shape.isClosed ? true : nil
    cornerRadius = shape.cornerRadius == 0 ? nil : shape.cornerRadius
    startHead = shape.startHead == .none ? nil : Word(shape.startHead)
    endHead = shape.endHead == .none ? nil : Word(shape.endHead)
  }

  private init(_ type: Kind) { self.type = Word(type) }

  private init(
    _ type: Kind, _ from: BoardPoint, _ to: BoardPoint, _ style: StrokeStyle, _ fill: PixelColor? = nil
  ) {
    self.type = Word(type)
    self.from = PointValue(from)
    self.to = PointValue(to)
    stroke = StrokeValue(style)
    self.fill = fill.map(ColorText.init)
  }

  /// The runs of a stroke; `nil` for other shapes.
  var runs: [[Double]]? {
    get { path?.runs.runs }
    set { if let newValue { path?.runs.runs = newValue } }
  }

  func shape() throws -> Shape {
    switch type.choice {
    case .pen:
      var pen = PenShape(path: try path.required("path").path(), color: try color.required("color").color)
      pen.stacking = stacking?.choice ?? .overInk
      return .pen(pen)
    case .text: return .text(try textShape())
    case .image: return .image(try imageShape())
    case .path: return .path(try pathShape())
    case .line, .rectangle, .ellipse, .ngon, .star, .diamond, .angle: return try outlined()
    }
  }

  private func pathShape() throws -> PathShape {
    let points = try points.required("points").points
    guard !points.isEmpty else { throw BrokenValue("a path has no points") }
    var shape = PathShape(points, style: try stroke.required("stroke").style(), fill: fill?.color)
    (shape.course, shape.isClosed) = (course?.choice ?? .straight, closed ?? false)
    shape.cornerRadius = try radius()
    (shape.startHead, shape.endHead) = (startHead?.choice ?? .none, endHead?.choice ?? .none)
    return shape
  }

  private func radius() throws -> Double {
    let radius = cornerRadius ?? 0
    guard radius >= 0, radius < .infinity else { throw BrokenValue("a corner's radius of \(radius) is below 0") }
    return radius
  }

  private func outlined() throws -> Shape {
    let (start, end) = (try from.required("from").point, try to.required("to").point)
    let (style, fill) = (try stroke.required("stroke").style(), fill?.color)
    switch type.choice {
    case .rectangle:
      var shape = RectShape(from: start, to: end, style: style, fill: fill)
      shape.cornerRadius = try radius()
      return .rectangle(shape)
    case .diamond:
      var shape = DiamondShape(from: start, to: end, style: style, fill: fill)
      shape.cornerRadius = try radius()
      return .diamond(shape)
    case .ellipse: return .ellipse(EllipseShape(from: start, to: end, style: style, fill: fill))
    case .ngon:
      return .ngon(
        NgonShape(from: start, to: end, sides: try sides.required("sides"), style: style, fill: fill))
    case .star: return .star(StarShape(from: start, to: end, style: style, fill: fill))
    case .angle:
      let vertex = try vertex.required("vertex").point
      return .angle(AngleShape(vertex: vertex, firstEnd: start, secondEnd: end, style: style))
    case .line, .pen, .path, .text, .image:
      return .line(LineShape(from: start, to: end, style: style, head: head?.choice ?? .none))
    }
  }

  private func imageShape() throws -> ImageShape {
    let (start, end) = (try from.required("from").point, try to.required("to").point)
    var shape = ImageShape(try image.required("image").image, from: start, to: end)
    shape.isMirrored = mirrored ?? false
    shape.crop = try crop?.crop() ?? .whole
    return shape
  }

  private func textShape() throws -> TextShape {
    let shape = TextShape(
      try text.required("text"), font: try font.required("font").font(), color: try color.required("color").color,
      at: try vertex.required("vertex").point, origin?.choice ?? .center,
      width: try width.required("width").width())
    if let lineHeight, !TextParagraph.lineHeights.contains(lineHeight) {
      throw BrokenValue("a line's height of \(lineHeight) is not within 0.1 and 5 sizes of the font")
    }
    guard align != nil || lineHeight != nil else { return shape }
    return shape.set(as: TextParagraph(alignment: align?.choice ?? .start, lineHeight: lineHeight))
  }
}

/// A point as `[x,y]`.
struct PointValue: Codable, Hashable {
  let point: BoardPoint

  init(_ point: BoardPoint) { self.point = point }

  init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Double].self)
    guard numbers.count == 2 else { throw BrokenValue("a point has two coordinates") }
    point = BoardPoint(x: numbers[0], y: numbers[1])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([point.x, point.y])
  }
}

/// Vertices in runs, each run as x, y, width, x, y, width …
struct PathValue: Codable {
  private var course: Word<StrokePath.Interpolation>
  fileprivate var runs: RunList
  /// Only where it is not.
  private var finished: Bool?

  init(_ path: StrokePath) {
    course = Word(path.course)
    finished = path.isFinished ? nil : false
    runs = RunList(path.runs.map { run in run.flatMap { [$0.point.x, $0.point.y, $0.width] } })
  }

  func path() throws -> StrokePath {
    let vertices = try runs.runs.map(Self.vertices)
    guard !vertices.isEmpty, vertices.allSatisfy({ !$0.isEmpty }) else {
      throw BrokenValue("a path has no vertices")
    }
    var path = StrokePath(course: course.choice, runs: vertices)
    path.isFinished = finished ?? true
    return path
  }

  private static func vertices(_ numbers: [Double]) throws -> [StrokePath.Vertex] {
    guard numbers.count.isMultiple(of: 3) else { throw BrokenValue("a run is not of three numbers a vertex") }
    return try stride(from: 0, to: numbers.count, by: 3).map { index in
      StrokePath.Vertex(
        BoardPoint(x: numbers[index], y: numbers[index + 1]), width: try StrokeWidth.checked(numbers[index + 2]))
    }
  }
}

/// The widths that a file may have: those of the settings, widened by the laws of speed and pressure.
enum StrokeWidth {
  static let range = 0.0...1000.0

  static func checked(_ width: Double) throws -> Double {
    guard range.contains(width) else { throw BrokenValue("a width of \(width) is not within 0 and 1000") }
    return width
  }
}

private struct StrokeValue: Codable {
  private var color: ColorText
  private var width: Double
  private var cap: Word<StrokeStyle.Cap>?
  private var join: Word<StrokeStyle.Join>?
  private var dashes: [Double]?
  private var dashPhase: Double?

  init(_ style: StrokeStyle) {
    (color, width) = (ColorText(style.color), style.width)
    cap = style.cap == .round ? nil : Word(style.cap)
    join = style.join == .round ? nil : Word(style.join)
    dashes = style.dashes.isEmpty ? nil : style.dashes
    dashPhase = style.dashPhase == 0 ? nil : style.dashPhase
  }

  func style() throws -> StrokeStyle {
    var style = StrokeStyle(color: color.color, width: try StrokeWidth.checked(width))
    if let cap { style.cap = cap.choice }
    if let join { style.join = join.choice }
    style.dashes = dashes ?? []
    style.dashPhase = dashPhase ?? 0
    return style
  }
}

struct FontValue: Codable {
  private var family: String
  private var size: Double
  private var bold: Bool?
  private var italic: Bool?

  init(_ font: TextFont) {
    (family, size) = (font.family, font.size)
    (bold, italic) = (font.isBold ? true : nil, font.isItalic ? true : nil)
  }

  func font() throws -> TextFont {
    guard TextFont.sizes.contains(size) else { throw BrokenValue("a font of size \(size) is not within 1 and 500") }
    return TextFont(family: family, size: size, isBold: bold ?? false, isItalic: italic ?? false)
  }
}

/// How wide text is: `fitting` up to a limit, or `fixed`.
struct TextWidthValue: Codable {
  private var fitting: Double?
  private var fixed: Double?

  init(_ width: TextWidth) {
    switch width {
    case .fitting(let limit): fitting = limit
    case .fixed(let width): fixed = width
    }
  }

  func width() throws -> TextWidth {
    if let fixed { return .fixed(fixed) }
    return .fitting(limit: try fitting.required("fitting"))
  }
}
