/// What a window can be drawn in with, as far as that is known.
package struct InputMeans: Hashable, Sendable {
  package var hasTouchscreen: Bool
  package var hasPen: Bool

  package init(hasTouchscreen: Bool, hasPen: Bool) {
    (self.hasTouchscreen, self.hasPen) = (hasTouchscreen, hasPen)
  }

  /// Another machine's, of which anything may come.
  package static let unknown = InputMeans(hasTouchscreen: true, hasPen: true)
}

/// A choice of the user that has no effect with some ways of input.
package enum InputPreference: Hashable, Sendable, CaseIterable {
  /// Gestures of several fingers.
  case gestures
  /// Only pens draw, and fingers move what is seen.
  case penOnly

  /// Why a preference has no effect.
  package enum Obstacle: Hashable, Sendable, CaseIterable {
    case noTouchscreen, noPen, neither
  }

  /// `nil` if it has an effect.
  package func obstacle(with means: InputMeans) -> Obstacle? {
    switch self {
    case .gestures: means.hasTouchscreen ? nil : .noTouchscreen
    case .penOnly:
      switch (means.hasTouchscreen, means.hasPen) {
      case (true, true): nil
      case (true, false): .noPen
      case (false, true): .noTouchscreen
      case (false, false): .neither
      }
    }
  }

  /// Whether it can be changed. What is on can always be switched off, or a pen that was unplugged would leave a board
  /// on which nothing draws.
  package func isChangeable(with means: InputMeans, isOn: Bool) -> Bool {
    isOn || obstacle(with: means) == nil
  }
}
