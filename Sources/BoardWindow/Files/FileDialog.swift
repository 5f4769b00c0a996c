import CGtk
import SystemPackage

/// A kind of file, as a file dialog offers it.
struct FileKind: Hashable {
  var name: String
  /// Such as `*.png`.
  var pattern: String
}

/// Asks for the name of a file.
enum FileDialog {
  static func open(
    _ title: String, _ kinds: [FileKind], over window: ObjectPointer, _ take: @escaping (FilePath) -> Void
  ) {
    ask(title, "_Open", GTK_FILE_CHOOSER_ACTION_OPEN, kinds, nil, over: window, take)
  }

  /// - Parameter name: what the file might be called.
  static func save(
    _ title: String, _ kinds: [FileKind], name: String, over window: ObjectPointer, _ take: @escaping (FilePath) -> Void
  ) {
    ask(title, "_Save", GTK_FILE_CHOOSER_ACTION_SAVE, kinds, name, over: window, take)
  }

  private static func ask(
    _ title: String, _ accept: String, _ action: GtkFileChooserAction, _ kinds: [FileKind], _ name: String?,
    over window: ObjectPointer, _ take: @escaping (FilePath) -> Void
  ) {
    guard let dialog = gtk_file_chooser_native_new(title, window.pointer(), action, accept, "_Cancel") else { return }
    let chooser = ObjectPointer(dialog)
    for kind in kinds { add(kind, to: chooser) }
    if let name { gtk_file_chooser_set_current_name(chooser.opaque, name) }
    gtk_native_dialog_set_modal(chooser.pointer(), 1)
    chooser.connect(
      "response",
      answering: { answer in
        let path = answer.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue) ? chosenPath(chooser) : nil
        g_object_unref(chooser.raw)
        if let path { take(path) }
        return .handled
      })
    gtk_native_dialog_show(chooser.pointer())
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

extension FilePath {
  /// The path of a file of GIO's; nothing for one that lies elsewhere than in the file system.
  init?(_ file: OpaquePointer) {
    guard let path = g_file_get_path(file) else { return nil }
    self.init(platformString: path)
    g_free(path)
  }
}

extension FileKind {
  static let openable = [
    FileKind(name: "Recordings and drawings", pattern: "*.mcap *.json *.evemu *.event *.yml *.yaml *.log *.txt *.raw"),
    FileKind(name: "All files", pattern: "*"),
  ]
}
