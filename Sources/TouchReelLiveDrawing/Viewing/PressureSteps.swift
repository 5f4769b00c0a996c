import TouchReelClampedNumbers

/// The curves by which the pressure of a pen gives widths, from soft to firm: a slider stops at each.
///
/// The exponent of a curve W × (0.2 + 0.8 p^γ) doubles every four steps. It is 1 in the middle.
package enum PressureSteps {
  /// The number of steps to either side of the middle.
  package static let reach = 8

  /// The exponent at a position of the slider, −8…8: that of the step next to it.
  package static func exponent(at position: Double) -> Double {
    guard position.isFinite else { return 1 }
    return exponents[Int(clamping: min(max(position.rounded(), -Double(reach)), Double(reach))) + reach]
  }

  /// The step whose exponent is nearest.
  package static func step(nearest exponent: Double) -> Int {
    let index = exponents.indices.min { abs(exponents[$0] - exponent) < abs(exponents[$1] - exponent) }
    return (index ?? reach) - reach
  }

  /// The exponents, in hundredths, so that they are the same when they are kept as whole numbers.
  private static let exponents = [
    0.25, 0.3, 0.35, 0.42, 0.5, 0.59, 0.71, 0.84, 1, 1.19, 1.41, 1.68, 2, 2.38, 2.83, 3.36, 4,
  ]
}
