import TouchReelTouchTracking

/// A page with a drawing: as large as fits, in the middle.
nonisolated struct PrintedPage: Hashable, Sendable {
  /// Whether the page is turned, since the drawing is wider than high.
  let isLandscape: Bool
  /// Points of the page, of 1/72 inch, for each point of the board.
  private(set) var scale = 0.0
  /// The upper left corner, in points of the page.
  private(set) var x = 0.0
  private(set) var y = 0.0

  private let board: BoardSize

  init(_ board: BoardSize) {
    self.board = board
    isLandscape = board.width > board.height
  }

  /// - Parameters:
  ///   - width: of what can be printed on, in points of 1/72 inch.
  ///   - height: as the width.
  init(_ board: BoardSize, width: Double, height: Double) {
    self.init(board)
    guard board.width > 0, board.height > 0 else { return }
    scale = min(width / board.width, height / board.height)
    (x, y) = ((width - board.width * scale) / 2, (height - board.height * scale) / 2)
  }

  private static let pixelsPerPoint = 300.0 / 72
  private static let pixelLimit = 40_000_000.0

  /// Pixels for each point of the board: 300 an inch, and fewer where they would be too many.
  var pixelScale: Double {
    let most = (Self.pixelLimit / (board.width * board.height)).squareRoot()
    return min(scale * Self.pixelsPerPoint, most)
  }
}
