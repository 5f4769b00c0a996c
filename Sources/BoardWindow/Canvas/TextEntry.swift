import CGtk
import Canvas
import Drawings
import LiveDrawing
import TouchTracking

/// Edits text in place on the board: the board shows the letters, this widget the cursor and the selection.
final class TextEntry {
  private let overlay: ObjectPointer
  private let view: ObjectHolder
  private let provider: ObjectHolder
  private let type: (String) -> Void
  private let end: () -> Void
  /// The text being edited, if any.
  private var shown: (anchor: BoardPoint, font: TextFont)?
  private var isShowing = false

  var isActive: Bool { shown != nil }

  /// - Parameters:
  ///   - type: called with the whole text each time that it changes.
  ///   - end: called when Escape is pressed.
  init(over overlay: ObjectPointer, type: @escaping (String) -> Void, end: @escaping () -> Void) {
    self.overlay = overlay
    self.type = type
    self.end = end
    view = ObjectHolder(UnsafeMutableRawPointer(gtk_text_view_new()))
    provider = ObjectHolder(adopting: UnsafeMutableRawPointer(gtk_css_provider_new()))
    setUp(view.pointer)
  }

  /// Follows the text that is edited on the board; hides if there is none.
  func show(_ text: TextShape?, in viewport: Viewport) {
    guard let text else { return hide() }
    if shown?.anchor != text.anchor || shown?.font != text.font { begin(text) }
    place(text, in: viewport)
  }

  private func setUp(_ view: ObjectPointer) {
    view.setClass("typed", .on)
    view.setAccessibleName("Text")
    gtk_widget_set_halign(view.widget, GTK_ALIGN_START)
    gtk_widget_set_valign(view.widget, GTK_ALIGN_START)
    gtk_style_context_add_provider(
      gtk_widget_get_style_context(view.widget), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
    buffer.connect("changed") { [weak self] in self?.changed() }
    view.whenEscaped { [weak self] in self?.end() }
  }

  private var buffer: ObjectPointer { ObjectPointer(gtk_text_view_get_buffer(view.pointer.pointer())) }

  private func begin(_ text: TextShape) {
    if shown == nil { gtk_overlay_add_overlay(overlay.opaque, view.pointer.widget) }
    shown = (text.anchor, text.font)
    isShowing = true
    gtk_text_buffer_set_text(buffer.pointer(), text.text, -1)
    isShowing = false
    gtk_widget_grab_focus(view.pointer.widget)
  }

  private func hide() {
    guard shown != nil else { return }
    shown = nil
    gtk_overlay_remove_overlay(overlay.opaque, view.pointer.widget)
  }

  /// Places the view over the text's box, a little wider for the cursor.
  private func place(_ text: TextShape, in viewport: Viewport) {
    let (width, height) = (text.layout?.width ?? 0, text.layout?.height ?? text.font.size * 1.2)
    let corner = viewport.surfacePoint(of: BoardPoint(x: text.anchor.x - width / 2, y: text.anchor.y - height / 2))
    gtk_widget_set_margin_start(view.pointer.widget, CInt(clamping: Int(corner.x.rounded())))
    gtk_widget_set_margin_top(view.pointer.widget, CInt(clamping: Int(corner.y.rounded())))
    gtk_widget_set_size_request(view.pointer.widget, CInt(width * viewport.zoom) + 4, CInt(height * viewport.zoom))
    let style = "textview { font: \(text.font.size * viewport.zoom)px \"\(text.font.family)\"; }"
    gtk_css_provider_load_from_data(provider.pointer.pointer(), style, -1)
  }

  private func changed() {
    guard !isShowing else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer.pointer(), &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer.pointer(), &start, &end, 1) else { return }
    type(String(cString: text))
    g_free(text)
  }
}
