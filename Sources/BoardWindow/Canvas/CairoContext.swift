import CGtk
import Canvas

/// Lines, circles and short texts above and around the canvas, none of which is ink.
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

  /// - Parameter place: of the text's baseline at its left.
  func text(_ text: String, at place: (x: Double, y: Double), size: Double, _ color: PixelColor) {
    set(color)
    cairo_select_font_face(context, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, size)
    cairo_move_to(context, place.x, place.y)
    cairo_show_text(context, text)
  }

  private func set(_ color: PixelColor) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }
}
