import SeededCases
import Testing

@testable import TouchReelExporting

struct DecimalDigitsTests {
  /// Digit by digit, of the whole number of 10^-count that halves are rounded to away from zero.
  private func expected(_ value: Double, _ decimals: Decimals) -> String {
    let scaled = value * Double(decimals.power)
    guard abs(scaled) < 9e18 else { return value.isFinite ? "\(value)" : "" }
    let units = Int(scaled + (scaled < 0 ? -0.5 : 0.5))
    var digits = String(units.magnitude)
    digits = String(repeating: "0", count: max(0, decimals.rawValue + 1 - digits.count)) + digits
    let whole = digits.dropLast(decimals.rawValue)
    let fraction = String(digits.suffix(decimals.rawValue).reversed().drop { $0 == "0" }.reversed())
    return (units < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private func check(_ value: Double) {
    for value in [value, -value, value.nextUp, value.nextDown] {
      for decimals in Decimals.allCases { #expect(decimals.text(value) == expected(value, decimals)) }
    }
  }

  @Test(arguments: PropertySeeds.from(0xD161, count: 200))
  func `Numbers of any size are rounded as digit by digit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let exponent = Int.random(in: -12...18, using: &random)
    let power = (0..<abs(exponent)).reduce(1.0) { result, _ in result * 10 }
    let value = Double.random(in: 0...1, using: &random)
    check(exponent < 0 ? value / power : value * power)
    // Halves of the last digit, which are rounded up.
    check((Double(Int.random(in: 0...10_000_000, using: &random)) + 0.5) / 1000)
  }

  /// On both sides of where there is one digit more, or a whole number does not hold them.
  @Test(arguments: [0, 0.0005, 0.0004999, 0.5, 9999.9999, 99_999.9989, 99_999.999, 1e8, 99_999_999.5, 9e15, 1e19])
  func `Limits are written as all others`(value: Double) { check(value) }

  @Test func `What is no number is empty`() {
    for value in [Double.infinity, -.infinity, .nan] { #expect(Decimals.thousandths.text(value).isEmpty) }
  }

  @Test func `Small and large whole numbers are written digit by digit`() {
    for value in Array(-5...1005) + [9999, Int(Int32.min), Int(Int32.max), .min, .max] {
      var text: [UInt8] = []
      text.append(digitsOf: value)
      #expect(String(decoding: text, as: UTF8.self) == "\(value)")
    }
  }

  @Test(arguments: [0, 1, -1, 1_000_000_000, -1_500_000_000, 999_999_999, Int.max, .min])
  func `Nanoseconds are written as seconds`(nanoseconds: Int) {
    let parts = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let digits = String(repeating: "0", count: 9 - String(parts.remainder).count) + String(parts.remainder)
    let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
    let expected = (nanoseconds < 0 ? "-" : "") + "\(parts.quotient)" + (fraction.isEmpty ? "" : "." + fraction)
    #expect(Decimals.billionths.text(units: nanoseconds) == expected)
  }
}
