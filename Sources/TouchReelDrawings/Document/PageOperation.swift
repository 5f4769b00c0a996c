public import TouchReelCanvas
public import TouchReelTouchTracking

/// What is done to the pages of a drawing, as an operation. Pages count from 0, in their order at that time.
public enum PageOperation: Hashable, Sendable {
  /// Shows another page; what follows is done on it.
  case turn(to: Int)
  /// Puts a blank page among the others, and shows it.
  case insert(Paper, at: Int)
  /// Puts blank pages one behind the other among the others, as one step, and shows the first of them.
  case insertAll([Paper], at: Int)
  /// Takes a page out with all that is on it. If it was shown, the next one is, or the last.
  case remove(Int)
  /// Gives a page another position; the one that is shown stays so.
  case move(Int, to: Int)
  /// Gives the shown page a size of its own, or with `nil` the board's.
  case resize(BoardSize?)
  /// Lets the shown page grow with what is drawn on it, in steps of a size.
  case endless(BoardSize)
}

/// What a page is made of, before anything is drawn on it.
public struct Paper: Hashable, Sendable {
  /// The size in board points; `nil` for that of the board, whatever it becomes. Of an endless page, that of its steps.
  public var size: BoardSize?
  /// What lies under all ink.
  public var background: Background
  /// Whether the page grows to the right and downward with what is drawn on it, in steps of its size, until a side has
  /// 20,000 points. The last step is at most half full, so that there is always room beyond the ink. Without a size it
  /// has no effect.
  public var isEndless: Bool

  /// - Parameters:
  ///   - size: in board points; `nil` for the board's.
  ///   - background: what lies under all ink.
  ///   - isEndless: whether the page grows in steps of its size.
  public init(size: BoardSize? = nil, background: Background = .color(.white), isEndless: Bool = false) {
    self.size = size
    self.background = background
    self.isEndless = isEndless
  }
}

extension Paper {
  fileprivate func with(_ background: Background) -> Paper {
    var paper = self
    paper.background = background
    return paper
  }
}

extension PageOperation {
  /// The papers of the pages that it puts among the others, from first to last.
  package var papers: [Paper] {
    switch self {
    case .insert(let paper, at: _): [paper]
    case .insertAll(let papers, at: _): papers
    case .turn, .remove, .move, .resize, .endless: []
    }
  }

  /// The same with other backgrounds of the pages that it puts among the others.
  package func replacingBackgrounds(_ change: (Background) -> Background) -> PageOperation {
    switch self {
    case .insert(let paper, at: let position): .insert(paper.with(change(paper.background)), at: position)
    case .insertAll(let papers, at: let position):
      .insertAll(papers.map { $0.with(change($0.background)) }, at: position)
    case .turn, .remove, .move, .resize, .endless: self
    }
  }

  /// Whether a page has a size of its own after it.
  package var givesSize: Bool {
    switch self {
    case .resize(let size): size != nil
    case .endless: true
    case .turn, .insert, .insertAll, .remove, .move: papers.contains { $0.size != nil }
    }
  }
}

/// Identifies a page wherever it lies: the number of the operation that put it there, and 0 for the first one.
package struct PageID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The page that every drawing begins with.
  package static let first = PageID(rawValue: 0)
}

/// A page, and what lies on it.
struct Page: Hashable, Sendable {
  let id: PageID
  var paper: Paper
  var layers = LayerStack()

  /// The size in board points; `nil` for that of the board.
  ///
  /// - Complexity: of an endless page, as many steps as there are elements on it.
  var size: BoardSize? {
    guard paper.isEndless, let step = paper.size else { return paper.size }
    var (right, bottom) = (0.0, 0.0)
    for bounds in layers.layers.lazy.flatMap(\.elements.elements).compactMap({ $0.shape?.inkBounds }) {
      (right, bottom) = (max(right, bounds.maxX), max(bottom, bounds.maxY))
    }
    return BoardSize(
      width: Self.length(holding: right, step: step.width), height: Self.length(holding: bottom, step: step.height))
  }

  /// So many steps hold what ends somewhere, with half a step beyond it.
  private static func length(holding end: Double, step: Double) -> Double {
    let most = max(1, (Double(Raster.maximumSide) / step).rounded(.down))
    return step * min((end / step + 0.5).rounded(.down) + 1, most)
  }
}

/// Where an operation is done.
package struct DrawingPlace: Hashable, Sendable {
  package let page: PageID
  package let layer: LayerID

  /// The first layer of the first page, which programs know that know neither.
  package static let first = DrawingPlace(page: .first, layer: .first)
}

