import TouchReelDrawingBoard

/// The rings around what points, which show how wide the eraser is, and how wide a pen that hovers would draw. Fingers
/// have one while they erase.
struct PointerOutline: Hashable {
  private struct Hover: Hashable {
    var center: SurfacePoint
    /// What a pen does; `nil` for a mouse.
    var action: PenControls.Action?
    var isTouching: Bool
  }

  private var hover: Hover?
  /// The fingers that are down.
  private var fingers: [TouchSequence: SurfacePoint] = [:]

  /// - Parameters:
  ///   - event: what points.
  ///   - action: what a pen does, or would do if it touched.
  mutating func follow(_ event: SurfaceEvent, doing action: PenControls.Action? = nil) {
    if case .finger(let sequence) = event.pointer {
      hover = nil
      return follow(sequence, event.phase, at: event.point)
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
    hover = isGone ? nil : Hover(center: event.point, action: action, isTouching: isTouching)
  }

  private mutating func follow(_ finger: TouchSequence, _ phase: PointerEvent.Phase, at point: SurfacePoint) {
    switch phase {
    case .began: fingers[finger] = point
    case .moved: if fingers[finger] != nil { fingers[finger] = point }
    case .ended, .cancelled, .left: fingers[finger] = nil
    }
  }

  /// Nothing is over the canvas.
  mutating func hide() { hover = nil }

  /// The fingers that are down do not draw.
  mutating func hideFingers() { fingers = [:] }

  /// - Parameter settings: the board's.
  func rings(with settings: BoardSettings) -> [OutlineRing] {
    var rings: [OutlineRing] = []
    if settings.tool == .eraser {
      rings = fingers.sorted { $0.key.rawValue < $1.key.rawValue }.map {
        OutlineRing(center: $0.value, width: settings.widthOfEraser)
      }
    }
    if let hover, let width = width(for: hover, settings) {
      rings.append(OutlineRing(center: hover.center, width: width))
    }
    return rings
  }

  /// `nil` if it is not shown: under the mouse, a tool for shapes has the cursor alone.
  private func width(for hover: Hover, _ settings: BoardSettings) -> Double? {
    switch hover.action {
    case .erase: return settings.widthOfEraser
    case .tool(.pencil), .draw, nil: break
    case .tool, .pan, .undo, .nothing: return nil
    }
    if settings.tool == .eraser { return settings.widthOfEraser }
    return settings.tool == .pencil && hover.action != nil && !hover.isTouching ? settings.width : nil
  }
}
