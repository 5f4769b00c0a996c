import Testing
import TouchReelInputEvents

/// Time.
struct TimestampTests {
  @Test func `Seconds and microseconds of a kernel record`() {
    #expect(Timestamp(seconds: 12, microseconds: 345_678)?.nanoseconds == 12_345_678_000)
    #expect(Timestamp(seconds: -1, microseconds: 500_000)?.nanoseconds == -500_000_000)
    #expect(Timestamp(seconds: .max, microseconds: 0) == nil)
    #expect(Timestamp(seconds: 0, microseconds: .max) == nil)
    #expect(Timestamp(seconds: 9_223_372_036, microseconds: 999_999) == nil)
  }

  @Test(arguments: [(1999, 1), (2000, 2), (-1, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)])
  func `Microseconds are rounded down`(nanoseconds: Int64, microseconds: Int64) {
    #expect(Timestamp(nanoseconds: nanoseconds).microseconds == microseconds)
  }

  @Test func `Sums and differences saturate instead of overflowing`() {
    let (first, last) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
    #expect(last.since(first) == TimeSpan(nanoseconds: .max))
    #expect(first.since(last) == TimeSpan(nanoseconds: .min))
    #expect(last.advanced(by: TimeSpan(nanoseconds: 1)) == last)
    #expect(first.advanced(by: TimeSpan(nanoseconds: -1)) == first)
    #expect(Timestamp(microseconds: .max) == last)
    #expect(Timestamp(microseconds: .min) == first)
  }

  @Test(
    arguments: [
      (1.5, 1_500_000_000), (-0.25, -250_000_000), (.nan, 0), (.infinity, .max), (-1e300, .min),
    ] as [(Double, Int64)]) func `A span in seconds is rounded to nanoseconds and clamped`(
      seconds: Double, nanoseconds: Int64
    )
  {
    #expect(TimeSpan(seconds: seconds).nanoseconds == nanoseconds)
  }
}
