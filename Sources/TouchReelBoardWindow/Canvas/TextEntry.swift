import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Edits text in place on the board: the board shows the letters, this widget the cursor and the selection.
final class TextEntry {
  private let overlay: ObjectPointer
  private let view: ObjectHolder
  /// Holds the view and shows it smaller than it is.
  private let frame: ObjectHolder
  private let provider: ObjectHolder
  private let type: (String) -> Void
  private let end: () -> Void
  private(set) var isActive = false
  private var isShowing = false
  /// What was last typed. Another text is another's.
  private var typed = ""
  /// What an input method composes at the cursor; not yet in the buffer.
  private var preedit = ""
  private var position: TextPosition?

  /// - Parameters:
  ///   - type: called with the whole text each time that it changes.
  ///   - end: called when Escape is pressed.
  init(over overlay: ObjectPointer, type: @escaping (String) -> Void, end: @escaping () -> Void) {
    self.overlay = overlay
    self.type = type
    self.end = end
    view = ObjectHolder(UnsafeMutableRawPointer(gtk_text_view_new()))
    frame = ObjectHolder(UnsafeMutableRawPointer(gtk_fixed_new()))
    gtk_fixed_put(frame.pointer.pointer(), view.pointer.widget, 0, 0)
    provider = ObjectHolder(adopting: UnsafeMutableRawPointer(gtk_css_provider_new()))
    setUp(view.pointer)
  }

  /// Follows the text that is edited on the board; hides if there is none.
  func show(_ text: TextShape?, in viewport: Viewport) {
    guard let text else { return hide() }
    if !isActive || typed != text.text { begin(text) }
    show(TextPosition(of: text, in: viewport))
  }

  /// Where the cursor is, on the overlay; `nil` if no text is edited.
  var cursor: (corner: SurfacePoint, height: Double)? {
    guard let position, isActive else { return nil }
    var cursor = GdkRectangle()
    gtk_text_view_get_cursor_locations(view.pointer.pointer(), nil, &cursor, nil)
    let scale = position.magnification
    let corner = SurfacePoint(
      x: position.corner.x + Double(cursor.x) / scale, y: position.corner.y + Double(cursor.y) / scale)
    return (corner, Double(cursor.height) / scale)
  }

  private func setUp(_ view: ObjectPointer) {
    view.setClass("typed", .on)
    view.setAccessibleName(translated("Text"))
    overlay.connect("realize") { [overlay] in Self.announceTyping(in: overlay) }
    overlay.connect(
      "get-child-position",
      answering: { [weak self] arguments in
        guard let self, arguments.pointer(1) == frame.raw, let position, let target = arguments.pointer(2) else {
          return .passedOn
        }
        target.assumingMemoryBound(to: GdkRectangle.self).pointee = position.rectangle
        return .handled
      })
    gtk_style_context_add_provider(
      gtk_widget_get_style_context(view.widget), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
    buffer.connect("changed") { [weak self] in self?.changed() }
    view.connect(
      "preedit-changed",
      answering: { [weak self] arguments in
        self?.preedit = g_value_get_string(arguments.value(1)).map { String(cString: $0) } ?? ""
        self?.changed()
        return .passedOn
      })
    view.whenEscaped { [weak self] in self?.end() }
  }

  /// Tells the desktop that texts may be typed here, before the window has the focus: sway 1.7 says nothing of the
  /// focus to what is there later, so that its keyboard would not come for the first text.
  private static func announceTyping(in widget: ObjectPointer) {
    guard let context = gtk_im_multicontext_new() else { return }
    gtk_im_context_set_client_widget(context, widget.widget)
    gtk_im_context_focus_in(context)
    gtk_im_context_focus_out(context)
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  private func begin(_ text: TextShape) {
    if !isActive { gtk_overlay_add_overlay(overlay.opaque, frame.pointer.widget) }
    (isActive, typed, preedit) = (true, text.text, "")
    isShowing = true
    gtk_text_view_reset_im_context(view.pointer.pointer())
    gtk_text_buffer_set_text(buffer.pointer(), text.text, -1)
    isShowing = false
    gtk_widget_grab_focus(view.pointer.widget)
  }

  private func hide() {
    guard isActive else { return }
    (isActive, position, preedit) = (false, nil, "")
    gtk_settings_reset_property(gtk_settings_get_default(), Self.caretWidth)
    gtk_overlay_remove_overlay(overlay.opaque, frame.pointer.widget)
  }

  private func show(_ new: TextPosition) {
    guard new != position else { return }
    position = new
    gtk_text_view_set_wrap_mode(view.pointer.pointer(), new.isWrapped ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE)
    gtk_text_view_set_justification(view.pointer.pointer(), new.justification)
    let look = (new.font.isItalic ? "italic " : "") + (new.font.isBold ? "bold " : "")
    let style = "textview { font: \(look)\(new.font.size * new.magnification)px \"\(new.font.family.inCSS)\"; }"
    gtk_css_provider_load_from_data(provider.pointer.pointer(), style, -1)
    for setMargin in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] {
      setMargin(view.pointer.pointer(), new.magnifiedSlant)
    }
    let size = new.magnifiedSize
    gtk_widget_set_size_request(view.pointer.widget, size.width, size.height)
    let transform = gsk_transform_scale(nil, Float(1 / new.magnification), Float(1 / new.magnification))
    gtk_fixed_set_child_transform(frame.pointer.pointer(), view.pointer.widget, transform)
    gsk_transform_unref(transform)
    setCaret(new)
    gtk_widget_queue_allocate(overlay.widget)
  }

  /// Sets the caret, as wide as GTK makes it in a view that is not magnified: 1 and 0.04 times its height.
  private func setCaret(_ position: TextPosition) {
    let height = position.font.size * 1.17
    let ratio = 0.04 + (1 - 1 / position.magnification) / height
    set_number_property(UnsafeMutableRawPointer(gtk_settings_get_default()), Self.caretWidth, min(ratio, 1))
  }

  private static let caretWidth = "gtk-cursor-aspect-ratio"

  private func changed() {
    guard !isShowing, isActive else { return }
    let (start, end) = bounds
    let cursor = self[gtk_text_buffer_get_insert(buffer.pointer())]
    typed = text(from: start, to: cursor) + preedit + text(from: cursor, to: end)
    type(typed)
  }
}

extension TextEntry {
  /// Takes back what was typed last; `false` if there is nothing.
  func undo() -> Bool {
    guard canUndo else { return false }
    gtk_text_buffer_undo(buffer.pointer())
    return true
  }

