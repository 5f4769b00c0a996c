import Testing
import TouchReelInputEvents
import TouchReelRecordings

/// Where times lie in a file whose clock is set back.
struct RecordingSpanTests {
  private func at(_ count: Int64) -> Timestamp { Timestamp(nanoseconds: count) }

  @Test func `The time stands still until the clock has caught up`() {
    var reached = ReachedTime()
    var times: [Int64?] = [reached.latest?.nanoseconds]
    for time in [10, 30, 20, nil, 25, 30, 31] as [Int64?] {
      reached.advance(to: time.map(at))
      times.append(reached.latest?.nanoseconds)
    }
    #expect(times == [nil, 10, 30, 30, 30, 30, 30, 31])
  }

  @Test func `What an entry says of the time before it keeps its time, unless the clock is behind`() {
    var reached = ReachedTime()
    reached.advance(to: at(10))
    reached.advance(to: at(30))
    #expect(reached.time(of: at(12)) == at(12))
    reached.advance(to: at(20))
    #expect(reached.time(of: at(20)) == at(30))
  }

  @Test func `Spans that follow each other have every time once`() {
    let spans = [
      RecordingSpan(to: .before(at(20))), RecordingSpan(from: at(20), to: .before(at(30))), RecordingSpan(from: at(30)),
    ]
    for time in [-5, 19, 20, 29, 30, 31, .max] as [Int64] {
      #expect(spans.count { $0.contains(at(time)) } == 1, "\(time)")
    }
    #expect(RecordingSpan(to: .through(at(20))).contains(at(20)))
    #expect(!RecordingSpan(to: .through(at(20))).contains(at(21)))
    #expect(RecordingSpan().isOfAll && !spans[2].isOfAll)
  }
}
