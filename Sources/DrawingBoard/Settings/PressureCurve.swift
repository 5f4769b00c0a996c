/// Whether a stroke is wider where the tool is pressed harder: W × (0.2 + 0.8 p^γ) for a pressure p of 0…1.
public enum PressureCurve: Hashable, Sendable {
  /// The exponents that messages and the command line take.
  public static let gammas = 0.1...10.0

  case off
  case pens(gamma: Double)
  /// Fingers as well.
  case all(gamma: Double)
}
