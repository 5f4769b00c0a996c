import TouchReelClampedNumbers

/// A point on a recording's own clock, in nanoseconds.
///
/// The zero is the source's: the kernel's CLOCK_MONOTONIC, the Unix epoch or the first event. Kernel records carry
/// microseconds; the finer unit is what MCAP stores.
@frozen
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The nanoseconds since the zero of the clock.
  public var nanoseconds: Int64

  /// An instant by its nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// - Parameter microseconds: must lie within ±292,000 years; larger values are clamped.
  @inlinable
  public init(microseconds: Int64) {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    nanoseconds = overflow ? (microseconds < 0 ? .min : .max) : product
  }

  /// The kernel's `struct timeval` of an event; `nil` if it does not fit (beyond the year 2262).
  @inlinable
  public init?(seconds: Int64, microseconds: Int64) {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (part, partOverflow) = microseconds.multipliedReportingOverflow(by: 1000)
    let (sum, sumOverflow) = whole.addingReportingOverflow(part)
    guard !overflow, !partOverflow, !sumOverflow else { return nil }
    nanoseconds = sum
  }

  /// Whole microseconds, rounded down: the value in a kernel record of this instant.
  @inlinable
  public var microseconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Whether it is of a clock that counts from 1970: no machine runs for thirty years.
  package var countsFromEpoch: Bool { nanoseconds >= 1_000_000_000_000_000_000 }

  @inlinable
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The time from `start` to this instant; it saturates instead of overflowing.
  @inlinable
  package func since(_ start: Timestamp) -> TimeSpan {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : difference)
  }

  /// This instant moved by a span; it saturates instead of overflowing.
  @inlinable
  public func advanced(by span: TimeSpan) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(span.nanoseconds)
    return Timestamp(nanoseconds: overflow ? (span.nanoseconds < 0 ? .min : .max) : sum)
  }
}

/// A length of time in nanoseconds; negative if time went backwards.
@frozen
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// A span by its nanoseconds.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// - Parameter seconds: clamped to the range of 64-bit nanoseconds; a NaN counts as 0.
  public init(seconds: Double) {
    nanoseconds = Int64(clamping: (seconds * 1e9).rounded())
  }

  /// No time at all.
  public static let zero = TimeSpan(nanoseconds: 0)

  /// The time in seconds, to the nearest number that a `Double` has.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The time in seconds, to the microsecond, for people: `12.5`, `0.000001`. The digits are those of the whole number,
  /// of which a `Double` would lose some.
  package var decimalSeconds: String {
    let microseconds = (nanoseconds.magnitude + 500) / 1000
    let digits = String(microseconds % 1_000_000)
    var fraction = String(repeating: "0", count: 6 - digits.count) + digits
    while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
    return (nanoseconds < 0 && microseconds > 0 ? "-" : "") + "\(microseconds / 1_000_000).\(fraction)"
  }

  @inlinable
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }
}
