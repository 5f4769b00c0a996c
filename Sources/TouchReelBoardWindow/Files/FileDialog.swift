import CTouchReelGtk
import SystemPackage
import TouchReelReplaying

/// A kind of file in a file dialog.
struct FileKind: Hashable {
  var name: String
  /// Patterns separated by spaces, such as `*.png *.jpg`.
  var pattern: String
}

/// Asks for the name of a file.
enum FileDialog {
  /// Whether one is open, be it the program's own or the desktop's.
  private(set) static var isOpen = false

  static func open(
    _ title: String, _ kinds: [FileKind], over window: ObjectPointer, _ handle: @escaping (FilePath) -> Void
  ) {
    if FileSheet.isNeeded(over: window) { return FileSheet.open(title, kinds, over: window, handle) }
    guard let chooser = make(title, translated("_Open"), GTK_FILE_CHOOSER_ACTION_OPEN, kinds, over: window) else {
      return
    }
    show(chooser) { if let path = $0 { handle(path) } }
  }

  /// - Parameters:
  ///   - name: the suggested name, with the folder that is offered first if it has one.
  ///   - kind: the kind that is chosen at first.
  ///   - offered: the kinds that can be chosen.
  ///   - answer: called with the name and the kind to save; `nil` if none was chosen.
  static func save(
    _ title: String, name: FilePath, as kind: SavedFile, among offered: [SavedFile] = SavedFile.allCases,
    over window: ObjectPointer, _ answer: @escaping ((FilePath, SavedFile)?) -> Void
  ) {
    if FileSheet.isNeeded(over: window) {
      return FileSheet.save(title, name: name, as: kind, among: offered, over: window, answer)
    }
    let kinds = offered.map(\.kind)
    guard let chooser = make(title, translated("_Save"), GTK_FILE_CHOOSER_ACTION_SAVE, kinds, over: window) else {
      return answer(nil)
    }
    gtk_file_chooser_set_current_name(chooser.opaque, name.fileName)
    choose(kind.kind, in: chooser)
    // The kind whose suffix the name was given.
    var followed = kind
    show(chooser) { path in
      let chosen = chosenKind(chooser, among: offered) ?? kind
      answer(
        path.map { path in
          (
            path,
            chosen == followed
              ? SavedFile(path, choosing: chosen, among: offered)
              : SavedFile(path, choosing: chosen, suggested: kind, among: offered)
          )
        })
    }
    // Only GTK's own dialog has it; a desktop's is in another program.
    for dialog in dialogs {
      dialog.connect("notify::filter") {
        followed = chosenKind(dialog, among: offered) ?? kind
        rename(as: followed, among: offered, in: dialog)
      }
    }
  }

  /// GTK asks about the name that it shows, so that has to be the file's.
  private static func rename(as kind: SavedFile, among offered: [SavedFile], in chooser: ObjectPointer) {
    guard let text = gtk_file_chooser_get_current_name(chooser.opaque) else { return }
    defer { g_free(text) }
    let name = String(cString: text)
    let renamed = name.isEmpty ? name : kind.named(FilePath(name), among: offered).string
    if renamed != name { gtk_file_chooser_set_current_name(chooser.opaque, renamed) }
  }

  private static func make(
    _ title: String, _ accept: String, _ action: GtkFileChooserAction, _ kinds: [FileKind], over window: ObjectPointer
  ) -> ObjectPointer? {
    guard let dialog = gtk_file_chooser_native_new(title, window.pointer(), action, accept, translated("_Cancel"))
    else {
      return nil
    }
    let chooser = ObjectPointer(dialog)
    for kind in kinds { add(kind, to: chooser) }
    gtk_native_dialog_set_modal(chooser.pointer(), 1)
    return chooser
  }

  /// - Parameter handle: called with the chosen file; `nil` if there is none.
  private static func show(_ chooser: ObjectPointer, _ handle: @escaping (FilePath?) -> Void) {
    chooser.connect(
      "response",
      answering: { answer in
        isOpen = false
        handle(answer.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue) ? chosenPath(chooser) : nil)
        g_object_unref(chooser.raw)
        return .handled
      })
    isOpen = true
    narrow()
    gtk_native_dialog_show(chooser.pointer())
  }

  /// GTK's own dialog asks for a name of at least 45 letters' width, and is cut off on a phone's screen.
  private static func narrow() {
    for dialog in dialogs {
      for entry in dialog.descendants(where: { is_entry($0.raw) != 0 }) {
        gtk_editable_set_width_chars(entry.opaque, 12)
      }
    }
  }

  /// The dialogs of GTK that are open.
  private static var dialogs: [ObjectPointer] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    var found: [ObjectPointer] = []
    var item = list
    while let node = item {
      if let toplevel = node.pointee.data, is_file_dialog(toplevel) != 0 { found.append(ObjectPointer(toplevel)) }
      item = node.pointee.next
    }
    return found
  }

  private static func choose(_ kind: FileKind, in chooser: ObjectPointer) {
    guard let filters = gtk_file_chooser_get_filters(chooser.opaque) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(filters)) }
    for index in 0..<g_list_model_get_n_items(filters) {
      guard let filter = g_list_model_get_item(filters, index) else { continue }
      defer { g_object_unref(filter) }
      if gtk_file_filter_get_name(OpaquePointer(filter)).map({ String(cString: $0) }) == kind.name {
        gtk_file_chooser_set_filter(chooser.opaque, OpaquePointer(filter))
      }
    }
  }

  private static func chosenKind(_ chooser: ObjectPointer, among offered: [SavedFile]) -> SavedFile? {
    guard let filter = gtk_file_chooser_get_filter(chooser.opaque), let name = gtk_file_filter_get_name(filter) else {
      return nil
    }
    return SavedFile(called: String(cString: name), among: offered)
  }

  private static func add(_ kind: FileKind, to chooser: ObjectPointer) {
    let filter = gtk_file_filter_new()
    gtk_file_filter_set_name(filter, kind.name)
    for pattern in kind.pattern.split(separator: " ") { gtk_file_filter_add_pattern(filter, String(pattern)) }
    gtk_file_chooser_add_filter(chooser.opaque, filter)
  }

  private static func chosenPath(_ chooser: ObjectPointer) -> FilePath? {
    guard let file = gtk_file_chooser_get_file(chooser.opaque) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    return FilePath(file)
  }
}

extension FileKind {
  static var openable: [FileKind] {
    [
      FileKind(
        name: translated("Recordings, drawings and pictures"),
        pattern: InputSuffixes.all.map { "*.\($0) " }.joined() + LoadedImage.patterns + " " + PDFPaper.pattern),
      FileKind(name: translated("All files"), pattern: "*"),
    ]
  }
}
