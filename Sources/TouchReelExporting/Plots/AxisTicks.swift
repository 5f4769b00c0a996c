import TouchReelClampedNumbers

/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
package struct AxisTicks: Hashable, Sendable {
  package let values: [Double]
  private let step: Step

  /// The distance from tick to tick: a digit and a power of ten.
  private struct Step: Hashable, Sendable {
    var digit: Int
    var exponent: Int

    var length: Double { Double(digit) * Self.power(exponent) }

    var next: Step {
      switch digit {
      case 1: Step(digit: 2, exponent: exponent)
      case 2: Step(digit: 5, exponent: exponent)
      default: Step(digit: 1, exponent: exponent + 1)
      }
    }

    static func power(_ exponent: Int) -> Double {
      var power = 1.0
      for _ in 0..<min(exponent.magnitude, 308) { power *= 10 }
      return exponent < 0 ? 1 / power : power
    }
  }

  /// The distance from tick to tick.
  var stepLength: Double { step.length }

  /// - Parameters:
  ///   - range: what the axis shows.
  ///   - limit: the most intervals between ticks, at least one.
  package init(_ range: ClosedRange<Double>, limit: Int) {
    let length = range.upperBound - range.lowerBound
    var step = Step(digit: 1, exponent: -9)
    while step.length * Double(max(limit, 1)) < length * (1 - 1e-9), step.exponent < 300 { step = step.next }
    self.step = step
    let first = (range.lowerBound / step.length - 1e-9).rounded(.up)
    let last = (range.upperBound / step.length + 1e-9).rounded(.down)
    guard last >= first, last - first <= 1000 else {
      values = []
      return
    }
    values = (0...Int(clamping: last - first)).map { (first + Double($0)) * step.length }
  }

  /// What is written at a tick, with the decimals that all of them need.
  package func label(of value: Double) -> String {
    let count = (value / Step.power(step.exponent)).rounded()
    guard step.exponent >= -9, step.exponent <= 6, count.magnitude < 1e15 else { return "\(value)" }
    let digits = Int(clamping: count)
    let whole = step.exponent >= 0 ? digits * Int(clamping: Step.power(step.exponent)) : digits
    return Self.decimal(whole, decimals: max(-step.exponent, 0))
  }

  /// The digits of a whole number with a point before the last ones.
  static func decimal(_ value: Int, decimals: Int) -> String {
    let sign = value < 0 ? "−" : ""
    let digits = String(value.magnitude)
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

/// A number as plots write it in a sentence: three digits, or whole if it has more.
package struct PlotNumber: CustomStringConvertible {
  package let description: String

  package init(_ value: Double) {
    let size = value.magnitude
    guard size.isFinite, size < 1e9 else {
      description = "\(value)"
      return
    }
    let decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4
    let scale = [1.0, 10, 100, 1000, 10_000][decimals]
    description = AxisTicks.decimal(Int(clamping: (value * scale).rounded()), decimals: decimals)
  }
}
