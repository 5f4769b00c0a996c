package import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Recognizes strokes at whose end the finger or the pen is held still, which asks for the shape that was meant.
package struct StrokeHold: Sendable {
  /// How long it is held still.
  package static let delay = TimeSpan(nanoseconds: 500_000_000)
  /// How far it moves meanwhile, in surface units.
  package static let reach = 5.0
  /// How far it moves after that if it goes on to draw, in surface units.
  package static let release = 20.0

  /// How far the end of a smoothed stroke may be from where it is held, in surface units.
  package static let smoothingReach = 60.0

  private var points: [BoardPoint] = []
  /// Where it has been since when.
  private var anchor: (point: SurfacePoint, time: Timestamp)?
  /// Whether the points so far were looked at.
  private var isJudged = false
  /// What the stroke was meant to be, as long as it is held.
  package private(set) var shape: RecognizedShape?
  /// The last point of the stroke, on the board.
  package var end: BoardPoint? { points.last }

  package init() {}

  package mutating func begin(at point: SurfacePoint, onBoard position: BoardPoint, time: Timestamp) {
    self = StrokeHold()
    points = [position]
    anchor = (point, time)
  }

  package mutating func move(to point: SurfacePoint, onBoard position: BoardPoint, time: Timestamp) {
    guard let anchor else { return }
    points.append(position)
    let distance = anchor.point.distance(to: point)
    guard distance > (shape == nil ? Self.reach : Self.release) else { return }
    self.anchor = (point, time)
    (shape, isJudged) = (nil, false)
  }

  /// Call this before each display frame.
  package mutating func update(at now: Timestamp) {
    guard let anchor, !isJudged, now.since(anchor.time) >= Self.delay else { return }
    isJudged = true
    shape = ShapeRecognizer.recognize(points)
  }
}

extension SurfacePoint {
  fileprivate func distance(to other: SurfacePoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
