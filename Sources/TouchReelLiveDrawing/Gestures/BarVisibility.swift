package import TouchReelInputEvents

/// Whether the bars around a board are shown: they are hidden while something draws, and return some time after the
/// last touch. The user can fold them away as well.
package struct BarVisibility: Hashable, Sendable {
  /// The time from the end of the last touch until the bars return.
  package static let delay = TimeSpan(nanoseconds: 1_000_000_000)

  private enum State: Hashable {
    case shown, hidden
    case returning(at: Timestamp)
  }

  private var state = State.shown
  /// Whether the user has folded them away; nothing but ``unfold()`` brings them back then.
  package private(set) var isFolded = false

  package init() {}

  /// Call this after each step of a touch.
  ///
  /// - Parameters:
  ///   - count: the number of touches that are down.
  ///   - now: the time of the step.
  package mutating func update(openTouches count: Int, at now: Timestamp) {
    switch state {
    case _ where count > 0: state = .hidden
    case .hidden: state = .returning(at: now.advanced(by: Self.delay))
    case .returning(let time): if now >= time { state = .shown }
    case .shown: break
    }
  }

  /// - Parameter now: of the same clock as in ``update(openTouches:at:)``.
  package func isShown(at now: Timestamp) -> Bool {
    if isFolded { return false }
    return switch state {
    case .shown: true
    case .hidden: false
    case .returning(let time): now >= time
    }
  }

  /// Hides the bars until ``unfold()``.
  package mutating func fold() { isFolded = true }

  /// Shows the bars at once, also within the time in which they would still be hidden.
  package mutating func unfold() { (isFolded, state) = (false, .shown) }

  /// When the bars return, unless there is another touch before; `nil` if they are not about to.
  package var nextChange: Timestamp? {
    if case .returning(let time) = state { time } else { nil }
  }
}
