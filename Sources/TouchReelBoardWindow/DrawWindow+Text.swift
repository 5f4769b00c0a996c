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

  /// A text on the board, a number in the popover, or a name.
  var isTyping: Bool { text.isActive || typesInField }

  var typesInField: Bool { typesNumbers || start.isTyping || typesName }

  /// Lets keys type in the text again.
  func resumeTyping() {
    if text.isActive { text.focus() }
  }

  /// Gives the keys back when a menu or a popover was closed.
  func regainKeys() {
    guard !covers.hasPopover, !typesName, !isShowingGestures else { return }
    if text.isActive {
      text.focus()
    } else if !start.isShown {
      gtk_widget_grab_focus(canvas.widget.widget)
    } else if !start.isTyping {
      start.focus()
    }
  }

  /// A new text starts where it was tapped, and stays within what is seen.
  private func beginText(in viewport: Viewport) {
    guard let board, board.isEditingCenteredText, let shape = board.editedText else { return }
    let room = TypingRoom(canvas.size, besides: bars.map { $0.room(on: canvas.widget) })
    if let area = room.area(for: shape, in: viewport) { perform(.textArea(area)) }
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
  /// What a bar takes from a canvas with its margin: what begins there is drawn, but no text is seen well there.
  fileprivate func room(on canvas: ObjectPointer) -> SurfaceRect {
    var (area, margin) = (area(on: canvas), GtkBorder())
    gtk_style_context_get_margin(gtk_widget_get_style_context(widget), &margin)
    area.left -= Double(margin.left)
    area.top -= Double(margin.top)
    area.right += Double(margin.right)
    area.bottom += Double(margin.bottom)
    return area
  }
}
