import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What a tool's button shows: what the tool draws, drawn by the tool.
final class ToolIcon: Painter {
  /// The side, in points.
  fileprivate static let side = 24.0

  private let tool: Tool
  private let widget: ObjectPointer
  private var texture: Texture?

  init(_ tool: Tool, in widget: ObjectPointer) {
    self.tool = tool
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let texture = self.texture ?? drawn()
    self.texture = texture
    guard let texture else { return }
    snapshot.texture(
      texture,
      in: ViewRect(
        x: (size.width - Self.side) / 2, y: (size.height - Self.side) / 2, width: Self.side, height: Self.side))
  }

  func restyled() { texture = nil }

  private func drawn() -> Texture? {
    let scale = Double(gtk_widget_get_scale_factor(widget.widget))
    do {
      return Texture(try tool.icon(color: widget.styleColor, scale: scale))
    } catch {
      return nil
    }
  }
}

/// One step of drawing an icon.
private enum IconStep {
  case command(BoardCommand)
  /// A finger from the first point to the last.
  case stroke([(x: Double, y: Double)])
  case shape(Shape)
}

extension Tool {
  /// - Parameter scale: pixels to a point.
  func icon(color: PixelColor, scale: Double) throws(BoardError) -> PixelBuffer {
    let raster = try Raster(board: BoardSize(width: ToolIcon.side, height: ToolIcon.side), scale: scale)
    var board = Board(raster: raster, background: .color(.clear))
    for step in [.command(.set(\.color, color)), .command(.set(\.width, 2))] + sample(color) { try board.apply(step) }
    return board.picture.composed()
  }

  /// Straight lines from each point to the next.
  private func lines(_ points: [(x: Double, y: Double)], _ color: PixelColor) -> [IconStep] {
    let style = StrokeStyle(color: color, width: 1.75)
    let corners = points.map { BoardPoint(x: $0.x, y: $0.y) }
    return zip(corners, corners.dropFirst()).map { .shape(.line(LineShape(from: $0, to: $1, style: style))) }
  }

  /// What is drawn in the widget's colour, 2 points wide, unless it says otherwise.
  private func sample(_ color: PixelColor) -> [IconStep] {
    let diagonal = IconStep.stroke([(4, 20), (20, 4)])
    let box = IconStep.stroke([(4, 4), (20, 20)])
    switch self {
    case .pencil:
      // Its outline from the tip on, and where the wood and the ferrule begin.
      return lines([(3, 21), (4.5, 15.5), (16, 4), (20, 8), (8.5, 19.5), (3, 21)], color)
        + lines([(4.5, 15.5), (8.5, 19.5)], color) + lines([(13, 7), (17, 11)], color)
    case .eraser:
      // A block on the line that it goes along, with its sleeve.
      return lines([(9, 20), (3.5, 14.5), (13.5, 4.5), (20.5, 11.5), (12, 20)], color)
        + lines([(8.5, 9.5), (15.5, 16.5)], color)
        + lines([(7, 20), (21, 20)], color)
    case .selection:
      return [
        .command(.set(\.tool, .rectangle)), .command(.set(\.width, 1.5)), .command(.set(\.pattern, .dashed)), box,
      ]
    case .lasso:
      let loop = [(8, 16), (4, 12), (5, 7), (12, 4), (19, 6), (20, 11), (16, 15), (8, 16)]
      let knot = [(8, 16), (6, 18), (8, 21), (10, 18), (8, 16)]
      return lines(loop.map { (Double($0.0), Double($0.1)) }, color)
        + lines(knot.map { (Double($0.0), Double($0.1)) }, color)
    case .text:
      let font = TextFont(family: "Sans", size: 20)
      return [
        .shape(
          .text(TextShape("T", font: font, color: color, at: BoardPoint(x: 12, y: 12), width: .fitting(limit: 24))))
      ]
    case .angle:
      return [
        .command(.set(\.tool, .line)), .stroke([(4, 20), (18, 4)]), .stroke([(4, 20), (21, 20)]),
        .command(.set(\.tool, .pencil)),
        .stroke([(12, 11), (15, 13), (16, 16), (16, 20)]),
      ]
    case .line, .arrow: return [.command(.set(\.tool, self)), diagonal]
    case .dashedLine: return [.command(.set(\.tool, self)), .command(.set(\.width, 1.5)), diagonal]
    case .rectangle: return [.command(.set(\.tool, self)), .stroke([(3, 5), (21, 19)])]
    case .ellipse: return [.command(.set(\.tool, self)), .stroke([(3, 3), (21, 21)])]
    case .triangle, .pentagon, .ngon, .star: return [.command(.set(\.tool, self)), .stroke([(1, 1), (23, 25)])]
    }
  }
}

extension Board {
  fileprivate mutating func apply(_ step: IconStep) throws(BoardError) {
    switch step {
    case .command(let command): try handle(command)
    case .shape(let shape): try perform(.add(shape))
    case .stroke(let points): draw(points)
    }
  }

  private mutating func draw(_ points: [(x: Double, y: Double)]) {
    let touch = Touch(
      id: Touch.ID(rawValue: operations.count), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 0), tool: .finger)
    for (index, point) in points.enumerated() {
      let sample = TouchSample(
        time: Timestamp(nanoseconds: 0), position: DevicePoint(x: 0, y: 0),
        boardPoint: BoardPoint(x: point.x, y: point.y))
      handle(TouchEvent(touch: touch, phase: index == 0 ? .began : .moved(gap: false), sample: sample))
      if index == points.count - 1 { handle(TouchEvent(touch: touch, phase: .ended, sample: sample)) }
    }
  }
}

extension ObjectPointer {
  /// The colour of text on a widget.
  var styleColor: PixelColor {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return PixelColor(color)
  }
}
