import CTouchReelGtk
import TouchReelCanvas
import TouchReelLiveDrawing

/// The picture of a session in its row, which is asked for once the row is seen.
final class PreviewPicture: Painter {
  private let widget: ObjectPointer
  private var texture: Texture?
  private var size = PixelSize(width: 3, height: 2)
  private var ask: (() -> Void)?

  /// - Parameter ask: called once, when it is seen.
  init(in widget: ObjectPointer, ask: @escaping () -> Void) {
    (self.widget, self.ask) = (widget, ask)
    PaintedWidget.setPainter(self, of: widget)
  }

  func show(_ picture: PixelBuffer) {
    (texture, size, ask) = (Texture(picture), picture.size, nil)
    gtk_widget_queue_draw(widget.widget)
  }

  func paint(_ snapshot: Snapshot, size room: SurfaceSize) {
    snapshot.framed(texture, of: size, in: room, border: widget.styleColor.asBorder)
    let first = ask
    ask = nil
    first?()
  }
}
