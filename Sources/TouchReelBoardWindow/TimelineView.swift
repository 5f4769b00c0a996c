import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelInputEvents
import TouchReelLiveDrawing

/// The number of touches in a recording over time, with the current position and the part that is marked. The wheel and
/// two fingers show less of it, down to milliseconds.
final class TimelineView: Painter {
  private static let markHeight = 6.0
  private static let tickGap = 80.0
  static let markColor = PixelColor(red: 53, green: 132, blue: 228)

  /// - Parameter text: the style's colour of text.
  static func ground(under text: PixelColor) -> PixelColor { text.green < 128 ? .white : .black }

  private let widget: ObjectPointer
  private let timeline: Timeline
  private let scrub: (Double) -> Void
  private let top: Double
  /// The current position, from 0 to 1.
  var fraction = 0.0 {
    didSet {
      guard fraction != oldValue else { return }
      range.follow(fraction)
      gtk_widget_queue_draw(widget.widget)
    }
  }
  /// The part between the marks; `nil` where nothing is marked.
  var part: ClosedRange<Double>? {
    didSet { if part != oldValue { gtk_widget_queue_draw(widget.widget) } }
  }
  private var range = TimelineRange()
  /// Where the pointer is, for the wheel.
  private var pointer = 0.0

  /// - Parameter scrub: called with the position that the user points at, from 0 to 1.
  init(_ timeline: Timeline, in widget: ObjectPointer, scrub: @escaping (Double) -> Void) {
    self.timeline = timeline
    self.widget = widget
    self.scrub = scrub
    top = max(timeline.parts.lazy.map(\.touches).max() ?? 0, 1)
    PaintedWidget.setPainter(self, of: widget)
    addDrag()
    addZoom()
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let text = widget.styleColor
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      context.rectangle(ViewRect(x: 0, y: 0, width: size.width, height: size.height), text.with(alpha: 20))
      for (x, part) in columns(Int(clamping: size.width)).enumerated() {
        paint(part, at: Double(x), size, text, context)
      }
      paintTicks(size, text, context)
      paintPart(size, text, context)
      paintMark(at: range.x(of: fraction, in: size.width).rounded(), size, text, context)
    }
  }

  /// Where the player is, set off from touches of about its brightness.
  private func paintMark(at x: Double, _ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext) {
    for (around, color) in [(1.0, Self.ground(under: text)), (0, Self.markColor)] {
      context.line(from: (x, 0), to: (x, size.height), width: 2 * (1 + around), color)
      context.disc(at: (x, size.height - 5), radius: 5 + around, color)
    }
  }

  /// What each column of pixels shows: the most of the touches in its parts, and what is marked in any.
  private func columns(_ count: Int) -> [Timeline.Part] {
    let parts = timeline.parts.count
    func index(_ column: Int) -> Int {
      let fraction = range.fraction(at: Double(column), in: Double(count))
      return min(max(Int(clamping: fraction * Double(parts)), 0), parts - 1)
    }
    return (0..<max(count, 0)).map { column in
      let first = index(column)
      let shown = timeline.parts[first..<max(index(column + 1), first + 1)]
      return shown.reduce(into: Timeline.Part()) { all, part in
        all.touches = max(all.touches, part.touches)
        all.marks.formUnion(part.marks)
      }
    }
  }

  private func paintTicks(_ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext) {
    for tick in range.ticks(of: timeline.end.since(timeline.start), in: size.width, gap: Self.tickGap) {
      let x = range.x(of: tick.fraction, in: size.width).rounded()
      context.line(from: (x + 0.5, size.height - 6), to: (x + 0.5, size.height), width: 1, text.with(alpha: 160))
      context.text(tick.name, at: (x + 4, size.height - 4), size: 10, text.with(alpha: 190))
    }
  }

  /// Covers what is not of the marked part.
  private func paintPart(_ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext) {
    guard let part else { return }
    let (first, last) = (range.x(of: part.lowerBound, in: size.width), range.x(of: part.upperBound, in: size.width))
    let ground = Self.ground(under: text).with(alpha: 170)
    context.rectangle(ViewRect(x: 0, y: 0, width: max(first, 0), height: size.height), ground)
    context.rectangle(ViewRect(x: last, y: 0, width: max(size.width - last, 0), height: size.height), ground)
    for x in [first, last] { context.line(from: (x, 0), to: (x, size.height), width: 2, text) }
  }

  private func paint(
    _ part: Timeline.Part, at x: Double, _ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext
  ) {
    let width = 1.0
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
    if width > 0 { scrub(range.fraction(at: x, in: width)) }
  }

  private var width: Double { Double(gtk_widget_get_width(widget.widget)) }

  private func addZoom() {
    let motion = ObjectPointer(gtk_event_controller_motion_new())
    motion.connect(
      "motion",
      answering: { [weak self] arguments in
        self?.pointer = arguments.double(1)
        return .passedOn
      })
    gtk_widget_add_controller(widget.widget, motion.opaque)
    let wheel = ObjectPointer(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    wheel.connect(
      "scroll",
      answering: { [weak self] arguments in
        self?.scroll(arguments.double(1), arguments.double(2))
        return .handled
      })
    gtk_widget_add_controller(widget.widget, wheel.opaque)
    let pinch = ObjectPointer(gtk_gesture_zoom_new())
    var former = 1.0
    pinch.connect("begin") { former = 1 }
    pinch.connect(
      "scale-changed",
      answering: { [weak self] arguments in
        var (x, y) = (0.0, 0.0)
        gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y)
        self?.zoom(by: former / max(arguments.double(1), 0.01), at: x)
        former = max(arguments.double(1), 0.01)
        return .handled
      })
    gtk_widget_add_controller(widget.widget, pinch.opaque)
  }

  /// Up and down show less and more around the pointer, sideways what comes before and after.
  private func scroll(_ x: Double, _ y: Double) {
    if x != 0 { range.pan(by: x * Self.panShare) }
    if y != 0 { zoom(by: y < 0 ? 1 / Self.zoomStep : Self.zoomStep, at: pointer) }
    gtk_widget_queue_draw(widget.widget)
  }

  private static let (panShare, zoomStep) = (0.1, 1.25)

  private func zoom(by factor: Double, at x: Double) {
    range.zoom(by: factor, around: range.fraction(at: x, in: width))
    gtk_widget_queue_draw(widget.widget)
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