/// The pages of a drawing in order, of which one is shown. There is always one.
///
/// Copies share what lies on the pages until it changes, so that a copy is what takes a page operation back.
package struct PageStack: Hashable, Sendable {
  private(set) var pages: [Page]
  /// The index of the page that is shown.
  package private(set) var index = 0

  init(_ background: Background) { pages = [Page(id: .first, paper: Paper(background: background))] }

  package var count: Int { pages.count }
  /// The page that is shown.
  package var shown: PageID { pages[index].id }
  package var ids: [PageID] { pages.map(\.id) }

  /// The place where the next operation is done.
  package var place: DrawingPlace { DrawingPlace(page: shown, layer: layers.chosen.id) }

  /// The layers of the page that is shown.
  package var layers: LayerStack {
    get { pages[index].layers }
    _modify { yield &pages[index].layers }
  }

  /// What lies on the chosen layer of that page.
  package var elements: ElementList {
    get { pages[index].layers.elements }
    _modify { yield &pages[index].layers.elements }
  }

  /// The paper of the page that is shown.
  package var paper: Paper {
    get { pages[index].paper }
    _modify { yield &pages[index].paper }
  }

  package func paper(of index: Int) -> Paper { pages[index].paper }

  /// The size of the page that is shown, in board points; `nil` for that of the board.
  package var size: BoardSize? { pages[index].size }

  /// The size of a page, in board points; `nil` for that of the board.
  package func size(of index: Int) -> BoardSize? { pages[index].size }

  package func layers(of index: Int) -> LayerStack { pages[index].layers }

  /// The index of a page; `nil` if it is not there.
  package func index(of id: PageID) -> Int? { pages.firstIndex { $0.id == id } }

  /// Shows a page.
  ///
  /// - Parameter new: one that is there.
  package mutating func turn(to new: Int) { index = new }

  /// The page that is shown alone, as the first of a drawing of its size.
  var onlyShown: PageStack {
    var alone = PageStack(paper.background)
    alone.layers = layers
    return alone
  }

  /// The background of a page below all operations.
  mutating func setBackground(of id: PageID, to new: Background) {
    if let index = index(of: id) { pages[index].paper.background = new }
  }

  /// Memory that what lies on the pages takes and other pages do not share, in bytes.
  package func byteCount(notSharedWith other: PageStack?) -> Int {
    let others = Dictionary((other?.pages ?? []).map { ($0.id, $0.layers) }) { $1 }
    return pages.reduce(0) { $0 + $1.layers.byteCount(notSharedWith: others[$1.id]) }
  }

  /// What looking through pages and layers has changed since they were others, as operations.
  package func turns(from former: PageStack) -> [BoardOperation] {
    var (turns, shown): ([BoardOperation], Int) = ([], former.index)
    func turn(to page: Int) {
      if page != shown { turns.append(.page(.turn(to: page))) }
      shown = page
    }
    for page in pages.indices.filter({ $0 != index }) + [index]
    where pages[page].layers.index != former.pages[page].layers.index {
      turn(to: page)
      turns.append(.layer(.choose(pages[page].layers.index)))
    }
    turn(to: index)
    return turns
  }
}

extension PageStack {
  /// Whether an operation can be carried out.
  package func check(_ operation: BoardOperation) throws(OperationError) {
    switch operation {
    case .page(let change): try check(change)
    case .layer(let change): try layers.check(change)
    case .background: break
    default:
      guard layers.chosen.look.isOpen else { throw .closedLayer(layers.chosen.look) }
      try elements.check(operation)
    }
  }

  private func check(_ change: PageOperation) throws(OperationError) {
    switch change {
    case .turn(to: let new): try check(new)
    case .insert(_, at: let position), .insertAll(_, at: let position):
      guard (0...count).contains(position) else { throw .unknownPage(position) }
      for paper in change.papers { try Self.check(paper.size) }
    case .remove(let page):
      try check(page)
      guard count > 1 else { throw .onlyPage }
    case .move(let page, to: let position):
      try check(page)
      try check(position)
    case .resize(let size): try Self.check(size)
    case .endless(let step): try Self.check(step)
    }
  }

  private func check(_ page: Int) throws(OperationError) {
    guard pages.indices.contains(page) else { throw .unknownPage(page) }
  }

  private static func check(_ size: BoardSize?) throws(OperationError) {
    guard let size else { return }
    let sides = 1...Double(Raster.maximumSide)
    guard sides.contains(size.width), sides.contains(size.height) else { throw .unusablePageSize(size) }
  }

  /// Carries out an operation that can be.
  ///
  /// - Parameter id: its number.
  package mutating func apply(_ change: PageOperation, _ id: ElementID) {
    switch change {
    case .turn(to: let new): index = new
    case .insert(_, at: let position), .insertAll(_, at: let position):
      let new = change.papers.enumerated().map { Page(id: PageID(rawValue: id.rawValue + $0), paper: $1) }
      pages.insert(contentsOf: new, at: position)
      if !new.isEmpty { index = position }
    case .remove(let page):
      pages.remove(at: page)
      if page < index || index == pages.count { index -= 1 }
    case .move(let page, to: let position):
      let shown = shown
      pages.insert(pages.remove(at: page), at: position)
      index = self.index(of: shown) ?? index
    case .resize(let size): (paper.size, paper.isEndless) = (size, false)
    case .endless(let step): (paper.size, paper.isEndless) = (step, true)
    }
  }

  /// Carries out an operation of a drawing, which can be.
  mutating func apply(_ operation: NumberedOperation) {
    switch operation.operation {
    case .page(let change): apply(change, operation.id)
    case .layer(let change): layers.apply(change, operation.id)
    case .background(let new): paper.background = new
    default: _ = elements.apply(operation)
    }
  }
}

extension LayerStack {
  /// Memory that what lies on the layers takes and others do not share, in bytes.
  fileprivate func byteCount(notSharedWith other: LayerStack?) -> Int {
    let others = Dictionary((other?.layers ?? []).map { ($0.id, $0.elements) }) { $1 }
    return layers.reduce(0) { $0 + $1.elements.byteCount(notSharedWith: others[$1.id]) }
  }
}
