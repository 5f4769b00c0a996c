import Testing
import TouchReelInputEvents

@testable import TouchReelEvdevDevices

struct RecordingLimitsTests {
  private func seconds(_ value: Double) -> Timestamp { Timestamp(nanoseconds: Int64(value * 1e9)) }

  @Test func `Without limits nothing ends`() {
    let limits = RecordingLimits()
    #expect(limits.end(at: seconds(1e6), start: seconds(0), lastEvent: seconds(0)) == nil)
    #expect(limits.deadline(start: seconds(0), lastEvent: seconds(0)) == nil)
  }

  @Test func `The duration counts from the start`() {
    let limits = RecordingLimits(duration: TimeSpan(seconds: 10))
    #expect(limits.end(at: seconds(14.9), start: seconds(5), lastEvent: seconds(14.8)) == nil)
    #expect(limits.end(at: seconds(15), start: seconds(5), lastEvent: seconds(14.8)) == .duration)
    #expect(limits.deadline(start: seconds(5), lastEvent: seconds(14.8)) == seconds(15))
  }

  @Test func `Idleness counts from the last event, and the nearer limit is the deadline`() {
    let limits = RecordingLimits(duration: TimeSpan(seconds: 10), idle: TimeSpan(seconds: 2))
    #expect(limits.end(at: seconds(4), start: seconds(0), lastEvent: seconds(3)) == nil)
    #expect(limits.end(at: seconds(5), start: seconds(0), lastEvent: seconds(3)) == .idle)
    #expect(limits.deadline(start: seconds(0), lastEvent: seconds(3)) == seconds(5))
    #expect(limits.deadline(start: seconds(0), lastEvent: seconds(9)) == seconds(10))
  }
}
