public import DrawingBoard
public import TouchTracking

/// A touch that is down, to be shown as a circle with its number.
public struct TouchMark: Hashable, Sendable {
  public var touch: Touch
  /// Where it was last.
  public var point: BoardPoint
}

extension Board {
  /// The touches that are down and draw, in order of beginning.
  public var touchMarks: [TouchMark] {
    openTouches.compactMap { touch in
      lines.linesInProgress[touch.id]?.end.map { TouchMark(touch: touch, point: $0) }
    }
  }
}

extension Line {
  fileprivate var end: BoardPoint? { runs.last?.last }
}
