public import DrawingBoard
public import TouchTracking

/// A touch that is down, for showing it as a circle with its number.
public struct TouchMark: Hashable, Sendable {
  public var touch: Touch
  /// Its latest position.
  public var point: BoardPoint
}

extension Board {
  /// The touches that are drawing, in the order in which they began.
  public var touchMarks: [TouchMark] {
    openTouches.compactMap { touch in
      lines.lineInProgress(of: touch.id)?.end.map { TouchMark(touch: touch, point: $0) }
    }
  }
}

extension Line {
  fileprivate var end: BoardPoint? { runs.last?.last }
}
