import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying

/// The page over the board with what was drawn before: to go on with, to search, to name and to delete.
///
/// The board is there below it: a stroke beside the page, Escape or a button takes the page away.
final class StartPage {
  /// What the window does for the page.
  struct Window {
    var open: (FilePath) -> Void
    var new: () -> Void
    /// Called when the page has gone.
    var hidden: () -> Void
    /// Called when keys begin or cease to be typed in it.
    var typing: () -> Void
    /// Called when undo may bring back something else than before.
    var changed: () -> Void
    /// The session that the window records to.
    var own: () -> FilePath?
  }

  /// A session that can be brought back, as it was listed.
  private struct Deletion {
    let session: DeletedSession
    let entry: SessionCatalog.Entry
  }

  /// The pixels of a preview, for displays of two pixels to a unit.
  nonisolated static let previewSize = PixelSize(width: 192, height: 128)
  private static let firstRows = 24

  let layout = Layout(PackageResources.start_ui)
  private let place: ObjectPointer
  private let window: Window
  private let notices: Notices
  private let folder = SessionStart.folder
  private let cache = PreviewCache.user
  private let queue: PreviewQueue
  private let scroller: RowScroller
  var catalog = SessionCatalog([])
  private(set) var rows: [StartRow] = []
  /// Those of days, in the list.
  private var headings: [SessionCatalog.Day: ObjectPointer] = [:]
  /// The session whose row had the keys last.
  private var chosen: FilePath?
  private var shownRows = firstRows
  private var deleted: [Deletion] = []
  private(set) var isTyping = false
  /// How many operations there were when it was last looked at.
  private var operationsBefore = 0
  private var loading: BackgroundTask<SessionCatalog>?

  /// - Parameter place: what it fills; shown with it.
  init(in place: ObjectPointer, _ window: Window, _ notices: Notices) {
    (self.place, self.window, self.notices) = (place, window, notices)
    queue = PreviewQueue(cache, size: Self.previewSize)
    scroller = RowScroller(layout["scroller"], over: layout["scrolled"])
    gtk_box_append(place.pointer(), layout["page"].widget)
    layout["new"].connect("clicked") { [weak self] in
      self?.hide()
      self?.window.new()
    }
    layout["continue"].connect("clicked") { [weak self] in self?.openLatest() }
    layout["hide"].connect("clicked") { [weak self] in self?.hide() }
    layout["more"].connect("clicked") { [weak self] in self?.showMore() }
    layout["search"].connect("search-changed") { [weak self] in self?.search() }
    layout["search"].connect("activate") { [weak self] in self?.rows.first?.grabFocus() }
    layout["search"].whenFocused { [weak self] in self?.type($0) }
    watchKeys()
  }

  var isShown: Bool { place.isVisible }

  /// Shows the page once what was drawn before is known.
  ///
  /// - Parameter condition: asked then, also whether there is anything to show.
  func load(if condition: @escaping (SessionCatalog) -> Bool, then: @escaping () -> Void) {
    guard let folder else {
      if condition(catalog) { present(then) }
      return
    }
    loading?.progress.cancel()
    loading = BackgroundTask { [own = window.own(), cache] _ in
      folder.removeDeleted()
      let catalog = SessionCatalog(folder, without: own)
      cache?.remove(allBut: catalog.entries.map(\.session), within: Self.previewSize)
      return catalog
    } then: { [weak self] catalog in
      guard let self, condition(catalog) else { return }
      self.catalog = catalog
      present(then)
    }
  }

  private func present(_ then: () -> Void) {
    empty()
    shownRows = Self.firstRows
    gtk_editable_set_text(layout["search"].opaque, "")
    showRecent()
    showAll()
    place.isVisible = true
    window.changed()
    then()
  }

  func focus() { gtk_widget_grab_focus(layout[catalog.latest == nil ? "new" : "continue"].widget) }

  func hide() {
    guard isShown else { return }
    for row in rows { row.endRenaming(.off) }
    place.isVisible = false
    queue.cancel()
    type(.off)
    window.hidden()
    MainLoop.schedule { [weak self] in self?.empty() }
  }

  /// Rows and their pictures take memory, and those whose picture was not drawn yet would not ask for it again. Not at
  /// once: the button of a row may be what hides the page.
  private func empty() {
    guard !isShown else { return }
    (rows, headings) = ([], [:])
    layout["list"].removeChildren()
  }

  /// Gives way to what is drawn. A quick stroke begins and ends between two frames.
  func leave(_ board: Board) {
    defer { operationsBefore = board.operationCount }
    if !board.openTouches.isEmpty || board.operationCount != operationsBefore { hide() }
  }