  /// Types again what was taken back; `false` if there is nothing.
  func redo() -> Bool {
    guard canRedo else { return false }
    gtk_text_buffer_redo(buffer.pointer())
    return true
  }

  var canUndo: Bool { isActive && gtk_text_buffer_get_can_undo(buffer.pointer()) != 0 }
  var canRedo: Bool { isActive && gtk_text_buffer_get_can_redo(buffer.pointer()) != 0 }

  /// Lets keys and input methods type in it.
  func focus() { gtk_widget_grab_focus(view.pointer.widget) }
}

extension TextEntry {
  private var buffer: ObjectPointer { ObjectPointer(gtk_text_view_get_buffer(view.pointer.pointer())) }

  private var bounds: (GtkTextIter, GtkTextIter) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer.pointer(), &start, &end)
    return (start, end)
  }

  /// The position of a mark.
  private subscript(mark: UnsafeMutablePointer<GtkTextMark>?) -> GtkTextIter {
    var position = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer.pointer(), &position, mark)
    return position
  }

  private func text(from start: GtkTextIter, to end: GtkTextIter) -> String {
    var (start, end) = (start, end)
    guard let text = gtk_text_buffer_get_text(buffer.pointer(), &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// Where a text that is edited lies on a window, and how it is set there.
private struct TextPosition: Equatable {
  private(set) var corner: SurfacePoint
  private var width: Double
  private let height: Double
  let isWrapped: Bool
  /// The font, as large as it is shown.
  private(set) var font: TextFont
  private let alignment: TextParagraph.Alignment

  /// Room for the cursor beside the text.
  private static let cursorRoom = 2.0
  /// Room for it on both sides as it leans with slanted letters.
  private var slant: Double { font.isItalic ? (font.size * 0.3).rounded(.up) : 0 }

  init(of text: TextShape, in viewport: Viewport) {
    self.init(upright: text, in: viewport)
    corner.x -= slant
    width += 2 * slant
  }

  private init(upright text: TextShape, in viewport: Viewport) {
    let layout = text.layout
    corner = viewport.surfacePoint(of: text.corner ?? text.anchor)
    height = (layout?.height ?? text.font.size * 1.2) * viewport.zoom
    (font, alignment) = (text.font, text.paragraph.alignment)
    font.size *= viewport.zoom
    let box = (layout?.width ?? 0) * viewport.zoom
    if alignment != .start {
      // Lines meet in the middle of the box or at its end, which the room for the cursor lies around.
      (isWrapped, width) = (Self.limit(of: text) != nil, box + Self.cursorRoom)
      corner.x -= Self.cursorRoom * (alignment == .center ? 0.5 : layout?.isRightToLeft == true ? 0 : 1)
      return
    }
    if let limit = Self.limit(of: text) {
      // Paragraphs that read the other way end where the box does.
      (isWrapped, width) = (true, layout?.readsBothWays == true ? box : limit * viewport.zoom)
    } else {
      (isWrapped, width) = (false, box + Self.cursorRoom)
    }
    // Lines that read from right to left begin on the right of the view.
    if layout?.isRightToLeft == true { corner.x += box - width }
  }

  /// Where lines are wrapped; `nil` if each paragraph is one line.
  private static func limit(of text: TextShape) -> Double? {
    switch text.width {
    case .fixed(let width): return width
    case .fitting(let limit):
      let paragraphs = text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return text.layout.map { $0.lines.count > paragraphs.count } == true ? limit : nil
    }
  }

  /// How much larger than shown the view sets its text: GTK gives each letter a width of whole pixels, so that lines
  /// would break elsewhere than on the board, and the cursor stand beside its letter.
  var magnification: Double { max((400 / font.size).rounded(.down), 1) }

  /// GTK's side, which does not depend on where the text is read from.
  var justification: GtkJustification {
    switch alignment {
    case .start: GTK_JUSTIFY_LEFT
    case .center: GTK_JUSTIFY_CENTER
    case .end: GTK_JUSTIFY_RIGHT
    }
  }

  /// The magnified size, in the view's own units.
  var magnifiedSize: (width: CInt, height: CInt) {
    (CInt(clamping: width * magnification), CInt(clamping: height * magnification))
  }

  /// The magnified margins in which the cursor leans.
  var magnifiedSlant: CInt { CInt(clamping: slant * magnification) }

  var rectangle: GdkRectangle {
    GdkRectangle(
      x: CInt(clamping: corner.x.rounded()), y: CInt(clamping: corner.y.rounded()),
      width: CInt(clamping: width.rounded(.up)), height: CInt(clamping: height.rounded(.up)))
  }
}

extension String {
  /// The name of a font between quotation marks of a style sheet.
  fileprivate var inCSS: String {
    filter { !$0.isNewline && $0 != "\0" }.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
