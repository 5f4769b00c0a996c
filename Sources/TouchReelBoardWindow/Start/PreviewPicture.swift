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
    let scale = min(room.width / Double(size.width), room.height / Double(size.height))
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    let rect = ViewRect(x: (room.width - width) / 2, y: (room.height - height) / 2, width: width, height: height)
    if let texture { snapshot.texture(texture, in: rect) }
    snapshot.outline(rect, radius: 3, width: 1, widget.styleColor.asBorder)
    let first = ask
    ask = nil
    first?()
  }
}
