public import TouchReelCanvas
import TouchReelTouchTracking

/// What a drawing is made of.
public enum Shape: Hashable, Sendable {
  case pen(PenShape)
  case line(LineShape)
  case rectangle(RectShape)
  case ellipse(EllipseShape)
  case ngon(NgonShape)
  case star(StarShape)
  case diamond(DiamondShape)
  case path(PathShape)
  case angle(AngleShape)
  case text(TextShape)
  case image(ImageShape)
}

/// What the board asks of every kind of shape.
protocol ShapeContent: Hashable, Sendable {
  /// The color of its outline, or of the whole shape where it has no other.
  var color: PixelColor { get }
  /// `nil` if nothing is filled.
  var fill: PixelColor? { get }
  /// The width of its lines where they are widest, in board points; 0 without lines.
  var strokeWidth: Double { get }
  /// Where its ink may lie before it is moved.
  var inkBounds: BoardRect { get }
  /// Whether ``inkBounds`` are found once, when the shape is made, rather than each time they are needed.
  var keepsInkBounds: Bool { get }
  /// Where it is hit, in its own coordinates.
  var hitArea: HitArea { get }
  /// The shape of which it is the content.
  var shape: Shape { get }

  /// Its ink, bottom to top, where it has been moved to.
  func ink(on placement: Placement) -> [ShapeInk]

  /// The same, drawn.
  func layers(on placement: Placement) -> [InkLayer]

  /// Its ink, bottom to top, as outlines in its own coordinates.
  var vectors: [VectorInk] { get }

  /// The shape with another look. A change that it has no use for is ignored.
  func restyled(_ change: Restyling) -> Self
}

extension ShapeContent {
  var fill: PixelColor? { nil }
  var keepsInkBounds: Bool { true }

  func layers(on placement: Placement) -> [InkLayer] { ink(on: placement).map { $0.layer(on: placement.raster) } }
}

extension Shape {
  /// The one property that knows every kind.
  private var content: any ShapeContent {
    switch self {
    case .pen(let shape): shape
    case .line(let shape): shape
    case .rectangle(let shape): shape
    case .ellipse(let shape): shape
    case .ngon(let shape): shape
    case .star(let shape): shape
    case .diamond(let shape): shape
    case .path(let shape): shape
    case .angle(let shape): shape
    case .text(let shape): shape
    case .image(let shape): shape
    }
  }

  /// The color of its outline, or of the whole shape where it has no other.
  package var color: PixelColor { content.color }
  /// `nil` if nothing is filled.
  package var fill: PixelColor? { content.fill }
  /// The width of its lines where they are widest, in board points; 0 without lines.
  package var strokeWidth: Double { content.strokeWidth }
  /// Where its ink may lie before it is moved.
  var inkBounds: BoardRect { content.inkBounds }
  /// The same, found when the shape is made; `nil` if they are found when they are needed.
  var keptInkBounds: BoardRect? {
    let content = content
    return content.keepsInkBounds ? content.inkBounds : nil
  }
  /// The hit area, in its own coordinates.
  package var hitArea: HitArea { content.hitArea }

  /// Its ink, bottom to top.
  package func layers(on raster: Raster) -> [InkLayer] { layers(on: Placement(on: raster)) }

  /// Its ink, bottom to top, where it has been moved to.
  func layers(on placement: Placement) -> [InkLayer] { content.layers(on: placement) }

  /// The ink of ``layers(on:)``, before any pixel of it is computed.
  func ink(on placement: Placement) -> [ShapeInk] { content.ink(on: placement) }

  /// Whether ``ink(on:)`` is all there is to know of its looks; else its layers are.
  var isPlain: Bool {
    switch self {
    case .pen(let pen): pen.tint == nil
    case .image: false
    case .text(let text): text.layout?.pictures.isEmpty ?? true
    case .line, .rectangle, .ellipse, .ngon, .star, .diamond, .path, .angle: true
    }
  }

