import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The buttons of the pens that the user keeps, of which each is the choice `win.preset` of its name.
final class PenRow {
  private let icons: [PenIcon]
  private let actions: ActionMap

  init(_ layout: Layout, _ actions: ActionMap, choose: @escaping (PenPreset.Kind) -> Void) {
    self.actions = actions
    icons = PenPreset.Kind.allCases.map { PenIcon(PenPreset($0), in: layout["pen-icon-\($0.rawValue)"]) }
    actions.add("preset", choice: PenPreset.Kind.pen.rawValue) { name in
      if let kind = PenPreset.Kind(rawValue: name) { choose(kind) }
    }
  }

  func show(_ pens: PenRack, _ settings: BoardSettings) {
    actions.show("preset", choice: pens.pen(of: settings)?.rawValue ?? "")
    for icon in icons { icon.preset = pens[icon.preset.kind] }
  }

  /// Fills a button for each pen into a window's layout.
  static func addButtons(to layout: [UInt8]) -> [UInt8] {
    layout.replacing("<!-- pen buttons -->", with: PenPreset.Kind.allCases.map(\.button))
  }
}

extension PenPreset.Kind {
  /// What the window calls it.
  var title: String {
    switch self {
    case .pen: translated("Pen")
    case .pencil: translated("Soft pencil")
    case .highlighter: translated("Highlighter, below ink")
    case .dashed: translated("Dashed pen")
    case .own: translated("My pen")
    }
  }

  fileprivate var button: String {
    """
    <child>
      <object class="GtkToggleButton" id="preset-\(rawValue)">
        <property name="action-name">win.preset</property>
        <property name="action-target">'\(rawValue)'</property>
        <property name="tooltip-text">\(title)</property>
        <property name="focus-on-click">0</property>
        <accessibility><property name="label">\(title)</property></accessibility>
        <style><class name="flat"/><class name="tool"/></style>
        <child>
          <object class="TouchReelPainted" id="pen-icon-\(rawValue)">
            <property name="width-request">28</property>
            <property name="height-request">24</property>
          </object>
        </child>
      </object>
    </child>
    """
  }
}

/// A stroke of the pen on a patch of paper; a highlighter's goes over a line of writing.
private final class PenIcon: Painter {
  private static let size = BoardSize(width: 28, height: 24)
  private static let widest = 13.0

  var preset: PenPreset {
    didSet {
      guard preset != oldValue else { return }
      texture = nil
      gtk_widget_queue_draw(widget.widget)
    }
  }
  private let widget: ObjectPointer
  private var texture: Texture?

  init(_ preset: PenPreset, in widget: ObjectPointer) {
    (self.preset, self.widget) = (preset, widget)
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let texture = self.texture ?? drawn()
    self.texture = texture
    guard let texture else { return }
    let (width, height) = (Self.size.width, Self.size.height)
    let patch = ViewRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    snapshot.rounded(patch, radius: 5) { snapshot.texture(texture, in: patch) }
    snapshot.outline(patch, radius: 5, width: 1, widget.styleColor.asBorder)
  }

  private func drawn() -> Texture? {
    do {
      let raster = try Raster(board: Self.size, scale: Double(gtk_widget_get_scale_factor(widget.widget)))
      var board = Board(raster: raster)
      for shape in shapes { try board.perform(.add(shape)) }
      return Texture(board.picture.composed())
    } catch {
      return nil
    }
  }

  private var shapes: [Shape] {
    let width = min(max(preset.width, 1), Self.widest)
    switch preset.kind {
    case .dashed:
      var style = StrokeStyle(color: preset.color, width: min(width, 4))
      style.dashes = [5, 3 + style.width]
      return [.line(LineShape(from: BoardPoint(x: 5, y: 18), to: BoardPoint(x: 23, y: 6), style: style))]
    case .highlighter:
      return [wave(.black, width: 1.5), line(width)]
    case .pen, .pencil, .own: return [wave(preset.color, width: width)]
    }
  }

  private func line(_ width: Double) -> Shape {
    var path = StrokePath(course: .straight, from: StrokePath.Vertex(BoardPoint(x: 6, y: 12), width: width))
    path.extend(to: StrokePath.Vertex(BoardPoint(x: 22, y: 12), width: width))
    return .pen(PenShape(path: path, color: preset.color, stacking: .underInk))
  }

  private func wave(_ color: PixelColor, width: Double) -> Shape {
    let points = [(5.0, 14.0), (9, 7), (13, 10), (15, 16), (19, 17), (23, 10)]
    let vertices = points.map { StrokePath.Vertex(BoardPoint(x: $0.0, y: $0.1), width: width) }
    var path = StrokePath(course: .throughMidpoints, from: vertices[0])
    for vertex in vertices.dropFirst() { path.extend(to: vertex) }
    return .pen(PenShape(path: path, color: color))
  }
}
