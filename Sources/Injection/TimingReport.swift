public import InputEvents

/// How late frames were written: the time when the kernel had the frame minus its deadline.
public struct TimingReport: Hashable, Sendable {
  public private(set) var frames = 0
  public private(set) var maximum = TimeSpan.zero
  private var counts = [Int](repeating: 0, count: Self.bucketCount)

  public init() {}

  /// Counts a frame. One that came before its deadline counts as on time.
  public mutating func add(_ lateness: TimeSpan) {
    frames += 1
    maximum = max(maximum, lateness)
    counts[Self.bucket(of: lateness)] += 1
  }

  public var median: TimeSpan { percentile(50) }

  /// The lateness that this percentage of the frames did not exceed, rounded up by at most 3 %.
  public func percentile(_ percent: Double) -> TimeSpan {
    let wanted = (Double(frames) * min(max(percent, 0), 100) / 100).rounded(.up)
    var count = 0
    for (bucket, part) in counts.enumerated() where part > 0 {
      count += part
      if Double(count) >= wanted { return min(Self.upperBound(of: bucket), maximum) }
    }
    return maximum
  }
}

/// Buckets of which 32 cover each doubling, so that a replay of any length takes the same memory.
extension TimingReport {
  private static let bucketCount = 64 * 32

  private static func bucket(of lateness: TimeSpan) -> Int {
    let value = UInt64(max(lateness.nanoseconds, 0))
    guard value >= 32 else { return Int(value) }
    let shift = 58 - value.leadingZeroBitCount
    return (shift + 1) * 32 + Int(value >> UInt64(shift)) - 32
  }

  private static func upperBound(of bucket: Int) -> TimeSpan {
    guard bucket >= 32 else { return TimeSpan(nanoseconds: Int64(bucket)) }
    let shift = bucket / 32 - 1
    let (bound, overflow) = Int64(bucket % 32 + 33).multipliedReportingOverflow(by: 1 << Int64(shift))
    return TimeSpan(nanoseconds: overflow ? .max : bound - 1)
  }
}
