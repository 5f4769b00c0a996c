/// Which touches count, beyond what a device alone can decide.
public struct TouchRules: Hashable, Sendable {
  public enum Palms: String, Hashable, Sendable, CaseIterable {
    /// A palm never begins a touch, and a finger that turns into one is cancelled.
    case rejected
    /// A palm draws as a finger does.
    case accepted
  }

  public enum PenOverTouch: String, Hashable, Sendable, CaseIterable {
    /// While a pen is near, fingers make no touches. Spelled in `/board` as it was first.
    case suppressesTouch = "silencesFingers"
    case ignored
  }

  public var palms: Palms
  public var penOverTouch: PenOverTouch

  public init(palms: Palms = .rejected, penOverTouch: PenOverTouch = .suppressesTouch) {
    self.palms = palms
    self.penOverTouch = penOverTouch
  }
}
