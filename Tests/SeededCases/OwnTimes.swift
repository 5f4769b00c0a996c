public import TouchReelInputEvents

extension Frame {
  /// The frame as old kernels and loggers record it: each event has a microsecond of its own, mostly a
  /// few after the event before, and the SYN_REPORT has the frame's time.
  ///
  /// - Parameter goesBack: whether a clock that is set back comes between some of the events.
  public func withOwnTimes(goesBack: Bool = false, _ random: inout SplitMix64) -> Frame {
    guard var time = events.last?.time else { return self }
    var frame = self
    for index in events.indices.reversed() {
      frame.events[index].time = time
      let pause = Int64.random(in: 0..<16, using: &random) == 0 ? 20...200 : 1...8 as ClosedRange<Int64>
      let step = Int64.random(in: pause, using: &random) * 1000
      let isBack = goesBack && Int.random(in: 0..<4, using: &random) == 0
      time = Timestamp(nanoseconds: max(0, time.nanoseconds + (isBack ? step : -step)))
    }
    return frame
  }
}
