package import TouchReelInputEvents

/// An instant as a date and a time of day of UTC, to the millisecond: `2018-05-30T00:18:32.933Z`.
package struct UTCTime: CustomStringConvertible {
  private let days: Int64
  private let milliseconds: Int64

  package init(_ time: Timestamp) {
    let (day, rest) = Self.floored(time.nanoseconds, by: 86_400_000_000_000)
    (days, milliseconds) = (day, rest / 1_000_000)
  }

  package var description: String {
    let (year, month, day) = date
    let seconds = milliseconds / 1000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T\(time)."
      + "\(Self.padded(milliseconds % 1000, 3))Z"
  }

  /// Counted in years that begin in March, so that a leap day is their last.
  private var date: (year: Int64, month: Int64, day: Int64) {
    // Days count from the first of March of the year 0; 400 years have 146,097 days.
    let (era, day) = Self.floored(days + 719_468, by: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNext = month >= 10
    return (
      era * 400 + year + (isNext ? 1 : 0), isNext ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
