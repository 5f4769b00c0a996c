package import TouchReelCanvas
import TouchReelClampedNumbers
package import TouchReelDrawings
package import TouchReelTouchTracking

/// The pages of a board. Everything else is done on the page that is shown.
extension Board {
  /// How many pages there are.
  package var pageCount: Int { committed.pages.count }

  /// The index of the page that is shown, from 0.
  package var page: Int { committed.pages.index }

  /// The number of the page that is shown, which it keeps wherever it goes.
  package var shownPageID: PageID { committed.pages.shown }

  /// The numbers of the pages, from first to last, which they keep wherever they go.
  package var pageIDs: [PageID] { committed.pages.ids }

  /// The paper of a page.
  ///
  /// - Parameter page: its index.
  package func paper(ofPage page: Int) -> Paper { committed.pages.paper(of: page) }

  /// What devices lie on, in board points: the page that is shown, of an endless one its first step, so that they stay
  /// where they are while it grows.
  package var deviceBoard: BoardSize {
    let paper = committed.pages.paper
    return paper.isEndless ? paper.size ?? raster.board : raster.board
  }

  /// Whether the page that is shown grows with what is drawn on it.
  package var isEndless: Bool { committed.pages.paper.isEndless }

  /// A page as a drawing of its own.
  ///
  /// - Parameter page: its index; of one that is not there, the shown one is.
  package func drawing(ofPage page: Int) -> Drawing {
    let drawing = drawing
    return ((try? drawing.turned(to: page)) ?? drawing).shownPage
  }

  /// What a page looks like, to be drawn small beside the board.
  ///
  /// - Parameter page: its index.
  package func preview(ofPage page: Int) -> PagePreview {
    let paper = committed.pages.paper(of: page)
    return PagePreview(
      size: committed.pages.size(of: page) ?? size, background: paper.background,
      layers: committed.pages.layers(of: page),
      pictures: pictures)
  }

  mutating func handle(_ command: PageCommand) throws(BoardError) {
    let change = command.operation(on: committed.pages)
    try check(.page(change))
    leavePage(if: change)
    guard case .turn(to: let page) = change else { return commit(.page(change), .layers([])) }
    guard page != committed.pages.index else { return }
    let former = turnedFrom ?? committed.pages
    var turned = committed.pages
    turned.turn(to: page)
    turnedFrom = turned.turns(from: former).isEmpty ? nil : former
    committed.show(turned)
    redraw(on: pageRaster)
  }

  /// A text that is typed and what is selected stay on the page that is left. Touches that are down go on, and draw on
  /// the page that is shown when they end: so one that is cancelled then might as well never have been.
  private mutating func leavePage(if change: PageOperation) {
    var pages = committed.pages
    pages.apply(change, history.nextID)
    guard pages.shown != committed.pages.shown else { return }
    finishText()
    dropFirstArms()
    select([])
  }

  /// Makes the page that is shown, and the layer that is chosen, those on which the next operation is done.
  mutating func commitTurn() {
    guard let former = turnedFrom else { return }
    turnedFrom = nil
    committed.settle(on: raster)
    let turns = committed.pages.turns(from: former)
    committed.show(former)
    for turn in turns { _ = history.commit(turn, .layers([]), to: &committed, on: raster) }
  }

  /// Goes back to the page on which the latest operation was done. Touches that are down go on, as with any undo.
  mutating func turnBack() {
    guard let former = turnedFrom else { return }
    turnedFrom = nil
    committed.show(former)
    redraw(on: pageRaster)
  }

  /// Shows the page and chooses the layer again where the board is to be, where operations have been done anew.
  ///
  /// - Parameter place: is ignored as far as it is not there.
  mutating func turn(to place: DrawingPlace) {
    var turned = committed.pages
    if let index = turned.index(of: place.page) { turned.turn(to: index) }
    if turned.shown == place.page, let index = turned.layers.layers.firstIndex(where: { $0.id == place.layer }) {
      turned.layers.choose(index)
    }
    guard !turned.turns(from: committed.pages).isEmpty else { return }
    turnedFrom = committed.pages
    committed.show(turned)
  }

  /// The pixels of the page that is shown: the board's, unless it has a size of its own.
  var pageRaster: Raster {
    guard let own = committed.pages.size else { return boardRaster }
    guard let frame else { return Self.raster(of: own, scale: boardRaster.scale) }
    let scale = min(Double(frame.width) / own.width, Double(frame.height) / own.height)
    let framed = BoardSize(width: Double(frame.width) / scale, height: Double(frame.height) / scale)
    return (try? Raster(board: framed, scale: scale)) ?? Self.raster(of: own, scale: boardRaster.scale)
  }

  /// Gives an endless page the size that its ink asks for.
  mutating func growPage() {
    guard committed.pages.paper.isEndless else { return }
    let grown = pageRaster
    if grown != raster { redraw(on: grown) }
  }

  /// At a lower scale if there would be too many pixels.
  private static func raster(of page: BoardSize, scale: Double) -> Raster {
    let scale = min(scale, Double(Raster.maximumSide) / max(page.width, page.height))
    if let raster = try? Raster(board: page, scale: scale) { return raster }
    let pixels = PixelSize(width: max(1, Int(clamping: page.width)), height: max(1, Int(clamping: page.height)))
    return Raster(part: PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), of: page, scale: 1)
  }
}

/// A page, to be drawn on any thread.
package struct PagePreview: Sendable {
  /// The size of the page, in board points.
  package let size: BoardSize
  fileprivate let background: Background
  fileprivate let layers: LayerStack
  fileprivate let pictures: BackgroundPictures

  /// The page as large as fits.
  ///
  /// - Parameter room: in pixels.
  package func picture(within room: PixelSize) -> PixelBuffer {
    let scale = min(Double(room.width) / size.width, Double(room.height) / size.height)
    let pixels = PixelSize(
      width: max(1, Int(clamping: (size.width * scale).rounded())),
      height: max(1, Int(clamping: (size.height * scale).rounded())))
    let raster = Raster(part: PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), of: size, scale: scale)
    let background = background.prepared(pictures, on: raster)
    return Picture(background: background, strata: layers.strata(on: raster), size: raster.pixels).composed()
  }
}
