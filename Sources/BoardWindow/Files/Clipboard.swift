import CGtk
import Canvas
import DrawingBoard

enum Clipboard {
  /// Offers a board as a picture to other programs.
  static func take(_ board: Board, of widget: ObjectPointer) {
    let texture = Texture(board.unmarked.picture.composed())
    texture.with { gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.widget), $0) }
  }
}
