import TouchReelCanvas
import TouchReelLiveDrawing

/// Two angles that overlap, as the rulers of a frame for cropping.
final class CropIcon: Painter {
  private let widget: ObjectPointer

  init(in widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let (x, y, color) = (size.width / 2, size.height / 2, widget.styleColor)
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      context.line(from: (x - 5, y - 10), to: (x - 5, y + 5), width: 2, color)
      context.line(from: (x - 5, y + 5), to: (x + 10, y + 5), width: 2, color)
      context.line(from: (x - 10, y - 5), to: (x + 5, y - 5), width: 2, color)
      context.line(from: (x + 5, y - 5), to: (x + 5, y + 10), width: 2, color)
    }
  }
}
