import Drawings
import Glibc
import InputEvents
import TouchTracking

/// The factor that pressure gives.
struct PressureWidth: Hashable, Sendable {
  let gamma: Double

  func factor(_ pressure: Double) -> Double {
    let held = min(max(0, pressure), 1)
    return 0.2 + 0.8 * (gamma == 1 ? held : pow(held, gamma))
  }
}

/// Narrower where faster: with s = speed/600, W/(0.6 s + 0.4 × the previous s), clamped to 0.75…1.25 times the previous
/// width and then to 0.2 W…W.
struct SpeedWidth: Sendable {
  let base: Double
  private var width: Double
  private var pace = 0.0
  private var last: (point: BoardPoint, time: Timestamp)?

  init(base: Double) {
    self.base = base
    width = base
  }

  /// The width at the next point; where time has not advanced, the speed of before counts.
  mutating func width(at point: BoardPoint, _ time: Timestamp) -> Double {
    guard let (lastPoint, lastTime) = last else {
      last = (point, time)
      return width(atSpeed: 0)
    }
    let elapsed = time.since(lastTime).seconds
    let speed = elapsed > 0 ? lastPoint.distance(to: point) / elapsed : pace * 600
    last = (point, time)
    return width(atSpeed: speed)
  }

  /// - Parameter speed: in points a second.
  mutating func width(atSpeed speed: Double) -> Double {
    let mixed = 0.6 * (speed / 600) + 0.4 * pace
    pace = speed / 600
    let wanted = mixed > 0 ? base / mixed : .infinity
    let near = min(max(wanted, 0.75 * width), 1.25 * width)
    width = min(max(near, 0.2 * base), base)
    return width
  }
}
