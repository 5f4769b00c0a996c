/// Whether a stroke is narrower where the tool moves faster.
public enum SpeedCurve: String, Hashable, Sendable, CaseIterable {
  case off, on
}
