public import Drawings

/// What a board reports that is not an error.
public enum BoardWarning: Hashable, Sendable, CustomStringConvertible {
  /// The drawing is whole, and every step can be undone; the oldest take longer.
  case undoTilesLost(TileSpillError)
  /// A text is drawn in another font than the one it names.
  case fontReplaced(String, by: String)
  /// Texts are not drawn.
  case noFont

  public var description: String {
    switch self {
    case .noFont: "there is no font on this system, so texts are not drawn; Debian's package fonts-dejavu-core has some"
    case .fontReplaced(let wanted, let found): "the font \(wanted) is not here; \(found) takes its place"
    case .undoTilesLost(let error):
      "pixels for undo could not be kept on disk (\(error)); older steps are undone by drawing again"
    }
  }
}
