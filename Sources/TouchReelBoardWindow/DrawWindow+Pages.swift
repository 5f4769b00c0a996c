import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Pages: the bar that turns them, the panel of small pictures, and the menu.
extension DrawWindow {
  func addPageActions() {
    actions.add("page-next") { [weak self] in self?.turnPage(by: 1) }
    actions.add("page-previous") { [weak self] in self?.turnPage(by: -1) }
    actions.add("page-add") { [weak self] in self?.perform(.page(.add(NewPage()))) }
    actions.add("page-pdf") { [weak self] in self?.choosePDF() }
    actions.add("page-remove") { [weak self] in self?.removePage() }
    actions.add("page-earlier") { [weak self] in self?.movePage(by: -1) }
    actions.add("page-later") { [weak self] in self?.movePage(by: 1) }
    actions.add("pages", state: .off) { [weak self] in self?.showPanel($0) }
    actions.add("page-size", choice: PageSizes.window.rawValue) { [weak self] name in
      if let self, let board, let choice = PageSizes(rawValue: name) { perform(.page(choice.command(on: board.size))) }
    }
    actions.add("page-size-other") { [weak self] in self?.askSize() }
    controls.overscroll = { [weak self] in self?.turnPage(by: $0) }
  }

  static let pageActions = [
    "page-next", "page-previous", "page-add", "page-pdf", "page-remove", "page-earlier", "page-later", "pages",
    "page-size", "page-size-other",
  ]

  private func turnPage(by step: Int) {
    guard let board, (0..<board.pageCount).contains(board.page + step) else { return }
    perform(.page(.turn(to: board.page + step)))
    if step < 0 { canvas.viewport?.showEnd() }
  }

  private func movePage(by step: Int) {
    guard let board, (0..<board.pageCount).contains(board.page + step) else { return }
    perform(.page(.move(board.page, to: board.page + step)))
  }

  private func askSize() {
    guard let board else { return }
    PageSizeDialog.ask(board.raster.board, over: window) { [weak self] in self?.perform(.page(.resize($0))) }
  }

  private func choosePDF() {
    FileDialog.open(
      translated("Choose a PDF"), [FileKind(name: translated("PDF"), pattern: PDFPaper.pattern)], over: window
    ) { [weak self] path in
      _ = BackgroundTask { _ in
        Result { () throws(ImageProblem) in try PDFPaper(path) }
      } then: { [weak self] paper in
        self?.add(paper)
      }
    }
  }

  /// Puts pages to write on behind the one that is shown.
  private func add(_ paper: Result<PDFPaper, ImageProblem>) {
    do throws(ImageProblem) {
      let paper = try paper.get()
      guard let drawing, let first = board.map({ $0.page + 1 }) else { return }
      drawing.provide(paper.document, as: paper.id, at: EventClock.now)
      perform(.page(.addAll(Drawing.papers(of: paper.document, paper.id), at: first)))
    } catch {
      notices.banner(error.description, .first)
    }
  }

  private func removePage() {
    guard let board, board.pageCount > 1 else { return }
    perform(.page(.remove(nil)))
    notices.toast(translated("Page removed; Undo brings it back."))
  }

  private func showPanel(_ state: SwitchState) {
    layout["pages-panel"].isVisible = state == .on
    if state == .off { pagesPanel.clear() }
    ticker.wake()
  }

  /// Shows which page there is, and follows a turned page with the view.
  func showPages(_ board: Board, isResting: Bool) {
    pagesPanel.show(board, isResting: isResting)
    let state = PagesState(board)
    // Called for each frame, of which few turn a page.
    guard state != pagesState else { return }
    let isBarShown = layout["page-bar"].isVisible
    if let former = pagesState { follow(state, from: former) }
    pagesState = state
    if let barLook, isBarShown != (state.count > 1) { showBars(barLook) }
    for name in ["page-next", "page-later"] { actions.setEnabled(name, state.index + 1 < state.count) }
    for name in ["page-previous", "page-earlier"] { actions.setEnabled(name, state.index > 0) }
    actions.setEnabled("page-remove", state.count > 1)
    layout["page-number"].setLabel(translated("%s of %s", "\(state.index + 1)", "\(state.count)"))
    actions.show("page-size", choice: PageSizes(state.ownSize, isEndless: state.isEndless)?.rawValue ?? "")
  }

  /// A page of another size is shown as large as fits, others as the one before. One that grows stays where it is.
  private func follow(_ state: PagesState, from former: PagesState) {
    guard former.size != state.size, state.ownSize != nil || former.page != state.page else { return }
    canvas.viewport?.resize(board: state.size)
    if former.page != state.page || !state.isEndless { canvas.viewport?.fit() }
  }
}

/// What the window shows of the pages besides their pictures.
struct PagesState: Hashable {
  let page: PageID
  let index: Int
  let count: Int
  let size: BoardSize
  /// `nil` for the board's.
  let ownSize: BoardSize?
  let isEndless: Bool

  init(_ board: Board) {
    (page, index, count) = (board.shownPageID, board.page, board.pageCount)
    let paper = board.paper(ofPage: board.page)
    (size, ownSize, isEndless) = (board.raster.board, paper.size, paper.isEndless)
  }
}
