import Synchronization
public import TouchReelCanvas
public import TouchReelTouchTracking

/// What of a text lies at its anchor.
public enum TextOrigin: String, Hashable, Sendable, CaseIterable {
  /// The middle of its box.
  case center
  /// Where its first line begins, whatever follows: on its left, or on its right if it reads from right to left. The
  /// letters stand 0.35 of the font's size below.
  case start

  /// How far below the anchor the first line's letters stand, in sizes of the font: so the anchor is about at half of
  /// the line's height.
  package static let baseline = 0.35
}

/// Text at an anchor.
public struct TextShape: Sendable {
  /// The text, with line breaks.
  public private(set) var text: String
  /// The font of the text.
  public private(set) var font: TextFont
  /// The colour of the text.
  public private(set) var color: PixelColor
  /// The anchor, in board points; what of the text lies there is said by ``origin``.
  package private(set) var anchor: BoardPoint
  /// The corner or side that the position is of.
  public private(set) var origin: TextOrigin
  /// The width at which lines break.
  public private(set) var width: TextWidth
  package private(set) var paragraph = TextParagraph()
  private var setting = TextSetting()

  /// A text at a position in board points.
  public init(
    _ text: String, font: TextFont, color: PixelColor, at anchor: BoardPoint, _ origin: TextOrigin = .center,
    width: TextWidth
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.anchor = anchor
    self.origin = origin
    self.width = width
  }

  /// How the text is set; `nil` if there is no memory for it, or no font.
  ///
  /// - Complexity: that of setting it, once for the text and all its copies.
  package var layout: TextLayout? {
    setting.layout { TextLayout(order) }
  }

  /// The text and how it is set.
  package var order: TextOrder {
    TextOrder(text, font: font, width: width, paragraph: paragraph, isSnug: origin == .start)
  }

  /// The widest that text on a board becomes before its lines are wrapped, in points: the board's width, but no less
  /// than 320.
  package static func fittingWidth(on board: BoardSize) -> TextWidth { .fitting(limit: max(320, board.width)) }

  package func saying(_ new: String) -> TextShape { changed { $0.text = new } }

  package func wide(_ new: TextWidth) -> TextShape { changed { $0.width = new } }

  package func set(in new: TextFont) -> TextShape { changed { $0.font = new } }

  /// The text with other distances between its lines, or another side on which they meet.
  package func set(as new: TextParagraph) -> TextShape { changed { $0.paragraph = new } }

  package func colored(_ new: PixelColor) -> TextShape {
    var shape = self
    shape.color = new
    return shape
  }

  package func starting(at new: BoardPoint, width: TextWidth) -> TextShape {
    changed { ($0.anchor, $0.origin, $0.width) = (new, .start, width) }
  }

  /// Elsewhere.
  package func anchored(at new: BoardPoint) -> TextShape {
    var shape = self
    shape.anchor = new
    return shape
  }

  /// The text with the middle of its box at a point.
  package func centered(at new: BoardPoint) -> TextShape { changed { ($0.anchor, $0.origin) = (new, .center) } }

  /// A change after which it has to be set anew.
  private func changed(_ change: (inout TextShape) -> Void) -> TextShape {
    var shape = self
    shape.setting = TextSetting()
    change(&shape)
    return shape
  }

  var placed: PlacedText? {
    layout.map { PlacedText($0, center: center(of: $0, at: anchor.onGrid)) }
  }

  /// The middle of its box; the anchor if it cannot be set.
  package var center: BoardPoint { layout.map { center(of: $0, at: anchor) } ?? anchor }

  /// The upper left corner of its box; `nil` if it cannot be set.
  package var corner: BoardPoint? {
    layout.map { layout in
      let center = center(of: layout, at: anchor)
      return BoardPoint(x: center.x - layout.width / 2, y: center.y - layout.height / 2)
    }
  }

  /// Its glyphs that have colours of their own, as images in its own coordinates.
  package var images: [ImageShape] {
    guard let layout, let corner else { return [] }
    return layout.images(at: corner).map { image, box in
      ImageShape(
        image, from: BoardPoint(x: box.minX, y: box.minY), to: BoardPoint(x: box.maxX, y: box.maxY))
    }
  }

  private func center(of layout: TextLayout, at anchor: BoardPoint) -> BoardPoint {
    guard origin == .start else { return anchor }
    let (dx, dy) = (layout.width / 2, layout.height / 2)
    let top = anchor.y + TextOrigin.baseline * font.size - (layout.lines.first?.baseline ?? 0)
    return BoardPoint(x: layout.isRightToLeft ? anchor.x - dx : anchor.x + dx, y: top + dy)
  }
}

/// The layout of a text, made when it is first needed: a drawing may change a text a thousand times, and only its final
/// content is drawn.
private final class TextSetting: Sendable {
  private let made = Mutex<TextLayout??>(nil)