  /// Its ink, bottom to top, as outlines in its own coordinates.
  package var vectors: [VectorInk] { content.vectors }

  /// The shape with another look. A change that it has no use for is ignored.
  package func restyled(_ change: Restyling) -> Shape { content.restyled(change).shape }
}

/// A closed outline between two points: filled first if it has a fill colour, then its outline.
protocol OutlinedShape: ShapeContent {
  var start: BoardPoint { get set }
  var end: BoardPoint { get set }
  var style: StrokeStyle { get set }
  var fill: PixelColor? { get set }

  /// The corners in order around it; none if nothing is drawn.
  ///
  /// - Parameter scale: pixels to a point; the larger, the more corners a curve has.
  func corners(scale: Double) -> [BoardPoint]
  /// The outline, as one of the forms that other programs know; `nil` if nothing is drawn.
  var outline: VectorOutline? { get }
}

extension OutlinedShape {
  var color: PixelColor { style.color }
  var strokeWidth: Double { style.width }
  var inkBounds: BoardRect { BoardRect(holding: [start, end], reach: style.reach) }
  var hitArea: HitArea { HitArea(outline: corners(scale: 1), width: style.width, fill: fill) }

  var outline: VectorOutline? {
    let corners = corners(scale: 1)
    return corners.isEmpty ? nil : .path(VectorPath(corners, isClosed: true))
  }

  var vectors: [VectorInk] {
    guard let outline else { return [] }
    let inside = fill.map { VectorInk($0, [.filled(outline)]) }
    return [inside, VectorInk(color, [.stroked(outline, style)])].compactMap(\.self)
  }

  func ink(on placement: Placement) -> [ShapeInk] {
    let outline = Polyline(corners(scale: placement.scale), on: placement, isClosed: true)
    return outline?.ink(style, fill: fill, on: placement) ?? []
  }

  func restyled(_ change: Restyling) -> Self {
    var shape = self
    shape.style = style.restyled(change)
    if case .fill(let new) = change { shape.fill = new }
    return shape
  }
}

/// A change of how shapes look. A shape ignores what it has no use for.
public enum Restyling: Hashable, Sendable {
  case color(PixelColor)
  /// `nil` leaves a shape hollow.
  case fill(PixelColor?)
  /// The width in board points, clamped to ``StrokeStyle/widths``. Dashes keep their proportion to the width, and so do
  /// the widths of a freehand stroke, of which the largest becomes this.
  case width(Double)
  case cap(StrokeStyle.Cap)
  case join(StrokeStyle.Join)
  case pattern(LinePattern)
  /// A part of the font of texts.
  case font(FontChange)
  /// The side on which the lines of texts meet.
  case align(TextParagraph.Alignment)
}

/// A change of one part of a font.
public enum FontChange: Hashable, Sendable {
  case family(String)
  /// The size of the em in points, clamped to `TextFont.sizes`.
  case size(Double)
  case bold(Bool)
  case italic(Bool)
}

extension TextFont {
  /// The font with one part of it changed.
  package func changed(by change: FontChange) -> TextFont {
    var font = self
    switch change {
    case .family(let family): font.family = family
    case .size(let size): font.size = min(max(Self.sizes.lowerBound, size), Self.sizes.upperBound)
    case .bold(let isBold): font.isBold = isBold
    case .italic(let isItalic): font.isItalic = isItalic
    }
    return font
  }
}

extension StrokeStyle {
  func restyled(_ change: Restyling) -> StrokeStyle {
    var style = self
    switch change {
    case .color(let new): style.color = new
    case .width(let new): style.setWidth(Self.clampedWidth(new))
    case .cap(let new): style.cap = new
    case .join(let new): style.join = new
    case .pattern(let new): style.dashes = new.dashes(forWidth: width)
    case .fill, .font, .align: break
    }
    return style
  }

  private mutating func setWidth(_ new: Double) {
    let factor = width > 0 && (new / width).isFinite ? new / width : 1
    width = new
    dashes = dashes.map { $0 * factor }
    dashPhase *= factor
  }
}
