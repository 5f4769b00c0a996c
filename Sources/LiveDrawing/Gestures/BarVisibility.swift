public import InputEvents

/// Whether the bars around a board are shown: they slide away while something draws, and come back a while after the last touch.
public struct BarVisibility: Hashable, Sendable {
  /// From the lifting of the last touch to the bars' return.
  public static let delay = TimeSpan(nanoseconds: 1_000_000_000)

  private enum State: Hashable {
    case shown, hidden
    case returning(at: Timestamp)
  }

  private var state = State.shown

  public init() {}

  /// To be told after each step of touches.
  public mutating func note(openTouches count: Int, at now: Timestamp) {
    switch state {
    case _ where count > 0: state = .hidden
    case .hidden: state = .returning(at: now.advanced(by: Self.delay))
    case .returning(let time): if now >= time { state = .shown }
    case .shown: break
    }
  }

  public func isShown(at now: Timestamp) -> Bool {
    switch state {
    case .shown: true
    case .hidden: false
    case .returning(let time): now >= time
    }
  }

  /// When the bars come back, if nothing touches before.
  public var nextChange: Timestamp? {
    if case .returning(let time) = state { time } else { nil }
  }
}
