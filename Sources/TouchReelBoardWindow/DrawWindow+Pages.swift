import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// Pages: the bar that turns them, the panel of small pictures, and the menu.
extension DrawWindow {
  func addPageActions() {
    actions.add("page-next") { [weak self] in self?.turnPage(by: 1) }
    actions.add("page-previous") { [weak self] in self?.turnPage(by: -1) }
    actions.add("page-add") { [weak self] in self?.perform(.page(.add(NewPage()))) }
    actions.add("page-remove") { [weak self] in self?.removePage() }
    actions.add("page-earlier") { [weak self] in self?.movePage(by: -1) }
    actions.add("page-later") { [weak self] in self?.movePage(by: 1) }
    actions.add("pages", state: .off) { [weak self] in self?.showPanel($0) }
    actions.add("page-size", choice: PageSizes.window.rawValue) { [weak self] name in
      if let choice = PageSizes(rawValue: name) { self?.perform(.page(.resize(choice.size))) }
    }
    controls.overscroll = { [weak self] in self?.turnPage(by: $0) }
  }

  static let pageActions = [
    "page-next", "page-previous", "page-add", "page-remove", "page-earlier", "page-later", "pages", "page-size",
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
    let (page, count) = (board.page, board.pageCount)
    actions.setEnabled("page-next", page + 1 < count)
    actions.setEnabled("page-previous", page > 0)
    for name in ["page-remove", "page-later", "page-earlier"] { actions.setEnabled(name, count > 1) }
    actions.setEnabled("page-later", page + 1 < count)
    actions.setEnabled("page-earlier", page > 0)
    layout["page-number"].setLabel(translated("%s of %s", "\(page + 1)", "\(count)"))
    actions.show("page-size", choice: PageSizes(board.paper(ofPage: page).size)?.rawValue ?? "")
    pagesPanel.show(board, isResting: isResting)
    follow(board)
  }

  /// A page of another size is shown as large as fits, others as the one before.
  private func follow(_ board: Board) {
    let shown = FittedPage(id: board.shownPageID, size: board.raster.board)
    defer { fittedPage = shown }
    let isPaper = board.paper(ofPage: board.page).size != nil
    guard let former = fittedPage, former.size != shown.size, isPaper || former.id != shown.id else { return }
    canvas.viewport?.resize(board: shown.size)
    canvas.viewport?.fit()
  }
}

/// The page that the view was last fitted to.
struct FittedPage: Hashable {
  let id: PageID
  let size: BoardSize
}
