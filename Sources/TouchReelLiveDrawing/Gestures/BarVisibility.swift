package import TouchReelInputEvents

/// Whether the bars around a board are seen: they fade while something draws, and return soon after the last touch, or
/// at once when something is on them or points near them. Where a bar lies, a touch works it, faded or not.
///
/// The user can fold them away as well: then there are none.
package struct BarVisibility: Hashable, Sendable {
  /// The time from the end of the last touch until the bars return: more than lies between the strokes of a word.
  package static let delay = TimeSpan(nanoseconds: 400_000_000)
  /// The distance from a bar within which a pen or a pointer brings them back, in surface units.
  package static let nearness = 24.0

  private enum State: Hashable {
    case shown, faded
    /// They are shown although something draws.
    case inUse
    case returning(at: Timestamp)
  }

  private var state = State.shown
  /// Whether the user has folded them away; nothing but ``unfold()`` brings them back then.
  package private(set) var isFolded = false
  /// The parts of the surface that they cover.
  package var areas: [SurfaceRect] = []
  /// The handles of what is selected: where one lies under a bar, it gets the touch, and the bar lets it be seen.
  package var handles = HandlePlaces()

  package init() {}

  /// Call this after each step of a touch.
  ///
  /// - Parameters:
  ///   - count: the number of touches that draw.
  ///   - now: the time of the step.
  package mutating func update(openTouches count: Int, at now: Timestamp) {
    switch state {
    case .inUse where count > 0: break
    case _ where count > 0: state = .faded
    case .faded: state = .returning(at: now.advanced(by: Self.delay))
    case .returning(let time): if now >= time { state = .shown }
    case .shown, .inUse: state = .shown
    }
  }

  /// Whether they were not to be seen at the last update.
  package var isFaded: Bool {
    switch state {
    case .shown, .inUse: false
    case .faded, .returning: true
    }
  }

  /// Shows them, since one of them is touched or pointed at, until something draws after that.
  package mutating func use() { state = .inUse }

  /// Shows them if a pen or a pointer is near one of them. Call this only while nothing draws.
  package mutating func approach(_ point: SurfacePoint) {
    guard isFaded, areas.contains(where: { $0.distance(to: point) <= Self.nearness }) else { return }
    state = .shown
  }

  /// Hides the bars until ``unfold()``.
  package mutating func fold() { isFolded = true }

  /// Shows the bars at once, also within the time in which they would still be faded.
  package mutating func unfold() { (isFolded, state) = (false, .shown) }

  /// Brings back bars that are not seen, be they folded or only faded, and else folds them.
  package mutating func toggle() {
    if isFolded || isFaded { unfold() } else { fold() }
  }

  /// When the bars return, unless there is another touch before; `nil` if they are not about to.
  package var nextChange: Timestamp? {
    if case .returning(let time) = state { time } else { nil }
  }
}
