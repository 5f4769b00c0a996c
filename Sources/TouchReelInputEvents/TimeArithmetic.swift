/// Instants and spans are added and subtracted by operators. What does not fit into 64-bit nanoseconds becomes the
/// least or the greatest that does.
///
///     let span = end - start + .milliseconds(20)
///
/// There is no `*` and no `/`, as a `DurationProtocol` has: they would make the compiler slow wherever numbers are
/// multiplied in closures.
extension Timestamp {
  /// The instant that much later; it saturates instead of overflowing.
  @inlinable
  public static func + (instant: Timestamp, span: TimeSpan) -> Timestamp { instant.advanced(by: span) }

  /// The instant that much earlier; it saturates instead of overflowing.
  @inlinable
  public static func - (instant: Timestamp, span: TimeSpan) -> Timestamp { instant.advanced(by: .zero - span) }

  /// The time from the second instant to the first; it saturates instead of overflowing.
  @inlinable
  public static func - (end: Timestamp, start: Timestamp) -> TimeSpan { end.since(start) }
}

extension TimeSpan: AdditiveArithmetic {
  /// The sum; it saturates instead of overflowing.
  @inlinable
  public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// The difference; it saturates instead of overflowing.
  @inlinable
  public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
  }
}

extension TimeSpan {
  /// A span of the standard library, rounded towards zero to nanoseconds; it saturates instead of overflowing.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let bound: Int64 = seconds < 0 ? .min : .max
    self = TimeSpan(nanoseconds: overflow ? bound : whole) + TimeSpan(nanoseconds: attoseconds / 1_000_000_000)
  }

  /// A number of seconds, to the nearest nanosecond.
  public static func seconds(_ seconds: Double) -> TimeSpan { TimeSpan(seconds: seconds) }

  /// A number of milliseconds; it saturates instead of overflowing.
  public static func milliseconds(_ milliseconds: Int) -> TimeSpan { TimeSpan(.milliseconds(milliseconds)) }

  /// A number of microseconds; it saturates instead of overflowing.
  public static func microseconds(_ microseconds: Int) -> TimeSpan { TimeSpan(.microseconds(microseconds)) }
}

extension Duration {
  /// A span of a recording.
  public init(_ span: TimeSpan) { self = .nanoseconds(span.nanoseconds) }
}
