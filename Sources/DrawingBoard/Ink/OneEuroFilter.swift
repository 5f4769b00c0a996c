import Drawings
import InputEvents
import TouchTracking

/// The 1 € filter on positions: a low-pass whose cutoff rises with speed.
struct OneEuroFilter: Sendable {
  /// In hertz, at rest.
  var minimumCutoff = 1.0
  /// Hertz per point a second.
  var slope = 0.007
  /// In hertz, of the speed itself.
  var speedCutoff = 1.0

  private var last: (time: Timestamp, x: Axis, y: Axis)?

  private struct Axis {
    var raw: Double
    var value: Double
    var speed = 0.0
  }

  init() {}

  /// Where time has not advanced, the latest result again.
  mutating func filter(_ point: BoardPoint, at time: Timestamp) -> BoardPoint {
    guard let last else {
      self.last = (time, Axis(raw: point.x, value: point.x), Axis(raw: point.y, value: point.y))
      return point
    }
    var (_, x, y) = last
    let elapsed = time.since(last.time).seconds
    if elapsed > 0 {
      advance(&x, to: point.x, by: elapsed)
      advance(&y, to: point.y, by: elapsed)
      self.last = (time, x, y)
    }
    return BoardPoint(x: x.value, y: y.value)
  }

  private func advance(_ axis: inout Axis, to raw: Double, by elapsed: Double) {
    let speed = (raw - axis.raw) / elapsed
    axis.raw = raw
    axis.speed += Self.weight(cutoff: speedCutoff, elapsed) * (speed - axis.speed)
    let cutoff = minimumCutoff + slope * abs(axis.speed)
    axis.value += Self.weight(cutoff: cutoff, elapsed) * (raw - axis.value)
  }

  private static func weight(cutoff: Double, _ elapsed: Double) -> Double {
    let ratio = 2 * .pi * cutoff * elapsed
    return ratio / (ratio + 1)
  }
}
