import Glibc

/// A hand that wanders over an area with a changing speed along smooth curves, and turns back at the edges.
public struct WanderingPath {
  private let right: Double
  private let bottom: Double
  private let speed: Double
  private var x: Double
  private var y: Double
  private var heading: Double
  private var curvature = 0.0

  /// - Parameters:
  ///   - right: the width of the area.
  ///   - bottom: its height.
  public init(right: Double, bottom: Double, using random: inout SplitMix64) {
    func unit() -> Double { random.next(in: 0...1) }
    (self.right, self.bottom) = (right, bottom)
    (x, y) = (unit() * right, unit() * bottom)
    heading = unit() * 2 * .pi
    speed = 2 + 4 * unit()
  }

  /// The next point, 1 to 9 units from the one before.
  public mutating func next(using random: inout SplitMix64) -> (x: Double, y: Double) {
    let point = (x: x, y: y)
    curvature = 0.95 * curvature + 0.02 * (random.next(in: 0...1) - 0.5)
    heading += curvature
    let step = speed * (0.5 + random.next(in: 0...1))
    x += step * cos(heading)
    y += step * sin(heading)
    if x < 0 || x > right { heading = .pi - heading }
    if y < 0 || y > bottom { heading = -heading }
    (x, y) = (min(max(x, 0), right), min(max(y, 0), bottom))
    return point
  }
}
