import CTouchReelGtk
import TouchReelCanvas
import TouchReelLiveDrawing

/// The number of touches in a recording over time, with the current position.
final class TimelineView: Painter {
  private static let markHeight = 6.0
  static let markColor = PixelColor(red: 53, green: 132, blue: 228)

  /// - Parameter text: the style's colour of text.
  static func ground(under text: PixelColor) -> PixelColor { text.green < 128 ? .white : .black }

  private let widget: ObjectPointer
  private let timeline: Timeline
  private let scrub: (Double) -> Void
  private let top: Double
  /// The current position, from 0 to 1.
  var fraction = 0.0 {
    didSet { if fraction != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }

  /// - Parameter scrub: called with the position that the user points at, from 0 to 1.
  init(_ timeline: Timeline, in widget: ObjectPointer, scrub: @escaping (Double) -> Void) {
    self.timeline = timeline
    self.widget = widget
    self.scrub = scrub
    top = max(timeline.parts.lazy.map(\.touches).max() ?? 0, 1)
    PaintedWidget.setPainter(self, of: widget)
    addDrag()
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let text = widget.styleColor
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      context.rectangle(ViewRect(x: 0, y: 0, width: size.width, height: size.height), text.with(alpha: 20))
      for (index, part) in timeline.parts.enumerated() { paint(part, at: index, size, text, context) }
      let x = (fraction * size.width).rounded()
      paintMark(at: x, size, text, context)
    }
  }

  /// Where the player is, set off from touches of about its brightness.
  private func paintMark(at x: Double, _ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext) {
    for (around, color) in [(1.0, Self.ground(under: text)), (0, Self.markColor)] {
      context.line(from: (x, 0), to: (x, size.height), width: 2 * (1 + around), color)
      context.disc(at: (x, size.height - 5), radius: 5 + around, color)
    }
  }

  private func paint(
    _ part: Timeline.Part, at index: Int, _ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext
  ) {
    let width = size.width / Double(timeline.parts.count)
    let x = Double(index) * width
    let height = part.touches / top * (size.height - 2 * Self.markHeight)
    if height > 0 {
      context.rectangle(
        ViewRect(x: x, y: size.height - height, width: width, height: height), text.with(alpha: 110))
    }
    for color in part.marks.colors {
      context.rectangle(ViewRect(x: x, y: 0, width: max(width, 2), height: Self.markHeight), color)
    }
  }

  private func addDrag() {
    let drag = ObjectPointer(gtk_gesture_drag_new())
    drag.connect(
      "drag-begin",
      answering: { [weak self] arguments in
        self?.point(at: arguments.double(1))
        return .handled
      })
    drag.connect(
      "drag-update",
      answering: { [weak self] arguments in
        var (x, y) = (0.0, 0.0)
        gtk_gesture_drag_get_start_point(drag.opaque, &x, &y)
        self?.point(at: x + arguments.double(1))
        return .handled
      })
    gtk_widget_add_controller(widget.widget, drag.opaque)
  }

  private func point(at x: Double) {
    let width = Double(gtk_widget_get_width(widget.widget))
    if width > 0 { scrub(min(max(x / width, 0), 1)) }
  }
}

extension Timeline.Marks {
  /// The most serious one last, so that it is on top.
  fileprivate var colors: [PixelColor] {
    var colors: [PixelColor] = []
    if !isDisjoint(with: [.undo, .redo, .clear]) { colors.append(PixelColor(red: 53, green: 132, blue: 228)) }
    if contains(.cancel) { colors.append(PixelColor(red: 224, green: 27, blue: 36)) }
    if contains(.drop) { colors.append(PixelColor(red: 255, green: 120, blue: 0)) }
    return colors
  }
}

extension PixelColor {
  func with(alpha: UInt8) -> PixelColor {
    PixelColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
