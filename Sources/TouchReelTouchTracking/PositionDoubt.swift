/// After a loss of events an axis holds what it held before, until it is reported: a position of one new axis and one
/// old is not where anything was.
struct PositionDoubt {
  private var isXLost = false
  private var isYLost = false
  private var frames = 0
  private var isCorrected = false

  /// An axis that is not reported in so many frames with positions is taken as it was: what moves along the other axis
  /// only.
  private static let patience = 8

  @inline(__always)
  mutating func recordX() {
    if isXLost && frames >= Self.patience { isCorrected = true }
    isXLost = false
  }

  @inline(__always)
  mutating func recordY() {
    if isYLost && frames >= Self.patience { isCorrected = true }
    isYLost = false
  }

  mutating func lose() { self = PositionDoubt(isXLost: true, isYLost: true) }

  /// The position that was reported was another contact's: it is as it was before the loss, and does not go on from the
  /// samples since.
  mutating func disown() { self = PositionDoubt(isXLost: true, isYLost: true, isCorrected: true) }

  /// Whether the position is known at this event.
  var isSettled: Bool { !isXLost && !isYLost || frames >= Self.patience }

  /// - Parameter isReported: the current frame reported an axis.
  /// - Returns: whether the position is known at the end of the frame.
  @inline(__always)
  mutating func settle(_ isReported: Bool) -> Bool {
    guard isXLost || isYLost else { return true }
    if isReported && frames < Self.patience { frames += 1 }
    return frames >= Self.patience
  }

  /// Whether an axis that was taken as it was has been reported since: the samples before lie elsewhere.
  @inline(__always)
  mutating func consumeCorrection() -> Bool {
    defer { isCorrected = false }
    return isCorrected
  }
}
