import TouchReelCanvas
import TouchReelReplaying
import TouchReelTouchTracking

/// How marks of a timeline look: each kind has a shape of its own, so that none is told by its colour alone.
extension FigureDrawing {
  mutating func mark(_ kind: TimelineMarks.Kind, at center: BoardPoint) {
    switch kind {
    case .cancelled: cross(center)
    case .resumed: area(corners(center, [(-2.6, -2.6), (2.6, 0), (-2.6, 2.6)]), theme.alert)
    case .loss: verticalBar(center, theme.alert)
    case .palm: area(corners(center, [(-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)]), theme.dimInk)
    case .command: verticalBar(center, theme.ink)
    case .anomaly(.jump): area(corners(center, [(0, -3), (3, 2.4), (-3, 2.4)]), theme.alert)
    case .anomaly(.gap): area(corners(center, [(0, -3), (3, 0), (0, 3), (-3, 0)]), theme.alert)
    case .anomaly(.lateFrame): area(corners(center, [(-2.6, -2.4), (2.6, -2.4), (0, 3)]), theme.alert)
    case .anomaly(.stuck): area(corners(center, [(-3, -1.2), (3, -1.2), (3, 1.2), (-3, 1.2)]), theme.alert)
    case .anomaly(.idAtOnce): ring(center, theme.alert)
    case .anomaly(.idAgain): ring(center, theme.ink)
    case .fault(let fault): mark(fault, at: center)
    }
  }

  /// Outlines and strokes: what is wrong with events, not with touches.
  private mutating func mark(_ fault: EventFault, at center: BoardPoint) {
    switch fault {
    case .timeWentBack: area(corners(center, [(2.6, -2.6), (-2.6, 0), (2.6, 2.6)]), theme.alert)
    case .unfinishedFrame: lines(center, [[(2, -2.6), (-2, -2.6), (-2, 2.6), (2, 2.6)]])
    case .emptyFrame: lines(center, [[(-2.3, -2.3), (2.3, -2.3), (2.3, 2.3), (-2.3, 2.3), (-2.3, -2.3)]])
    case .outOfRange: lines(center, [[(0, -3), (3, 2.4), (-3, 2.4), (0, -3)]])
    case .oddID: lines(center, [[(0, -3), (3, 0), (0, 3), (-3, 0), (0, -3)]])
    case .unannouncedCode: lines(center, [[(0, -3), (0, 3)], [(-3, 0), (3, 0)]])
    case .downAtStart: lines(center, [[(-2.5, -2.8), (-2.5, 2.8)], [(-2.5, 0), (2.8, 0)]])
    case .downAtEnd: lines(center, [[(2.5, -2.8), (2.5, 2.8)], [(2.5, 0), (-2.8, 0)]])
    }
  }

  private mutating func lines(_ center: BoardPoint, _ lines: [[(Double, Double)]]) {
    for offsets in lines { line(corners(center, offsets), Stroke(color: theme.alert, width: 1)) }
  }

  /// Draws what happened to all rows of a device.
  mutating func incident(_ mark: TimelineMarks.Mark, _ x: Double, from top: Double, to bottom: Double) {
    if mark.kind == .loss {
      line(BoardPoint(x: x, y: top), BoardPoint(x: x, y: bottom), Stroke(color: theme.alert, width: 1))
    }
    self.mark(mark.kind, at: BoardPoint(x: x, y: top + 4))
  }

  private func corners(_ center: BoardPoint, _ offsets: [(Double, Double)]) -> [BoardPoint] {
    offsets.map { BoardPoint(x: center.x + $0.0, y: center.y + $0.1) }
  }

  private mutating func cross(_ center: BoardPoint) {
    let stroke = Stroke(color: theme.alert, width: 1.5)
    for side in [-1.0, 1] {
      line(
        BoardPoint(x: center.x - 2.5, y: center.y - 2.5 * side),
        BoardPoint(x: center.x + 2.5, y: center.y + 2.5 * side), stroke)
    }
  }

  private mutating func verticalBar(_ center: BoardPoint, _ color: PixelColor) {
    line(
      BoardPoint(x: center.x, y: center.y - 3.5), BoardPoint(x: center.x, y: center.y + 3.5),
      Stroke(color: color, width: 1.5))
  }

  private mutating func ring(_ center: BoardPoint, _ color: PixelColor) {
    let around = corners(
      center, [(0, -2.5), (2.2, -1.25), (2.2, 1.25), (0, 2.5), (-2.2, 1.25), (-2.2, -1.25), (0, -2.5)])
    line(around, Stroke(color: color, width: 1))
  }
}
