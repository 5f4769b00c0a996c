import CTouchReelGtk
import SystemPackage
import TouchReelCanvas

/// Asks for a file where GTK's own dialog is cut off: in windows as low as those of a phone that lies on its side.
final class FileSheet {
  /// How high GTK's dialog is at least.
  private static let dialogHeight = 417
  /// Screens below that have room for no higher window, be it as large as the screen or not.
  private static let lowScreen = 480
  private static let pictureSize = PixelSize(width: 72, height: 48)

  private let layout = Layout(PackageResources.files_ui)
  private let kinds: [FileKind]
  private var folders = ListedFolder.usual
  private var listing: FolderListing?
  private var pictures: [FilePicture] = []
  /// The kinds that a file can be saved as; none if one is to be opened.
  private let offered: [SavedFile]
  /// The file that the user has been asked about, which exists.
  private var questioned: FilePath?
  /// Called once.
  private var answer: ((FilePath, SavedFile?)?) -> Void

  static func isNeeded(over window: ObjectPointer) -> Bool {
    guard Int(gtk_widget_get_height(window.widget)) < dialogHeight else { return false }
    let isLarge = gtk_window_is_maximized(window.pointer()) != 0 || gtk_window_is_fullscreen(window.pointer()) != 0
    return isLarge || window.screenHeight.map { $0 < lowScreen } == true
  }

  static func open(
    _ title: String, _ kinds: [FileKind], over window: ObjectPointer, _ handle: @escaping (FilePath) -> Void
  ) {
    let sheet = FileSheet(title, kinds, among: [], name: nil) { if let (path, _) = $0 { handle(path) } }
    sheet.show(over: window)
  }

  /// - Parameters:
  ///   - name: with the folder that is offered first, if it has one.
  ///   - offered: the kinds that can be chosen.
  static func save(
    _ title: String, name: FilePath, as kind: SavedFile, among offered: [SavedFile], over window: ObjectPointer,
    _ answer: @escaping ((FilePath, SavedFile)?) -> Void
  ) {
    let sheet = FileSheet(title, offered.map(\.kind), among: offered, name: (name, kind)) {
      answer($0.flatMap { path, kind in kind.map { (path, $0) } })
    }
    sheet.show(over: window)
  }

  private init(
    _ title: String, _ kinds: [FileKind], among offered: [SavedFile], name: (path: FilePath, kind: SavedFile)?,
    _ answer: @escaping ((FilePath, SavedFile?)?) -> Void
  ) {
    (self.kinds, self.answer, self.offered) = (kinds, answer, offered)
    gtk_window_set_title(window.pointer(), title)
    if let name, !name.path.removingLastComponent().isEmpty { addFolder(name.path.removingLastComponent()) }
    layout["kind"].offer(kinds.map(\.name), chosen: name.flatMap { kinds.firstIndex(of: $0.kind.kind) } ?? 0)
    offerFolders(chosen: folders.count > ListedFolder.usual.count ? folders.count - 1 : 0)
    layout["accept"].isVisible = name != nil
    layout["name"].isVisible = name != nil
    if let name { layout["name"].text = name.path.fileName }
    connect()
    list()
  }

  private func connect() {
    layout["cancel"].connect("clicked") { [weak self] in self?.close() }
    layout["accept"].connect("clicked") { [weak self] in self?.accept() }
    layout["name"].connect("changed") { [weak self] in self?.showProblem(nil) }
    layout["name"].connect("activate") { [weak self] in self?.accept() }
    layout["kind"].connect("notify::selected") { [weak self] in self?.rename() }
    layout["folder"].connect("notify::selected") { [weak self] in self?.list() }
    layout["list"].connect(
      "row-activated",
      answering: { [weak self] arguments in
        let row: UnsafeMutablePointer<GtkListBoxRow>? = arguments.pointer(1).map { ObjectPointer($0).pointer() }
        if let row { self?.choose(Int(gtk_list_box_row_get_index(row))) }
        return .handled
      })
    window.whenEscaped { [weak self] in self?.close() }
  }

  private var window: ObjectPointer { layout["window"] }

  private func show(over parent: ObjectPointer) {
    gtk_window_set_transient_for(window.pointer(), parent.pointer())
    gtk_window_set_default_size(
      window.pointer(), min(gtk_widget_get_width(parent.widget), 560), gtk_widget_get_height(parent.widget))
    window.whenClosed { self.release() }
    gtk_window_present(window.pointer())
  }

  private func close() { gtk_window_destroy(window.pointer()) }

  private func release() {
    for picture in pictures { picture.cancel() }
    pictures = []
    reply(nil)
  }

  private func reply(_ chosen: (FilePath, SavedFile?)?) {
    let reply = answer
    answer = { _ in }
    reply(chosen)
  }
}

/// What is in the folder that is chosen.
extension FileSheet {
  private var kind: FileKind { kinds[min(layout["kind"].chosen, kinds.count - 1)] }
  private var folder: FilePath? {
    folders.indices.contains(layout["folder"].chosen) ? folders[layout["folder"].chosen].path : nil
  }

