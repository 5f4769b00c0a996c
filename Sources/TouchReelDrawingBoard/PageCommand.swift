public import TouchReelDrawings
public import TouchReelTouchTracking

/// What menus and keys do to the pages of a board. Pages count from 0.
public enum PageCommand: Hashable, Sendable {
  /// Shows another page. It becomes an operation with the next one, so that looking through pages leaves nothing to be
  /// undone but the way back.
  case turn(to: Int)
  /// Puts a blank page among the others, and shows it.
  case add(NewPage)
  /// Puts blank pages of these papers among the others as one step, and shows the first of them. They begin at an
  /// index, with `nil` behind the page that is shown.
  case addAll([Paper], at: Int?)
  /// Takes a page out; `nil` for the one that is shown.
  case remove(Int?)
  /// Gives a page another position.
  case move(Int, to: Int)
  /// Gives the shown page a size of its own, in board points, or with `nil` the board's.
  case resize(BoardSize?)
  /// Lets the shown page grow with what is drawn on it, in steps of a size in board points.
  case endless(BoardSize)
}

/// A page that is to be added.
public struct NewPage: Hashable, Sendable {
  /// Its index, from 0; `nil` for behind the one that is shown.
  public var position: Int?
  /// `nil` for that of the page that is shown.
  public var paper: Paper?

  /// - Parameters:
  ///   - position: from 0; `nil` for behind the page that is shown.
  ///   - paper: `nil` for that of the page that is shown.
  public init(at position: Int? = nil, paper: Paper? = nil) {
    self.position = position
    self.paper = paper
  }
}

extension Paper {
  /// The same without the page of a PDF that is printed on it.
  fileprivate var blank: Paper {
    guard case .image(let id, _, on: let color) = background, id.page != nil else { return self }
    return Paper(size: size, background: .color(color), isEndless: isEndless)
  }
}

extension PageCommand {
  /// What it does to pages, of which one is shown.
  func operation(on pages: PageStack) -> PageOperation {
    switch self {
    case .turn(to: let page): .turn(to: page)
    case .add(let page): .insert(page.paper ?? pages.paper.blank, at: page.position ?? pages.index + 1)
    case .addAll(let papers, at: let position): .insertAll(papers, at: position ?? pages.index + 1)
    case .remove(let page): .remove(page ?? pages.index)
    case .move(let page, to: let position): .move(page, to: position)
    case .resize(let size): .resize(size)
    case .endless(let step): .endless(step)
    }
  }
}
