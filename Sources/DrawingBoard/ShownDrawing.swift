import Canvas
public import Drawings

extension Board {
  /// The drawing as ``picture`` shows it: with an operation for each stroke in progress and each change that is not
  /// finished. A board that is made of it has the same pixels.
  ///
  /// Marks are left out, as they are not part of a drawing; see ``hasMarks``.
  ///
  /// - Complexity: as many steps as there are operations, and points of strokes in progress.
  public var shownDrawing: Drawing {
    var shown = drawing
    for change in pendingChanges + unfinishedOperations {
      do {
        try shown.append(change)
      } catch {
        // What cannot be done when the touch ends is not done.
      }
    }
    return shown
  }

  /// Whether the picture shows marks, which a drawing does not hold: the selection's frame, marquees, or the ink of
  /// cancelled touches.
  public var hasMarks: Bool {
    let frames = selectionFrame != nil || live.touches.contains { $0.marquee != nil }
    return (settings.marks == .shown && frames) || !cancelled.layers.isEmpty
  }

  /// Bottom to top: erasers in progress act on finished ink alone.
  private var unfinishedOperations: [BoardOperation] {
    let touches = live.touches.compactMap(\.shown)
    let shapes = pendingAngles.firstArms.map { .add($0.shape) } + touches.filter { !$0.isErasure }
    // Changes of a text that is there already are among the pending ones.
    let newText = editing.flatMap { $0.id == nil ? $0.operation : nil }
    return touches.filter(\.isErasure) + shapes.map { settings.theme.shown($0) } + [newText].compactMap { $0 }
  }
}

extension BoardOperation {
  fileprivate var isErasure: Bool {
    if case .erase = self { true } else { false }
  }
}

extension Theme {
  /// What a stroke in progress looks like, as ``layers(inProgress:)`` has it.
  fileprivate func shown(_ operation: BoardOperation) -> BoardOperation {
    guard self == .redInProgress, case .add(let shape) = operation else { return operation }
    return .add(shape.reddened)
  }
}

extension Shape {
  fileprivate var reddened: Shape { restyled(.color(color.reddened)).restyled(.fill(fill?.reddened)) }
}

extension PixelColor {
  /// Of ink in progress, where the theme is ``Theme/redInProgress``.
  var reddened: PixelColor { PixelColor(red: 255, green: 0, blue: 0, alpha: alpha) }
}
