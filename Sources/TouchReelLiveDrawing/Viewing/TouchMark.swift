package import TouchReelDrawingBoard
package import TouchReelTouchTracking

/// A touch that is down, for showing it as a circle with its number.
package struct TouchMark: Hashable, Sendable {
  package var touch: Touch
  /// Its latest position.
  package var point: BoardPoint
}

extension Board {
  /// The touches that are drawing, in the order in which they began.
  package var touchMarks: [TouchMark] {
    openTouches.compactMap { touch in
      lines.lineInProgress(of: touch.id)?.end.map { TouchMark(touch: touch, point: $0) }
    }
  }
}

extension Line {
  fileprivate var end: BoardPoint? { runs.last?.last }
}