  private func addFolder(_ folder: FilePath) {
    let folder = folder.absolute
    if !folders.contains(where: { $0.path == folder }) {
      folders.append(ListedFolder(name: folder.fileName, path: folder))
    }
  }

  private func offerFolders(chosen: Int) { layout["folder"].offer(folders.map(\.name), chosen: chosen) }

  private func list() {
    showProblem(nil)
    for picture in pictures { picture.cancel() }
    pictures = []
    while let row = gtk_widget_get_first_child(layout["list"].widget) {
      gtk_list_box_remove(layout["list"].opaque, row)
    }
    guard let folder else { return }
    let listing = FolderListing(folder, of: kind)
    self.listing = listing
    for file in listing.files { add(file) }
    for folder in listing.folders { addRow(folder.fileName + "/", nil) }
    layout["empty"].isVisible = listing.isEmpty
    layout["scroller"].isVisible = !listing.isEmpty
  }

  private func add(_ file: FilePath) {
    let painted = ObjectPointer(PaintedWidget.make(width: Self.pictureSize.width, height: Self.pictureSize.height))
    pictures.append(FilePicture(file, in: painted, size: Self.pictureSize))
    addRow(file.fileName, painted)
  }

  private func addRow(_ name: String, _ picture: ObjectPointer?) {
    let row = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    gtk_widget_set_size_request(row.widget, -1, 44)
    let label = ObjectPointer(gtk_label_new(name))
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_xalign(label.opaque, 0)
    for part in [picture, label] { if let part { gtk_box_append(row.pointer(), part.widget) } }
    gtk_list_box_append(layout["list"].opaque, row.widget)
  }

  private func choose(_ index: Int) {
    guard let listing else { return }
    guard index < listing.files.count else { return enter(listing.folders[index - listing.files.count]) }
    let file = listing.files[index]
    guard offered.isEmpty else {
      layout["name"].text = file.fileName
      return
    }
    finish(file, nil)
  }

  private func enter(_ folder: FilePath) {
    addFolder(folder)
    offerFolders(chosen: folders.firstIndex { $0.path == folder } ?? 0)
    list()
  }

  private func finish(_ path: FilePath, _ kind: SavedFile?) {
    let reply = answer
    answer = { _ in }
    // Which frees the sheet.
    close()
    reply((path, kind))
  }
}

/// The name to save as.
extension FileSheet {
  /// Gives the name the suffix of the kind that was chosen.
  private func rename() {
    if let kind = SavedFile(called: kind.name, among: offered), !layout["name"].text.isEmpty {
      layout["name"].text = kind.named(FilePath(layout["name"].text), among: offered).string
    }
    list()
  }

  private func accept() {
    guard let folder, let chosen = SavedFile(called: kind.name, among: offered) else { return }
    guard let name = FilePath.Component(layout["name"].text), name.kind == .regular else {
      return showProblem(translated("A file cannot have this name."))
    }
    let path = folder.appending(name)
    let kind = SavedFile(path, choosing: chosen, among: offered)
    guard case .file(let document) = TypedName(path, as: kind, among: offered) else {
      return showProblem(TypedName.reason(".\(path.extension ?? "")"))
    }
    let file = document.path
    if file.exists, questioned != file { return ask(file) }
    finish(file, kind)
  }

  private func ask(_ file: FilePath) {
    showProblem(translated("%s already exists.", file.fileName))
    questioned = file
    gtk_button_set_label(layout["accept"].pointer(), translated("Replace"))
  }

  private func showProblem(_ problem: String?) {
    questioned = nil
    gtk_button_set_label(layout["accept"].pointer(), translated("_Save"))
    layout["problem"].isVisible = problem != nil
    layout["problem"].setLabel(problem ?? "")
  }
}

extension FolderListing {
  fileprivate var isEmpty: Bool { files.isEmpty && folders.isEmpty }
}

extension ObjectPointer {
  /// The selected row of a drop-down list.
  fileprivate var chosen: Int { Int(gtk_drop_down_get_selected(opaque)) }

  fileprivate func offer(_ names: [String], chosen: Int) {
    let list = gtk_string_list_new(nil)
    for name in names { gtk_string_list_append(list, name) }
    gtk_drop_down_set_model(opaque, list)
    g_object_unref(UnsafeMutableRawPointer(list))
    gtk_drop_down_set_selected(opaque, guint(chosen))
    ellipsize()
  }

  /// A long name takes no more room than there is: GTK's own label makes the window as wide.
  private func ellipsize() {
    guard let button = gtk_widget_get_first_child(widget) else { return }
    for label in ObjectPointer(button).descendants(where: { is_label($0.raw) != 0 }) {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
  }

  /// The text of an entry.
  fileprivate var text: String {
    get { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_editable_set_text(opaque, newValue) }
  }
}
