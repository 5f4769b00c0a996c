import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
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

  /// Lifts the popover with font and size off the text that is typed, where it would lie over it. It stays there while
  /// it is open: its buttons do not move away below a finger or the pointer.
  func clearTypedText() {
    let popover = layout["text-popover"]
    gtk_popover_set_offset(popover.pointer(), 0, 0)
    gtk_popover_set_has_arrow(popover.pointer(), 1)
    guard let lines = typedLines else { return }
    let (button, size) = (layout["text-style"].area(on: canvas.widget), popover.naturalSize)
    let half = size.width / 2
    let middle = min(max((button.left + button.right) / 2, half), max(canvas.size.width - half, half))
    let isBeside = lines.right < middle - half || lines.left > middle + half
    guard !isBeside, lines.bottom > button.top - size.height, lines.top < button.top else { return }
    gtk_popover_set_offset(popover.pointer(), 0, CInt(clamping: (lines.top - Self.gapAboveText - button.top).rounded()))
    // It would point at the text.
    gtk_popover_set_has_arrow(popover.pointer(), 0)
  }

  /// Where the text that is typed lies on the canvas, from the line with the cursor on.
  private var typedLines: SurfaceRect? {
    guard let shape = board?.editedText, let view = canvas.viewport, let cursor = text.cursor else { return nil }
    let corner = view.surfacePoint(of: shape.corner ?? shape.anchor)
    let (width, height) = ((shape.layout?.width ?? 0) * view.zoom, (shape.layout?.height ?? 0) * view.zoom)
    return SurfaceRect(
      left: min(corner.x, cursor.corner.x), top: cursor.corner.y, right: max(corner.x + width, cursor.corner.x),
      bottom: max(corner.y + height, cursor.corner.y + cursor.height))
  }

  private static let gapAboveText = 6.0

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
  /// The size that it would like to have.
  fileprivate var naturalSize: SurfaceSize {
    var (width, height) = (CInt(0), CInt(0))
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    return SurfaceSize(width: Double(width), height: Double(height))
  }

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
