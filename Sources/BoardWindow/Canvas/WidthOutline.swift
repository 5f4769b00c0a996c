import CGtk
import Canvas
import DrawingBoard
import LiveDrawing
import TouchTracking

/// The circle around what points that shows how wide the eraser is, and how wide a pen that hovers would draw. Fingers
/// have one while they erase.
final class WidthOutline {
  private struct Hover: Equatable {
    var center: SurfacePoint
    /// Of a pen.
    var action: PenControls.Action?
    var isTouching: Bool
  }

  private let canvas: CanvasView
  private var hover: Hover? {
    didSet { if hover != oldValue { gtk_widget_queue_draw(canvas.widget.widget) } }
  }
  /// Those that are down.
  private var fingers: [TouchSequence: SurfacePoint] = [:] {
    didSet { if fingers != oldValue { gtk_widget_queue_draw(canvas.widget.widget) } }
  }
  private var settings = BoardSettings()

  init(on canvas: CanvasView) { self.canvas = canvas }

  /// - Parameter action: of a pen: what it does, or would do if it touched.
  func follow(_ event: PointerEvent, doing action: PenControls.Action? = nil) {
    guard let viewport = canvas.viewport else { return }
    if case .finger(let sequence) = event.pointer {
      hover = nil
      return follow(sequence, event.phase, at: viewport.surfacePoint(of: event.position))
    }
    // The desktop's pointer goes along with a pen that is read directly.
    if case .mouse = event.pointer, hover?.action != nil { return }
    let isTouching =
      switch event.phase {
      case .began: true
      case .moved: hover?.isTouching ?? false
      case .ended, .cancelled, .left: false
      }
    let isGone = event.phase == .left || event.phase == .cancelled
    let center = viewport.surfacePoint(of: event.position)
    hover = isGone ? nil : Hover(center: center, action: action, isTouching: isTouching)
  }

  private func follow(_ finger: TouchSequence, _ phase: PointerEvent.Phase, at point: SurfacePoint) {
    switch phase {
    case .began: fingers[finger] = point
    case .moved: if fingers[finger] != nil { fingers[finger] = point }
    case .ended, .cancelled, .left: fingers[finger] = nil
    }
  }

  /// Nothing is over the canvas.
  func hide() { hover = nil }

  /// The fingers that are down do not draw.
  func hideFingers() { fingers = [:] }

  func show(_ settings: BoardSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    if hover != nil { gtk_widget_queue_draw(canvas.widget.widget) }
  }

  func paint(_ snapshot: Snapshot, _ viewport: Viewport) {
    if settings.tool == .eraser {
      for finger in fingers.values { paint(settings.widthOfEraser * viewport.zoom, around: finger, snapshot) }
    }
    guard let hover, let width = width(for: hover) else { return }
    paint(width * viewport.zoom, around: hover.center, snapshot)
  }

  /// - Parameter width: in the desktop's units.
  private func paint(_ width: Double, around point: SurfacePoint, _ snapshot: Snapshot) {
    let (center, radius) = ((point.x, point.y), max(width / 2, 2))
    let side = 2 * (radius + 3)
    let box = ViewRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    // Seen on any ink: dark within light.
    snapshot.drawing(in: box) { context in
      context.circle(at: center, radius: radius, width: 3, PixelColor.white.with(alpha: 200))
      context.circle(at: center, radius: radius, width: 1, PixelColor.black.with(alpha: 200))
    }
  }

  /// `nil` if it is not shown: under the mouse, a tool for shapes has the cursor alone.
  private func width(for hover: Hover) -> Double? {
    switch hover.action {
    case .erase: return settings.widthOfEraser
    case .select, .pan, .undo: return nil
    case .draw, nil: break
    }
    if settings.tool == .eraser { return settings.widthOfEraser }
    return settings.tool == .pencil && hover.action == .draw && !hover.isTouching ? settings.width : nil
  }
}
