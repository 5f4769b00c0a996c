import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// Texts as they are typed on the board.
extension DrawWindow {
  /// Shows the text field, and turns letter shortcuts off while it is used.
  func showText() {
    guard let viewport = canvas.viewport else { return }
    let wasTyping = text.isActive
    beginText(in: viewport)
    text.show(board?.editedText, in: viewport)
    keepFocus()
    revealCursor(in: viewport)
    guard text.isActive != wasTyping else { return }
    application.updateTextKeys()
    if !text.isActive { gtk_widget_grab_focus(canvas.widget.widget) }
  }

  /// A text on the board, or a number in the popover.
  var isTyping: Bool { text.isActive || typesNumbers }

  /// Lets keys type in the text again.
  func resumeTyping() {
    if text.isActive { text.focus() }
  }

  /// A new text starts where it was tapped, and stays within what is seen.
  private func beginText(in viewport: Viewport) {
    guard let board, board.isEditingCenteredText, let shape = board.editedText else { return }
    let room = TypingRoom(canvas.size, besides: openBars.map { layout[$0].part(of: canvas.widget) })
    if let area = room.area(for: shape, in: viewport) { perform(.textArea(area)) }
  }

  /// Also those that are about to come back.
  private var openBars: [String] {
    if live.controller.bars.isFolded { return [] }
    return gtk_window_is_fullscreen(window.pointer()) != 0 ? ["tools", "inks", "screen-bar"] : ["tools", "inks"]
  }

  /// A drag on the canvas ends no text.
  private func keepFocus() {
    guard text.isActive, drawing?.openTouches.isEmpty == true, gtk_widget_has_focus(canvas.widget.widget) != 0
    else { return }
    text.focus()
  }

  /// Follows the cursor as it moves, also where the window becomes smaller, as for an on-screen keyboard.
  private func revealCursor(in viewport: Viewport) {
    let typing = board?.editedText.map { ShownTyping(text: $0, surface: viewport.surface) }
    defer { shownTyping = typing }
    guard typing != shownTyping, let cursor = text.cursor else { return }
    canvas.viewport?.reveal(cursor.corner, height: cursor.height)
  }
}

/// A text as it is typed on a canvas of a size.
struct ShownTyping: Equatable {
  let text: TextShape
  let surface: SurfaceSize
}

extension ObjectPointer {
  fileprivate func part(of other: ObjectPointer) -> TypingRoom.Part {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else {
      return TypingRoom.Part(left: 0, top: 0, right: 0, bottom: 0)
    }
    // What begins in its margin is drawn, but no text is seen well there.
    var margin = GtkBorder()
    gtk_style_context_get_margin(gtk_widget_get_style_context(widget), &margin)
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    return TypingRoom.Part(
      left: left - Double(margin.left), top: top - Double(margin.top),
      right: left + Double(bounds.size.width) + Double(margin.right),
      bottom: top + Double(bounds.size.height) + Double(margin.bottom))
  }
}