  func layout(_ make: () -> TextLayout?) -> TextLayout? {
    made.withLock { made in
      if let made { return made }
      let layout = make()
      made = .some(layout)
      return layout
    }
  }
}

extension TextShape: Hashable {
  // The layout follows from the rest.
  public static func == (left: TextShape, right: TextShape) -> Bool {
    left.text == right.text && left.font == right.font && left.color == right.color && left.anchor == right.anchor
      && left.origin == right.origin && left.width == right.width && left.paragraph == right.paragraph
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(font)
    hasher.combine(color)
    hasher.combine(anchor)
    hasher.combine(origin)
    hasher.combine(width)
    hasher.combine(paragraph)
  }
}

extension TextShape: ShapeContent {
  var strokeWidth: Double { 0 }
  var inkBounds: BoardRect { BoardRect(holding: placed?.corners ?? [], reach: font.size + 1) }
  /// A text may change a thousand times before it is drawn; only then is it set.
  var keepsInkBounds: Bool { false }
  var shape: Shape { .text(self) }

  /// All of its box.
  var hitArea: HitArea {
    var area = HitArea()
    if let placed { area.addInside(of: placed.corners) }
    return area
  }

  func ink(on placement: Placement) -> [ShapeInk] {
    guard let placed else { return [] }
    var ink = ShapeInk(color)
    ink.addInside(of: placed.path(on: placement))
    return [ink]
  }

  /// Glyphs that have colours of their own lie above the others.
  func layers(on placement: Placement) -> [InkLayer] {
    let letters = ink(on: placement).map { $0.layer(on: placement.raster) }
    guard let pictures = placed?.pictures(on: placement, alpha: color.alpha) else { return letters }
    return letters + [pictures]
  }

  var vectors: [VectorInk] { [VectorInk(color, [.text(self)])] }

  func restyled(_ change: Restyling) -> TextShape {
    switch change {
    case .color(let color): colored(color)
    case .font(let change): set(in: font.changed(by: change))
    case .align(let side): set(as: TextParagraph(alignment: side, lineHeight: paragraph.lineHeight))
    case .fill, .width, .cap, .join, .pattern: self
    }
  }
}

/// Text set around a centre.
package struct PlacedText: Hashable, Sendable {
  let layout: TextLayout
  let center: BoardPoint

  package init(_ layout: TextLayout, center: BoardPoint) {
    self.layout = layout
    self.center = center
  }

  /// The corners of the text's box, clockwise from the upper left one.
  var corners: [BoardPoint] {
    let (dx, dy) = (layout.width / 2, layout.height / 2)
    return [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)].map { BoardPoint(x: center.x + $0.0, y: center.y + $0.1) }
  }

  /// The glyphs that have colours of their own, as one layer, so that it takes no more memory than the canvas.
  ///
  /// - Parameter alpha: of the text's colour, which fades them.
  /// - Returns: `nil` if there are none on the canvas.
  package func pictures(on placement: Placement, alpha: UInt8) -> InkLayer? {
    let size = placement.raster.pixels
    var (outlines, paints) = (CanvasPath(), [ImagePaint]())
    for (image, box) in layout.images(at: corners[0]) {
      let corners = box.corners.map { placement.subpixel(computed: $0) }
      let (corner, right, below) = (corners[0].inPixels, corners[1].inPixels, corners[3].inPixels)
      let paint = ImagePaint(image, corner: corner, right: right, below: below)
      guard paint.isSeen(on: size) else { continue }
      outlines.elements += CanvasPath.polygon(corners).elements
      paints.append(paint)
    }
    guard !paints.isEmpty else { return nil }
    var (coverage, unused) = (CoverageLayer(size: size), Damage(size: size))
    coverage.add(outlines, style: .fill(.nonZero), damage: &unused)
    coverage.fade(to: alpha)
    return .image(coverage, ImagePaint(paints))
  }

  /// The outlines of the glyphs in the text's colour.
  package func path(on placement: Placement) -> CanvasPath {
    let corner = corners[0]
    return layout.path { placement.subpixel(computed: BoardPoint(x: corner.x + $0, y: corner.y + $1)) }
  }
}

extension TextLayout {
  /// The glyphs that have colours of their own.
  ///
  /// - Parameter corner: the upper left one of the text's box.
  fileprivate func images(at corner: BoardPoint) -> [(image: EmbeddedImage, box: BoardRect)] {
    pictures.map { picture in
      let start = BoardPoint(x: corner.x + picture.x, y: corner.y + picture.y)
      let end = BoardPoint(x: start.x + picture.width, y: start.y + picture.height)
      return (picture.image, BoardRect(from: start, to: end))
    }
  }
}

extension SubpixelPoint {
  fileprivate var inPixels: (x: Double, y: Double) { (Double(x) / 256, Double(y) / 256) }
}
