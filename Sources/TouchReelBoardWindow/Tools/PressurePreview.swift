import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The curve by which pressure gives widths, and a stroke that is pressed ever harder, drawn by the pencil itself.
final class PressurePreview: Painter {
  /// The exponent of the curve; see `PressureCurve`.
  var exponent: Double {
    didSet { if exponent != oldValue { forget() } }
  }
  private let widget: ObjectPointer
  private var stroke: Texture?

  init(_ exponent: Double, in widget: ObjectPointer) {
    self.exponent = exponent
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func resized(to size: SurfaceSize) { stroke = nil }

  func restyled() { forget() }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let side = size.height
    let graph = ViewRect(x: 0.5, y: 0.5, width: side - 1, height: side - 1)
    paintGraph(snapshot, in: graph)
    let rest = ViewRect(x: side + 12, y: 0, width: size.width - side - 12, height: side)
    guard rest.width >= 1 else { return }
    stroke = stroke ?? drawn(rest)
    if let stroke { snapshot.texture(stroke, in: rest) }
  }

  private var curve: PressureCurve { .pens(gamma: exponent) }

  private func forget() {
    stroke = nil
    gtk_widget_queue_draw(widget.widget)
  }

  /// To the right, ever more pressure; upward, ever more width.
  private func paintGraph(_ snapshot: Snapshot, in rect: ViewRect) {
    var border = widget.styleColor
    border.alpha = 90
    snapshot.outline(rect, radius: 4, width: 1, border)
    let points = (0...24).map { step in
      let pressure = Double(step) / 24
      let share = curve.share(ofWidthAt: pressure, by: .pen)
      return (x: rect.x + pressure * rect.width, y: rect.y + (1 - share) * rect.height)
    }
    snapshot.drawing(in: rect) { context in
      for (start, end) in zip(points, points.dropFirst()) {
        context.line(from: start, to: end, width: 2, widget.styleColor)
      }
    }
  }

  private func drawn(_ rect: ViewRect) -> Texture? {
    let scale = Double(gtk_widget_get_scale_factor(widget.widget))
    let size = BoardSize(width: rect.width.rounded(), height: rect.height.rounded())
    do throws(BoardError) {
      var board = Board(raster: try Raster(board: size, scale: scale), background: .color(.clear))
      let settings: [BoardCommand] = [.set(\.color, widget.styleColor), .set(\.width, 24), .set(\.pressure, curve)]
      for command in settings { try board.handle(command) }
      board.press(across: size)
      return Texture(board.picture.composed())
    } catch {
      return nil
    }
  }
}

extension Board {
  /// Draws a stroke of a pen from the left to the right, from no pressure to full pressure.
  fileprivate mutating func press(across size: BoardSize) {
    let touch = Touch(
      id: Touch.ID(rawValue: 0), device: DeviceChannel(rawValue: 0), slot: Slot(rawValue: 0),
      trackingID: TrackingID(rawValue: 0), tool: .pen)
    let (margin, steps) = (14.0, 40)
    for step in 0...steps {
      let pressure = Double(step) / Double(steps)
      let point = BoardPoint(x: margin + pressure * (size.width - 2 * margin), y: size.height / 2)
      var sample = TouchSample(
        time: Timestamp(nanoseconds: 0), position: DevicePoint(x: 0, y: 0), boardPoint: point, tool: .pen)
      sample.pressure = pressure
      handle(TouchEvent(touch: touch, phase: step == 0 ? .began : .moved(gap: false), sample: sample))
      if step == steps { handle(TouchEvent(touch: touch, phase: .ended, sample: sample)) }
    }
  }
}
