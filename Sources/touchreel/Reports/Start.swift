import TouchReelInputEvents
import TouchReelReplaying

/// When a recording begins.
struct Start: Encodable {
  /// Seconds of the recording's clock.
  var clock: Double
  /// Seconds since 1970, if that is known.
  var epoch: Double?
  /// The time as people read it.
  let text: String

  private enum CodingKeys: CodingKey { case clock, epoch }

  init(_ time: Timestamp, epochOffset: TimeSpan) {
    clock = Double(time.nanoseconds) / 1e9
    let date: Timestamp? =
      epochOffset != .zero ? time.advanced(by: epochOffset) : time.countsFromEpoch ? time : nil
    epoch = date.map { Double($0.nanoseconds) / 1e9 }
    let seconds = "\(time.since(Timestamp(nanoseconds: 0)).decimalSeconds) s of its clock"
    text = "  starts at " + (date.map { "\(UTCTime($0)), " } ?? "") + seconds
  }
}
