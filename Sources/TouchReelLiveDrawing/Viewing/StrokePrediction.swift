package import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Where strokes in progress will be by the time that they are seen. It is for the eye alone: what it predicts is never
/// recorded, and not part of the drawing.
///
/// A Kalman filter for each axis follows a stroke's speed. What it predicts is no longer than the way that the latest
/// sample went in as much time, so that a stroke that slows down is not overtaken by far.
package struct StrokePrediction: Sendable {
  /// The line from the end of a stroke to where it will be.
  package struct Piece: Hashable, Sendable {
    package var start: BoardPoint
    package var end: BoardPoint
    /// The width, in board points.
    package var width: Double
    package var color: PixelColor
  }

  /// How far ahead a stroke is predicted, from its latest sample on: a frame of the display.
  package static let reach = TimeSpan(nanoseconds: 16_000_000)
  /// A stroke without a sample for this long rests.
  package static let patience = TimeSpan(nanoseconds: 40_000_000)
  /// A piece that is shorter is not shown, in board points.
  package static let shortest = 1.0

  private struct Stroke {
    let touch: Touch.ID
    let color: PixelColor
    /// The width without pressure, in board points.
    let width: Double
    let curve: PressureCurve
    var motion: Motion
    var sample: TouchSample
  }

  private var strokes: [Stroke] = []

  package init() {}

  /// Follows a touch.
  ///
  /// - Parameters:
  ///   - event: each step of every touch, in their order.
  ///   - settings: what touches draw with that begin now; only strokes of the pencil are predicted.
  package mutating func handle(_ event: TouchEvent, _ settings: BoardSettings) {
    switch event.phase {
    case .began: begin(event, settings)
    case .moved(let isGap): move(event, isAfterGap: isGap)
    case .ended, .cancelled: strokes.removeAll { $0.touch == event.touch.id }
    }
  }

  /// What is predicted now, for the strokes that go on.
  package func pieces(at now: Timestamp) -> [Piece] {
    strokes.compactMap { stroke in
      let start = stroke.sample.boardPoint
      guard now.since(stroke.sample.time) <= Self.patience, let step = stroke.motion.step(over: Self.reach) else {
        return nil
      }
      let end = BoardPoint(x: start.x + step.x, y: start.y + step.y)
      let share = stroke.sample.pressure.map { stroke.curve.share(ofWidthAt: $0, by: stroke.sample.tool) } ?? 1
      return Piece(start: start, end: end, width: stroke.width * share, color: stroke.color)
    }
  }

  private mutating func begin(_ event: TouchEvent, _ settings: BoardSettings) {
    guard settings.tool == .pencil, event.touch.tool != .eraser,
      settings.guide?.course(from: event.sample.boardPoint) == nil
    else { return }
    strokes.append(
      Stroke(
        touch: event.touch.id, color: settings.color(of: event.touch), width: settings.width, curve: settings.pressure,
        motion: Motion(at: event.sample.boardPoint), sample: event.sample))
  }

  private mutating func move(_ event: TouchEvent, isAfterGap: Bool) {
    guard let index = strokes.firstIndex(where: { $0.touch == event.touch.id }) else { return }
    if isAfterGap {
      strokes[index].motion = Motion(at: event.sample.boardPoint)
    } else {
      strokes[index].motion.move(to: event.sample.boardPoint, in: event.sample.time.since(strokes[index].sample.time))
    }
    strokes[index].sample = event.sample
  }
}

/// How a stroke moves.
private struct Motion: Sendable {
  private var x: MotionFilter
  private var y: MotionFilter
  private var last: BoardPoint
  /// The speed at the latest sample, in points a second.
  private var pace = 0.0

  init(at point: BoardPoint) {
    (x, y, last) = (MotionFilter(at: point.x), MotionFilter(at: point.y), point)
  }

  mutating func move(to point: BoardPoint, in span: TimeSpan) {
    let elapsed = span.seconds
    // Samples of one time are the same movement.
    guard elapsed > 0 else { return }
    x.move(to: point.x, in: elapsed)
    y.move(to: point.y, in: elapsed)
    let (dx, dy) = (point.x - last.x, point.y - last.y)
    pace = (dx * dx + dy * dy).squareRoot() / elapsed
    last = point
  }

  /// How far it moves within a time, in points; `nil` if that is not worth showing.
  func step(over span: TimeSpan) -> (x: Double, y: Double)? {
    let speed = (x.speed * x.speed + y.speed * y.speed).squareRoot()
    guard speed > 0, speed.isFinite else { return nil }
    let length = min(speed, pace) * span.seconds
    guard length >= StrokePrediction.shortest else { return nil }
    return (x.speed / speed * length, y.speed / speed * length)
  }
}

/// A Kalman filter of one coordinate that moves at a speed which changes by chance.
private struct MotionFilter: Sendable {
  /// How much a hand accelerates, in points a second squared; the variance.
  private static let acceleration = 6_000.0 * 6_000
  /// How far a sample is off, in points; the variance.
  private static let noise = 0.25 * 0.25
  /// The variance of the speed before anything moved, in points a second.
  private static let unknownSpeed = 1_000.0 * 1_000

  private var position: Double
  private(set) var speed = 0.0
  private var variance = (position: Self.noise, both: 0.0, speed: Self.unknownSpeed)

  init(at position: Double) { self.position = position }

  mutating func move(to measured: Double, in elapsed: Double) {
    predict(elapsed)
    let whole = variance.position + Self.noise
    let (gain, speedGain) = (variance.position / whole, variance.both / whole)
    let surprise = measured - position
    position += gain * surprise
    speed += speedGain * surprise
    variance = (
      (1 - gain) * variance.position, (1 - gain) * variance.both, variance.speed - speedGain * variance.both
    )
  }

  private mutating func predict(_ elapsed: Double) {
    let square = elapsed * elapsed
    position += speed * elapsed
    variance.position += elapsed * (2 * variance.both + elapsed * variance.speed)
    variance.position += Self.acceleration * square * square / 4
    variance.both += elapsed * variance.speed + Self.acceleration * square * elapsed / 2
    variance.speed += Self.acceleration * square
  }
}
