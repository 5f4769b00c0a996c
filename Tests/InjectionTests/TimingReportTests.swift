import Testing
import TouchReelInputEvents

@testable import TouchReelInjection

struct TimingReportTests {
  private static func report(_ microseconds: some Sequence<Int64>) -> TimingReport {
    var report = TimingReport()
    for value in microseconds { report.add(TimeSpan(nanoseconds: value * 1000)) }
    return report
  }

  @Test func `Of 1 to 100 µs the median is 50, the 99th percentile 99, within a thirtieth`() {
    let report = Self.report(1...100)
    #expect(report.frames == 100)
    #expect(report.maximum == TimeSpan(nanoseconds: 100_000))
    #expect((50_000...51_700).contains(report.median.nanoseconds))
    #expect((99_000...100_000).contains(report.percentile(99).nanoseconds))
  }

  @Test func `A percentile is never below the value it stands for, nor a thirtieth above it`() {
    var value: Int64 = 1
    while value < .max / 3 {
      var report = TimingReport()
      report.add(TimeSpan(nanoseconds: value))
      report.add(TimeSpan(nanoseconds: .max))
      let median = report.median.nanoseconds
      #expect(median >= value && Double(median) <= Double(value) * 1.034, "of \(value)")
      value = value * 2 + value / 3
    }
  }

  @Test func `Early counts as on time, and nothing counted is no time`() {
    #expect(Self.report([-5, -1]).percentile(100) == .zero)
    #expect(TimingReport().median == .zero)
  }
}

struct WakeLatenessTests {
  @Test func `The lead follows a late wake at once and forgets it slowly`() {
    var lateness = WakeupLatency()
    lateness.record(TimeSpan(nanoseconds: 400_000))
    #expect(lateness.lead == TimeSpan(nanoseconds: -420_000))
    lateness.record(TimeSpan(nanoseconds: 60_000))
    // 420,000 − (420,000 − 80,000) / 128.
    #expect(lateness.lead == TimeSpan(nanoseconds: -417_344))
  }

  @Test func `One very late wake does not make the clock be watched for long`() {
    var lateness = WakeupLatency()
    lateness.record(TimeSpan(nanoseconds: 50_000_000))
    #expect(lateness.lead == TimeSpan(nanoseconds: -800_000))
  }
}
