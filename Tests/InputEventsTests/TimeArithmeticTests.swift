import Testing
import TouchReelInputEvents

/// Operators of times.
struct TimeArithmeticTests {
  private let start = Timestamp(nanoseconds: 1_000)

  @Test func `Instants and spans are added and subtracted`() {
    #expect(start + .microseconds(2) == Timestamp(nanoseconds: 3_000))
    #expect(start + .milliseconds(3) - start == TimeSpan(nanoseconds: 3_000_000))
    #expect(start - .seconds(1) == Timestamp(nanoseconds: 1_000 - 1_000_000_000))
    #expect(TimeSpan.milliseconds(10) - .microseconds(2_500) == .microseconds(7_500))
    #expect([TimeSpan.milliseconds(1), .milliseconds(2)].reduce(.zero, +) == .milliseconds(3))
  }

  @Test func `What does not fit is the least or the greatest`() {
    let (least, greatest) = (TimeSpan(nanoseconds: .min), TimeSpan(nanoseconds: .max))
    #expect(greatest + .seconds(1) == greatest && least - .seconds(1) == least)
    #expect(greatest - least == greatest && .zero - least == greatest)
    #expect(Timestamp(nanoseconds: .max) + .seconds(1) == Timestamp(nanoseconds: .max))
  }

  @Test func `A duration of the standard library becomes a span, and a span one`() {
    #expect(TimeSpan(.milliseconds(-1_500)) == .milliseconds(-1_500))
    #expect(Duration(TimeSpan.milliseconds(250)) == .milliseconds(250))
    #expect(TimeSpan(Duration(secondsComponent: .max, attosecondsComponent: 0)) == TimeSpan(nanoseconds: .max))
  }
}
