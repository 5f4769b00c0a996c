package import TouchReelCanvas

/// Where a freehand stroke lies.
public enum Stacking: String, Hashable, Sendable, CaseIterable {
  /// On top of all ink that was there before it.
  case overInk
  /// Below it, as a highlighter does that leaves black black; never below the background.
  case underInk

  package func paint(_ color: PixelColor) -> InkPaint {
    switch self {
    case .overInk: .ink(color)
    case .underInk: .underlay(color)
    }
  }
}
