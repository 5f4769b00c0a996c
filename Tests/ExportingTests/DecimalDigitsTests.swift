import SeededCases
import Testing

@testable import Exporting

struct DecimalDigitsTests {
  private struct Number<Places: DecimalPlaces>: RowItem {
    let value: Double

    func add<Style>(to row: inout TableRow<Style>, from columns: inout Void) { row.add(value, Places.self) }
  }

  private func text<Places: DecimalPlaces>(_ value: Double, _ places: Places.Type) -> String {
    var table = TableText(.csv, columns: ["number"])
    var columns: Void = ()
    table.addRow(Number<Places>(value: value), from: &columns, texts: 0)
    return table.withBytes { String(decoding: $0.dropLast(), as: UTF8.self) }
  }

  /// Digit by digit, of the whole number of 10^-count that halves are rounded to away from zero.
  private func expected<Places: DecimalPlaces>(_ value: Double, _ places: Places.Type) -> String {
    let scaled = value * Double(Places.power)
    guard abs(scaled) < 9e18 else { return value.isFinite ? "\(value)" : "" }
    let units = Int(scaled + (scaled < 0 ? -0.5 : 0.5))
    var digits = String(units.magnitude)
    digits = String(repeating: "0", count: max(0, Places.count + 1 - digits.count)) + digits
    let whole = digits.dropLast(Places.count)
    let fraction = String(digits.suffix(Places.count).reversed().drop { $0 == "0" }.reversed())
    return (units < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private func check(_ value: Double) {
    for value in [value, -value, value.nextUp, value.nextDown] {
      #expect(text(value, Thousandths.self) == expected(value, Thousandths.self))
      #expect(text(value, TenThousandths.self) == expected(value, TenThousandths.self))
      #expect(text(value, Millionths.self) == expected(value, Millionths.self))
      #expect(text(value, Billionths.self) == expected(value, Billionths.self))
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

  /// On both sides of where more than eight digits, or more than a whole number holds, are written another way.
  @Test(arguments: [0, 0.0005, 0.0004999, 0.5, 9999.9999, 99_999.9989, 99_999.999, 1e8, 99_999_999.5, 9e15, 1e19])
  func `Limits of the fast way are written as all others`(value: Double) { check(value) }

  @Test func `What is no number is empty`() {
    for value in [Double.infinity, -.infinity, .nan] { #expect(text(value, Thousandths.self).isEmpty) }
  }

  private struct Size: RowItem {
    let value: Int32

    func add<Style>(to row: inout TableRow<Style>, from numbers: inout SmallNumbers) { row.add(value, by: numbers) }
  }

  @Test func `Small and large whole numbers are written digit by digit`() {
    var numbers = SmallNumbers()
    for value in [Int32](-5...1005) + [9999, .min, .max] {
      var table = TableText(.csv, columns: ["number"])
      table.addRow(Size(value: value), from: &numbers, texts: 0)
      #expect(table.withBytes { String(decoding: $0, as: UTF8.self) } == "\(value)\n")
    }
  }
}
