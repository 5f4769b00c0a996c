import Testing
import TouchReelInputEvents
import TouchReelLiveDrawing

/// Taps of fingers that never draw.
struct FingerTapsTests {
  private typealias Step = (phase: PointerEvent.Phase, finger: UInt, x: Double, milliseconds: Int64)

  /// How many fingers each tap has.
  private func taps(_ steps: [Step]) -> [Int] {
    var taps = FingerTaps()
    return steps.compactMap { step in
      taps.handle(
        step.phase, of: TouchSequence(rawValue: step.finger), at: SurfacePoint(x: step.x, y: 0),
        time: Timestamp(microseconds: step.milliseconds * 1000))
    }
  }

  @Test func `Two or three fingers that are down together for a moment have tapped`() {
    let two: [Step] = [
      (.began, 1, 0, 0), (.began, 2, 50, 20), (.moved, 2, 55, 50), (.ended, 1, 0, 90), (.ended, 2, 55, 95),
    ]
    #expect(taps(two) == [2])
    let three: [Step] = [
      (.began, 1, 0, 0), (.began, 2, 50, 0), (.began, 3, 90, 0), (.ended, 3, 90, 60), (.ended, 1, 0, 60),
      (.ended, 2, 50, 60),
    ]
    #expect(taps(three) == [3])
    #expect(taps(two + two.map { ($0.phase, $0.finger, $0.x, $0.milliseconds + 500) }) == [2, 2])
  }

  @Test func `Fingers tap if they touch within 250 ms and are lifted within 200 ms`() {
    func tap(_ late: Int64, _ length: Int64) -> [Int] {
      taps([
        (.began, 1, 0, 0), (.moved, 1, 5, late - 1), (.began, 2, 50, late), (.ended, 1, 0, late + length),
        (.ended, 2, 50, late + length),
      ])
    }
    #expect(tap(150, 100) == [2] && tap(250, 200) == [2])
    #expect(tap(251, 100) == [] && tap(150, 201) == [])
  }

  @Test func `One finger, four, or fingers that move, stay, alternate or are cancelled do not tap`() {
    #expect(taps([(.began, 1, 0, 0), (.ended, 1, 0, 50)]) == [])
    let four = (1...4).map { (UInt($0), Double($0) * 50) }
    #expect(taps(four.map { (.began, $0, $1, 0) } + four.map { (.ended, $0, $1, 50) }) == [])
    #expect(
      taps([(.began, 1, 0, 0), (.began, 2, 50, 0), (.moved, 2, 80, 30), (.ended, 1, 0, 50), (.ended, 2, 50, 50)]) == [])
    #expect(taps([(.began, 1, 0, 0), (.began, 2, 50, 0), (.ended, 1, 0, 50), (.ended, 2, 50, 900)]) == [])
    #expect(
      taps([
        (.began, 1, 0, 0), (.began, 2, 50, 0), (.ended, 1, 0, 50), (.began, 3, 0, 60), (.ended, 2, 50, 90),
        (.ended, 3, 0, 90),
      ]) == [])
    #expect(taps([(.began, 1, 0, 0), (.began, 2, 50, 0), (.cancelled, 1, 0, 50), (.ended, 2, 50, 50)]) == [])
  }
}
