import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelLiveDrawing

/// A rectangle in a widget's units.
nonisolated struct ViewRect: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  fileprivate var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

/// The drawing commands of a widget.
struct Snapshot {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  func texture(_ texture: Texture, in rect: ViewRect) {
    var bounds = rect.graphene
    texture.with { gtk_snapshot_append_texture(pointer, $0, &bounds) }
  }

  /// Draws a block, scaled to a rectangle.
  func block(_ block: BlockNode, in rect: ViewRect) {
    var corner = graphene_point_t(x: Float(rect.x), y: Float(rect.y))
    gtk_snapshot_save(pointer)
    gtk_snapshot_translate(pointer, &corner)
    gtk_snapshot_scale(pointer, Float(rect.width) / Float(block.side), Float(rect.height) / Float(block.side))
    block.with { gtk_snapshot_append_node(pointer, $0) }
    gtk_snapshot_restore(pointer)
  }

  /// Draws a small picture as large as fits, in the middle, with a border.
  ///
  /// - Parameters:
  ///   - texture: `nil` while there is none.
  ///   - size: of the picture, in pixels.
  func framed(_ texture: Texture?, of size: PixelSize, in room: SurfaceSize, border: PixelColor) {
    let scale = min(room.width / Double(size.width), room.height / Double(size.height))
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    let rect = ViewRect(x: (room.width - width) / 2, y: (room.height - height) / 2, width: width, height: height)
    if let texture { self.texture(texture, in: rect) }
    outline(rect, radius: 3, width: 1, border)
  }

  func fill(_ rect: ViewRect, _ color: PixelColor) {
    var (bounds, color) = (rect.graphene, color.rgba)
    gtk_snapshot_append_color(pointer, &color, &bounds)
  }

  func clipped(to rect: ViewRect, _ draw: () -> Void) {
    var bounds = rect.graphene
    gtk_snapshot_push_clip(pointer, &bounds)
    draw()
    gtk_snapshot_pop(pointer)
  }

  /// - Parameter radius: the radius of the corners.
  func rounded(_ rect: ViewRect, radius: Double, _ draw: () -> Void) {
    var bounds = rect.graphene
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    gtk_snapshot_push_rounded_clip(pointer, &rounded)
    draw()
    gtk_snapshot_pop(pointer)
  }

  func outline(_ rect: ViewRect, radius: Double, width: Double, _ color: PixelColor) {
    var bounds = rect.graphene
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(radius))
    var widths = [Float](repeating: Float(width), count: 4)
    var colors = [GdkRGBA](repeating: color.rgba, count: 4)
    gtk_snapshot_append_border(pointer, &rounded, &widths, &colors)
  }
}

extension PixelColor {
  /// What a style's text is coloured in, as the border of something drawn: 3:1 against a bar, light or dark.
  var asBorder: PixelColor { with(alpha: 170) }

  nonisolated var rgba: GdkRGBA {
    GdkRGBA(
      red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255, alpha: Float(alpha) / 255)
  }

  init(_ color: GdkRGBA) {
    func byte(_ part: Float) -> UInt8 { UInt8(clamping: min(max(0, part), 1) * 255 + 0.5) }
    self.init(
      red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
  }
}

extension Snapshot {
  /// Draws with Cairo.
  func drawing(in rect: ViewRect, _ draw: (CairoContext) -> Void) {
    var bounds = rect.graphene
    guard let context = gtk_snapshot_append_cairo(pointer, &bounds) else { return }
    draw(CairoContext(context))
    cairo_destroy(context)
  }

  /// A diagonal line across a rectangle.
  func cross(_ rect: ViewRect, _ color: PixelColor) {
    drawing(in: rect) { context in
      context.line(from: (rect.x, rect.y + rect.height), to: (rect.x + rect.width, rect.y), width: 2, color)
    }
  }
}

/// Draws lines, circles and short texts that are not ink.
struct CairoContext {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { self.context = context }

  func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ color: PixelColor) {
    set(color)
    cairo_set_line_width(context, width)
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
    cairo_stroke(context)
  }

  /// A line through several points.
  func line(through points: [SurfacePoint], width: Double, _ color: PixelColor) {
    guard let first = points.first else { return }
    set(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_move_to(context, first.x, first.y)
    for point in points { cairo_line_to(context, point.x, point.y) }
    cairo_stroke(context)
  }

  func circle(at center: (x: Double, y: Double), radius: Double, width: Double, _ color: PixelColor) {
    set(color)
    cairo_set_line_width(context, width)
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo_stroke(context)
  }

  func disc(at center: (x: Double, y: Double), radius: Double, _ color: PixelColor) {
    set(color)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * .pi)
    cairo_fill(context)
  }

  func rectangle(_ rect: ViewRect, _ color: PixelColor) {
    set(color)
    cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo_fill(context)
  }

  /// - Parameter point: the left end of the text's baseline.
  func text(_ text: String, at point: (x: Double, y: Double), size: Double, _ color: PixelColor) {
    set(color)
    cairo_select_font_face(context, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
    cairo_move_to(context, point.x, point.y)
    cairo_show_text(context, text)
  }

  private func set(_ color: PixelColor) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }
}
