import CTouchReelGtk
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing

/// What happens when in a recording, as its plot has it: a row for each slot or tool, marks, the current position and
/// the part that is marked. The wheel and two fingers show less of it, down to milliseconds.
final class TimelineView: Painter {
  private static let markHeight = 6.0
  private static let tickGap = 80.0
  static let markColor = PixelColor(red: 53, green: 132, blue: 228)

  /// - Parameter text: the style's colour of text.
  static func ground(under text: PixelColor) -> PixelColor { text.green < 128 ? .white : .black }

  private let widget: ObjectPointer
  private let timeline: RecordingTimeline
  private let scrub: (Double) -> Void
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
  /// What was painted last, which stays while the player goes on.
  private var painted: Painted?

  private struct Painted {
    let range: TimelineRange
    let size: SurfaceSize
    let rows: [[TimelineStrip.Run]]
    /// Those on top last.
    let marks: [TimelineStrip.ShownMark]
  }
  /// Where the pointer is, for the wheel.
  private var pointer = 0.0

  /// - Parameter scrub: called with the position that the user points at, from 0 to 1.
  init(_ timeline: RecordingTimeline, in widget: ObjectPointer, scrub: @escaping (Double) -> Void) {
    self.timeline = timeline
    self.widget = widget
    self.scrub = scrub
    PaintedWidget.setPainter(self, of: widget)
    addDrag()
    addZoom()
    addTooltip()
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let text = widget.styleColor
    snapshot.drawing(in: ViewRect(x: 0, y: 0, width: size.width, height: size.height)) { context in
      context.rectangle(ViewRect(x: 0, y: 0, width: size.width, height: size.height), text.with(alpha: 20))
      paintRows(size, text, context)
      paintMarks(size, context)
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

  private func strip(_ size: SurfaceSize) -> TimelineStrip {
    TimelineStrip(timeline: timeline, range: range, width: size.width, height: size.height)
  }

  private func content(_ size: SurfaceSize) -> Painted {
    if let painted, painted.range == range, painted.size == size { return painted }
    let strip = strip(size)
    let new = Painted(
      range: range, size: size, rows: timeline.rows.indices.map(strip.runs),
      marks: strip.shownMarks.sorted { $0.kind.severity < $1.kind.severity })
    painted = new
    return new
  }

  private func paintRows(_ size: SurfaceSize, _ text: PixelColor, _ context: CairoContext) {
    let strip = strip(size)
    // Rows of some height are set off from each other.
    let height = max(strip.rowHeight > 3 ? strip.rowHeight - 1 : strip.rowHeight, 1)
    for (index, runs) in content(size).rows.enumerated() {
      for run in runs {
        let rect = ViewRect(
          x: Double(run.pixels.lowerBound), y: strip.y(ofRow: index), width: Double(run.pixels.count), height: height)
        context.rectangle(rect, text.with(alpha: run.level == .samples ? 150 : 70))
      }
    }
  }

  /// A mark of a row is in it and above all rows, where none is overlooked. The most serious ones are on top.
  private func paintMarks(_ size: SurfaceSize, _ context: CairoContext) {
    let strip = strip(size)
    for mark in content(size).marks {
      let x = Double(mark.pixel)
      context.rectangle(ViewRect(x: x, y: 0, width: 2, height: Self.markHeight), mark.kind.color)
      guard let row = mark.row else { continue }
      let rect = ViewRect(x: x, y: strip.y(ofRow: row), width: 2, height: max(strip.rowHeight - 1, 1))
      context.rectangle(rect, mark.kind.color)
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

/// What the mark under the pointer is.
extension TimelineView {
  private func addTooltip() {
    gtk_widget_set_has_tooltip(widget.widget, 1)
    widget.connect(
      "query-tooltip",
      answering: { [weak self] arguments in
        guard let self, let tooltip = arguments.pointer(4) else { return .passedOn }
        return self.showTooltip(OpaquePointer(tooltip), atX: arguments.int(1), y: arguments.int(2))
      })
  }

  private func showTooltip(_ tooltip: OpaquePointer, atX x: Int, y: Int) -> SignalAnswer {
    let size = SurfaceSize(width: width, height: Double(gtk_widget_get_height(widget.widget)))
    guard let pointed = strip(size).pointed(atX: Double(x), y: Double(y)) else { return .passedOn }
    gtk_tooltip_set_text(tooltip, TimelineText.text(of: pointed))
    return .handled
  }
}

extension TimelineMarks.Kind {
  fileprivate var color: PixelColor {
    switch self {
    case .command: PixelColor(red: 53, green: 132, blue: 228)
    case .palm: PixelColor(red: 119, green: 118, blue: 123)
    case .anomaly, .fault: PixelColor(red: 192, green: 97, blue: 203)
    case .cancelled: PixelColor(red: 224, green: 27, blue: 36)
    case .loss, .resumed: PixelColor(red: 255, green: 120, blue: 0)
    }
  }

  /// What is greater is on top.
  fileprivate var severity: Int {
    switch self {
    case .command: 0
    case .palm: 1
    case .anomaly, .fault: 2
    case .cancelled: 3
    case .resumed: 4
    case .loss: 5
    }
  }
}

extension PixelColor {
  func with(alpha: UInt8) -> PixelColor {
    PixelColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