  /// What Escape does: it ends typing first.
  func escape() {
    if let row = rows.first(where: \.isRenaming) { return row.endRenaming(.off) }
    guard query.isEmpty else { return gtk_editable_set_text(layout["search"].opaque, "") }
    hide()
  }

  /// Lets the session be named that has the keys, or had them last.
  func rename() {
    let named = rows.first { $0.focus != nil } ?? chosen.flatMap { row(of: $0) }
    named?.beginRenaming()
  }

  /// Deletes the session that has the keys; `false` if none has.
  func deleteFocused() -> Bool {
    guard let row = rows.first(where: { $0.focus != nil }) else { return false }
    row.deleteByKey()
    return true
  }

  /// Removes for good what an earlier program left that was deleted.
  func removeDeleted() {
    _ = BackgroundTask { [folder] _ in
      if let folder { folder.removeDeleted() }
    } then: { _ in
    }
  }

  /// Removes for good what was deleted; to be called when the window closes.
  func close() {
    loading?.progress.cancel()
    queue.cancel()
    for deletion in deleted { deletion.session.remove() }
    deleted = []
  }

  private var query: String { String(cString: gtk_editable_get_text(layout["search"].opaque)) }

  /// Letters are typed while a field has the keys.
  private func type(_ state: SwitchState) {
    isTyping = state == .on && isShown
    window.typing()
    window.changed()
  }

  private func openLatest() {
    guard let latest = catalog.latest else { return }
    hide()
    window.open(latest.session.path)
  }
}

/// The list.
extension StartPage {
  private func showMore() {
    shownRows += Self.firstRows
    showAll()
  }

  private func search() {
    guard isShown else { return }
    shownRows = Self.firstRows
    showAll()
    guard !query.isEmpty else { return }
    // What is written in sessions that were not seen yet is not known.
    for entry in catalog.entries where entry.texts == nil && entry.session.state != .unreadable {
      queue.ask(entry.session, for: .texts) { [weak self] in self?.learn($0, of: entry.session) }
    }
  }

  private func learn(_ preview: SessionPreview?, of session: StoredSession) {
    catalog.update(session.path) { $0.texts = preview?.texts ?? [] }
    if let row = rows.first(where: { $0.entry.session == session }) { return row.show(preview) }
    guard !query.isEmpty, preview?.texts.isEmpty == false, catalog[session.path]?.matches(query) == true else { return }
    showAll()
  }

  private func showAll() {
    showFirst()
    let groups = catalog.groups(matching: query, today: Timestamp.sinceEpoch.localDay)
    let old = Dictionary(rows.map { ($0.entry.session, $0) }, uniquingKeysWith: { first, _ in first })
    let (focus, former) = (FocusInList(rows), layout["list"].children)
    let oldHeadings = headings
    (rows, headings) = ([], [:])
    var (left, last) = (shownRows, ObjectPointer?.none)
    for group in groups where left > 0 {
      let heading = oldHeadings[group.day] ?? heading(group.day.title)
      headings[group.day] = heading
      last = put(heading, after: last)
      for entry in group.entries.prefix(left) {
        left -= 1
        let row = old[entry.session] ?? row(of: entry)
        row.show(entry)
        rows.append(row)
        last = put(row.widget, after: last)
      }
    }
    focus?.restore(rows) { [weak self] in self?.focus() }
    let kept = Set(rows.map(\.widget) + headings.values)
    for child in former where !kept.contains(child) { gtk_box_remove(layout["list"].pointer(), child.widget) }
    let count = groups.reduce(0) { $0 + $1.entries.count }
    layout["more"].isVisible = count > rows.count
    layout["empty"].isVisible = count == 0
    layout["empty"].setLabel(query.isEmpty ? translated("No drawings yet") : translated("Nothing found"))
    layout["recent"].isVisible = query.isEmpty && layout["recent-list"].hasChildren
    let room = byteText(catalog.byteCount)
    layout["room"].setLabel(
      catalog.entries.count == 1
        ? translated("1 drawing, %s", room) : translated("%s drawings, %s", "\(catalog.entries.count)", room))
  }

  private func showFirst() {
    let latest = catalog.latest
    layout["continue"].isVisible = latest != nil
    layout["latest"].setLabel(latest?.title ?? "")
    if let title = latest?.title { layout["continue"].setAccessibleName(translated("Continue %s", title)) }
  }

  private func heading(_ text: String) -> ObjectPointer {
    let label = ObjectPointer(gtk_label_new(text))
    gtk_label_set_xalign(label.opaque, 0)
    label.setClass("heading", .on)
    gtk_widget_set_margin_top(label.widget, 6)
    return label
  }

