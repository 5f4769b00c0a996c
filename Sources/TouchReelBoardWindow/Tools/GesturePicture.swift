import CTouchReelGtk
import TouchReelCanvas
import TouchReelLiveDrawing

/// A gesture of the touchscreen, as the page about them shows it.
enum ScreenGesture: String, CaseIterable {
  case undo, redo, zoom, bars

  /// What the fingers do, and what that does.
  var title: String {
    switch self {
    case .undo: translated("Tap with two fingers to undo")
    case .redo: translated("Tap with three fingers to redo")
    case .zoom: translated("Pinch with two fingers to zoom and move the view")
    case .bars: translated("Swipe in from an edge to bring the bars back")
    }
  }
}

/// Draws fingers on a screen, and where they go.
final class GesturePicture: Painter {
  private static let (width, height) = (88.0, 64.0)
  private static let finger = PixelColor(red: 230, green: 159, blue: 0)
  private static let accent = PixelColor(red: 0, green: 114, blue: 178)

  private let gesture: ScreenGesture
  private let widget: ObjectPointer

  private init(_ gesture: ScreenGesture, in widget: ObjectPointer) {
    self.gesture = gesture
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  /// The pictures of a window's page.
  static func all(in layout: Layout) -> [GesturePicture] {
    ScreenGesture.allCases.map { GesturePicture($0, in: layout["gesture-\($0.rawValue)"]) }
  }

  /// Fills a row for each gesture into a window's layout.
  static func addRows(to layout: [UInt8]) -> [UInt8] {
    layout.replacing("<!-- gestures -->", with: ScreenGesture.allCases.enumerated().map { $0.element.row($0.offset) })
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let screen = ViewRect(x: 1, y: 1, width: Self.width - 2, height: Self.height - 2)
    snapshot.clipped(to: screen) { snapshot.drawing(in: screen, draw) }
    var border = widget.styleColor
    border.alpha = 140
    snapshot.outline(screen, radius: 6, width: 2, border)
  }

  private func draw(_ context: CairoContext) {
    switch gesture {
    case .undo: for x in [32.0, 56] { tap(context, (x, 26)) }
    case .redo: for (x, y) in [(20.0, 30.0), (44, 22), (68, 30)] { tap(context, (x, y)) }
    case .zoom:
      context.arrow(from: (37, 37), to: (14, 14), Self.accent)
      context.arrow(from: (51, 27), to: (74, 50), Self.accent)
      for (x, y) in [(37.0, 37.0), (51, 27)] { context.disc(at: (x, y), radius: 7, Self.finger) }
    case .bars:
      context.arrow(from: (8, 32), to: (58, 32), Self.accent)
      context.disc(at: (8, 32), radius: 8, Self.finger)
    }
  }

  /// A finger from below that touches once.
  private func tap(_ context: CairoContext, _ tip: (x: Double, y: Double)) {
    context.circle(at: tip, radius: 11, width: 2, Self.accent)
    context.disc(at: tip, radius: 7, Self.finger)
    context.rectangle(ViewRect(x: tip.x - 7, y: tip.y, width: 14, height: Self.height - tip.y), Self.finger)
  }
}

extension ScreenGesture {
  fileprivate func row(_ row: Int) -> String {
    """
    <child>
      <object class="TouchReelPainted" id="gesture-\(rawValue)">
        <property name="width-request">88</property>
        <property name="height-request">64</property>
        <property name="valign">center</property>
        <layout><property name="column">0</property><property name="row">\(row)</property></layout>
      </object>
    </child>
    <child>
      <object class="GtkLabel">
        <property name="label">\(title)</property>
        <property name="wrap">1</property>
        <property name="xalign">0</property>
        <property name="width-chars">18</property>
        <property name="max-width-chars">26</property>
        <layout><property name="column">1</property><property name="row">\(row)</property></layout>
      </object>
    </child>
    """
  }
}

extension CairoContext {
  /// A line with a head of two strokes, at an angle of 30° to it.
  fileprivate func arrow(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ color: PixelColor) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (x, y) = (dx / length * 10, dy / length * 10)
    let (cosine, sine) = (3.0.squareRoot() / 2, 0.5)
    line(from: start, to: end, width: 3, color)
    line(from: end, to: (end.x - x * cosine + y * sine, end.y - x * sine - y * cosine), width: 3, color)
    line(from: end, to: (end.x - x * cosine - y * sine, end.y + x * sine - y * cosine), width: 3, color)
  }
}
