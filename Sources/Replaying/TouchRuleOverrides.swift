public import TouchTracking

/// Rules of touches that hold whatever a recording's `/board` says; those that are `nil` are the recording's, or the
/// usual ones.
public struct TouchRuleOverrides: Hashable, Sendable {
  public var palms: TouchRules.Palms?
  public var penOverTouch: TouchRules.PenOverTouch?

  public init(palms: TouchRules.Palms? = nil, penOverTouch: TouchRules.PenOverTouch? = nil) {
    self.palms = palms
    self.penOverTouch = penOverTouch
  }

  /// - Parameter recorded: the rules that the recording has.
  public func applied(to recorded: TouchRules = TouchRules()) -> TouchRules {
    TouchRules(palms: palms ?? recorded.palms, penOverTouch: penOverTouch ?? recorded.penOverTouch)
  }
}