  /// What is in the list already stays in it, and so keeps the keys; what is in its place is not touched, as each move
  /// is a new layout of what follows.
  ///
  /// - Returns: the widget.
  private func put(_ widget: ObjectPointer, after last: ObjectPointer?) -> ObjectPointer {
    let list = layout["list"]
    if gtk_widget_get_parent(widget.widget) != list.widget {
      gtk_box_insert_child_after(list.pointer(), widget.widget, last?.widget)
    } else if gtk_widget_get_prev_sibling(widget.widget) != last?.widget {
      gtk_box_reorder_child_after(list.pointer(), widget.widget, last?.widget)
    }
    return widget
  }

  private func row(of session: FilePath) -> StartRow? { rows.first { $0.entry.session.path == session } }

  private func row(of entry: SessionCatalog.Entry) -> StartRow {
    StartRow(entry) { [weak self] row in
      guard let self, row.entry.session.state != .unreadable else { return }
      let session = row.entry.session
      queue.ask(session, for: .picture) { [weak self] in self?.learn($0, of: session) }
    } perform: { [weak self] deed in
      self?.perform(deed, entry.session)
    }
  }

  /// Files that were opened or saved elsewhere.
  private func showRecent() {
    layout["recent-list"].removeChildren()
    let files = RecentFiles.all().filter { $0.removingLastComponent() != folder?.path }
    for path in files.prefix(4) {
      let button = ObjectPointer(gtk_button_new_with_label(path.fileName.printableName))
      button.setClass("flat", .on)
      button.tooltip = path.readable
      if let label = gtk_button_get_child(button.pointer()) {
        gtk_label_set_xalign(ObjectPointer(label).opaque, 0)
        gtk_label_set_ellipsize(ObjectPointer(label).opaque, PANGO_ELLIPSIZE_MIDDLE)
      }
      button.connect("clicked") { [weak self] in
        self?.hide()
        self?.window.open(path)
      }
      gtk_box_append(layout["recent-list"].pointer(), button.widget)
    }
  }
}

/// What is done with sessions.
extension StartPage {
  private func perform(_ deed: StartRow.Deed, _ session: StoredSession) {
    if case .choose = deed {
      chosen = session.path
      if let row = self.row(of: session.path) { scroller.reveal(row) }
      return
    }
    layout["problem"].isVisible = false
    do throws(FileError) {
      switch deed {
      case .open:
        hide()
        window.open(session.path)
      case .choose: break
      case .type(let state): type(state)
      case .rename(let name):
        try StoredSession.rename(session.path, to: name)
        catalog.update(session.path) { $0.name = name }
        showAll()
      case .delete: try delete(session)
      case .repair: repair(session)
      }
    } catch {
      report(error)
    }
  }

  private func report(_ error: FileError) {
    layout["problem"].setLabel(error.description)
    layout["problem"].isVisible = true
  }

  private func delete(_ session: StoredSession) throws(FileError) {
    guard let folder, let entry = catalog[session.path] else { return }
    let gone = try folder.delete(session)
    deleted.append(Deletion(session: gone, entry: entry))
    catalog.remove(session.path)
    showAll()
    window.changed()
    notices.banner(
      translated("%s was deleted.", entry.title), .first,
      button: Notices.Button(label: translated("Undo")) { [weak self] in self?.restore(gone, entry) },
      about: .deletion,
      onClose: { [weak self] in
        gone.remove()
        self?.deleted.removeAll { $0.session == gone }
        self?.window.changed()
      })
  }

  /// Whether undo brings back what was deleted on the page.
  var canUndo: Bool { isShown && !isTyping && !deleted.isEmpty }

  /// Brings back what was deleted last.
  func undo() {
    guard canUndo, let last = deleted.last else { return }
    // Those before it can be brought back in the same way until the window closes.
    notices.drop(.deletion)
    restore(last.session, last.entry)
  }

  private func restore(_ gone: DeletedSession, _ entry: SessionCatalog.Entry) {
    deleted.removeAll { $0.session == gone }
    defer { window.changed() }
    do throws(FileError) {
      try gone.restore()
      catalog.insert(entry)
      showAll()
      row(of: entry.session.path)?.grabFocus()
    } catch {
      report(error)
    }
  }

  /// Keeps everything readable of a damaged session, and the damaged file beside it.
  private func repair(_ session: StoredSession) {
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in try session.recover() }
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: load(if: { [weak self] _ in self?.isShown == true }, then: {})
      case .failure(let error): report(error)
      }
    }
  }
}

extension PreviewCache {
  @MainActor static var user: PreviewCache? {
    PreviewCache(environment: SessionStart.environment("XDG_CACHE_HOME", "HOME"))
  }
}
