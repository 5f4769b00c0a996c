import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

/// The pages of the drawing as small pictures beside it; one that is tapped is shown.
final class PagesPanel {
  private static let room = PixelSize(width: 112, height: 112)

  private let panel: ObjectPointer
  private let list: ObjectPointer
  private let pictures: PagePictures
  private let board: () -> Board?
  private let turn: (Int) -> Void
  private var rows: [PageID: PageRow] = [:]
  private var order: [PageID] = []
  private var shown: PageID?
  /// The last operation, and how large pages are that have no size of their own, when pictures were compared last.
  private var seen: (operation: ElementID?, size: BoardSize)?

  /// - Parameters:
  ///   - board: what is drawn on.
  ///   - turn: called with the index of a page that is tapped.
  init(_ panel: ObjectPointer, _ list: ObjectPointer, of board: @escaping () -> Board?, turn: @escaping (Int) -> Void) {
    (self.panel, self.list, self.board, self.turn) = (panel, list, board, turn)
    let scale = Int(gtk_widget_get_scale_factor(panel.widget))
    pictures = PagePictures(size: PixelSize(width: Self.room.width * scale, height: Self.room.height * scale))
  }

  /// Shows the pages as they are.
  ///
  /// - Parameter isResting: whether no stroke is drawn, so that pictures may be.
  func show(_ board: Board, isResting: Bool) {
    guard panel.isVisible else { return }
    let page = board.shownPageID
    if board.pageIDs != order { arrange(board.pageIDs) }
    if page != shown { mark(page) }
    let now = (board.latestOperation?.id, board.size)
    guard isResting, seen.map({ $0 != now }) ?? true else { return }
    if seen?.size != now.1 { for row in rows.values { row.picture.invalidate() } }
    // What was done was done on the page that is shown, or before it was.
    for id in Set([page, shown].compactMap(\.self)) { rows[id]?.picture.invalidate() }
    seen = now
  }

  /// The panel was hidden: its pictures are given up.
  func clear() {
    for row in rows.values { gtk_box_remove(list.pointer(), row.widget.widget) }
    (rows, order, shown, seen) = ([:], [], nil, nil)
  }

  private func arrange(_ ids: [PageID]) {
    for id in order where !ids.contains(id) {
      if let row = rows.removeValue(forKey: id) { gtk_box_remove(list.pointer(), row.widget.widget) }
    }
    var last: ObjectPointer?
    for (index, id) in ids.enumerated() {
      let row = rows[id] ?? makeRow(id)
      row.show(number: index + 1)
      gtk_box_reorder_child_after(list.pointer(), row.widget.widget, last?.widget)
      last = row.widget
    }
    order = ids
  }

  private func makeRow(_ id: PageID) -> PageRow {
    let row = PageRow(
      room: Self.room, ask: { [weak self] in self?.ask(id) },
      choose: { [weak self] in self?.order.firstIndex(of: id).map { self?.turn($0) } })
    rows[id] = row
    gtk_box_append(list.pointer(), row.widget.widget)
    return row
  }

  private func mark(_ page: PageID) {
    if let shown { rows[shown]?.widget.setClass("chosen", .off) }
    rows[page]?.widget.setClass("chosen", .on)
    if let row = rows[page] { scroll(to: row) }
    shown = page
  }

  /// Once the row has a place: one that an undo brings back gets its own with a frame to come.
  private func scroll(to row: PageRow, looks: Int = 20) {
    MainLoop.after(milliseconds: 16) { [weak self, panel, list] in
      var bounds = graphene_rect_t()
      let isPlaced = gtk_widget_compute_bounds(row.widget.widget, list.widget, &bounds) != 0 && bounds.size.height > 1
      guard isPlaced else {
        if looks > 0 { self?.scroll(to: row, looks: looks - 1) }
        return
      }
      let adjustment = gtk_scrolled_window_get_vadjustment(panel.opaque)
      let top = Double(bounds.origin.y)
      gtk_adjustment_clamp_page(adjustment, top, top + Double(bounds.size.height))
    }
  }

  private func ask(_ id: PageID) {
    guard let board = board(), let page = board.pageIDs.firstIndex(of: id) else { return }
    pictures.ask(board.preview(ofPage: page)) { [weak self] in self?.rows[id]?.picture.show($0) }
  }
}

/// A page in the panel: its picture and its number.
private final class PageRow {
  private let holder = ObjectHolder(ObjectPointer(gtk_button_new()).raw)
  var widget: ObjectPointer { holder.pointer }
  let picture: PagePicture
  private let number = ObjectPointer(gtk_label_new(""))

  init(room: PixelSize, ask: @escaping () -> Void, choose: @escaping () -> Void) {
    picture = PagePicture(room: room, ask: ask)
    let box = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
    for part in [picture.widget, number] { gtk_box_append(box.pointer(), part.widget) }
    gtk_button_set_child(widget.pointer(), box.widget)
    for name in ["flat", "page-row"] { widget.setClass(name, .on) }
    gtk_widget_set_focus_on_click(widget.widget, 0)
    widget.connect("clicked", choose)
  }

  func show(number new: Int) {
    number.setLabel("\(new)")
    widget.setAccessibleName(translated("Page %s", "\(new)"))
  }
}
