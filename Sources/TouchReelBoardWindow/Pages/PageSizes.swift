import TouchReelDrawingBoard
import TouchReelTouchTracking

/// The sizes of paper that the menu has. Their board points are points of 1/72 inch, as in PDF and Xournal++'s files.
enum PageSizes: String, CaseIterable {
  /// The board's, which is as large as the window.
  case window
  case a4
  case a4Across
  case letter
  case letterAcross
  case screen
  case endless

  /// - Parameter board: the size of the board, by which an endless page grows.
  func command(on board: BoardSize) -> PageCommand { self == .endless ? .endless(board) : .resize(size) }

  /// `nil` for the board's, and without a size of its own.
  private var size: BoardSize? {
    switch self {
    case .window, .endless: nil
    case .a4: BoardSize(width: 595.28, height: 841.89)
    case .a4Across: BoardSize(width: 841.89, height: 595.28)
    case .letter: BoardSize(width: 612, height: 792)
    case .letterAcross: BoardSize(width: 792, height: 612)
    case .screen: BoardSize(width: 960, height: 540)
    }
  }

  /// - Parameter size: `nil` for the board's.
  /// - Returns: `nil` for a size that the menu does not have.
  init?(_ size: BoardSize?, isEndless: Bool) {
    guard let choice = isEndless ? .endless : Self.allCases.first(where: { $0.size == size }) else { return nil }
    self = choice
  }
}
