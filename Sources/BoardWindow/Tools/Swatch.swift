import CGtk
import Canvas
import LiveDrawing

/// A patch of a colour; crossed out where there is none.
final class Swatch: Painter {
  var color: PixelColor? {
    didSet { if color != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  private let widget: ObjectPointer

  init(_ color: PixelColor?, in widget: ObjectPointer) {
    self.color = color
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let rect = ViewRect(x: 0, y: 0, width: size.width, height: size.height)
    snapshot.rounded(rect, radius: 5) {
      guard let color else { return snapshot.cross(rect, PixelColor(red: 204, green: 0, blue: 0)) }
      // What is translucent lies on both light and dark.
      snapshot.fill(rect, .white)
      snapshot.fill(ViewRect(x: 0, y: 0, width: size.width / 2, height: size.height), .black)
      snapshot.fill(rect, color)
    }
    var border = widget.styleColor
    border.alpha = 90
    snapshot.outline(rect, radius: 5, width: 1, border)
  }
}

/// How wide a stroke will be, in the colour that it will have.
final class WidthPreview: Painter {
  var width = 1.0 {
    didSet { if width != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  var color = PixelColor.black {
    didSet { if color != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  private let widget: ObjectPointer

  init(in widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let side = min(size.width, size.height)
    snapshot.rounded(ViewRect(x: 0, y: 0, width: side, height: side), radius: 5) {
      snapshot.fill(ViewRect(x: 0, y: 0, width: side, height: side), .white)
    }
    let start = (side - width) / 2
    let dot = ViewRect(x: start, y: start, width: width, height: width)
    snapshot.rounded(dot, radius: width / 2) { snapshot.fill(dot, color) }
  }
}
