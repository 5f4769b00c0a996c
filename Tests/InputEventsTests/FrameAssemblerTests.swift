import Testing
import TouchReelInputEvents

/// Gathering events into frames.
struct FrameAssemblerTests {
  private func event(_ code: EventCode, at microseconds: Int64 = 0) -> InputEvent {
    InputEvent(time: Timestamp(microseconds: microseconds), type: .absolute, code: code, value: 1)
  }

  private func frames(of events: [InputEvent]) -> (whole: [Frame], unfinished: Frame?) {
    var assembler = FrameAssembler()
    let whole = events.compactMap { assembler.append($0) ? assembler.frame : nil }
    return (whole, assembler.unfinished)
  }

  @Test func `A frame ends with its SYN_REPORT`() {
    let first = [event(.x), event(.y), .report(at: Timestamp(microseconds: 1))]
    let second = [event(.x), .report(at: Timestamp(microseconds: 2))]
    let (whole, unfinished) = frames(of: first + second)
    #expect(whole.map(\.events) == [first, second])
    #expect(whole.map(\.time) == [Timestamp(microseconds: 1), Timestamp(microseconds: 2)])
    #expect(whole.map(\.isComplete) == [true, true])
    #expect(unfinished == nil)
  }

  @Test func `SYN_MT_REPORT and SYN_DROPPED do not end a frame`() {
    let inner = [EventCode.multitouchReport, .dropped].map {
      InputEvent(time: Timestamp(microseconds: 0), type: .synchronization, code: $0, value: 0)
    }
    let (whole, _) = frames(of: inner + [.report(at: Timestamp(microseconds: 1))])
    #expect(whole.map(\.events.count) == [3])
    #expect(whole.map(\.hasDrop) == [true])
  }

  @Test func `What comes after the last SYN_REPORT is left over`() {
    let (whole, unfinished) = frames(of: [.report(at: Timestamp(microseconds: 1)), event(.x)])
    #expect(whole.count == 1)
    #expect(unfinished?.events == [event(.x)])
    #expect(unfinished?.isComplete == false)
  }

  @Test func `A frame without end is passed on in parts of the limit`() {
    let events = Array(repeating: event(.x), count: FrameAssembler.limit + 2)
    let (whole, unfinished) = frames(of: events + [.report(at: Timestamp(microseconds: 1))])
    #expect(whole.map(\.events.count) == [FrameAssembler.limit, 3])
    #expect(whole.map(\.isComplete) == [false, true])
    #expect(unfinished == nil)
  }

  @Test func `An empty frame has no time`() {
    #expect(Frame().time == nil)
    #expect(!Frame().isComplete)
    #expect(FrameAssembler().unfinished == nil)
  }
}
