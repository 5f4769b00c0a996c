import CTouchReelGtk
import SystemPackage

/// The recordings and drawings that were opened with this program, from the desktop's list of recent files.
///
/// Each change is written at once and to what the list holds then. GTK's manager of the list writes all that it
/// remembers, a little later: one of two windows that end together, or are killed, would lose its files.
enum RecentFiles {
  private static let shown = 10
  private static let programName = "touchreel"

  static func add(_ path: FilePath) {
    guard isWanted, let uri = path.uri else { return }
    // If the list cannot be written, the file is not in it; nothing else depends on it.
    FolderLock.hold(folder) {
      guard let list = load() else { return }
      defer { g_bookmark_file_free(list) }
      g_bookmark_file_set_mime_type(list, uri, type(of: path))
      g_bookmark_file_add_application(list, uri, programName, "touchreel draw %f")
      let now = g_date_time_new_now_utc()
      g_bookmark_file_set_modified_date_time(list, uri, now)
      g_date_time_unref(now)
      write(list)
    }
  }

  /// Whether the desktop keeps such a list.
  private static var isWanted: Bool {
    var value = GValue()
    g_value_init(&value, boolean_type())
    g_object_get_property(
      ObjectPointer(gtk_settings_get_default()).pointer(), "gtk-recent-files-enabled", &value)
    return g_value_get_boolean(&value) != 0
  }

  /// `nil` if there is a list that cannot be read. A damaged one is begun anew, as desktops do.
  private static func load() -> OpaquePointer? {
    let list = g_bookmark_file_new()
    var error: UnsafeMutablePointer<GError>?
    guard g_bookmark_file_load_from_file(list, listFile, &error) == 0 else { return list }
    g_bookmark_file_free(list)
    guard let error else { return nil }
    defer { g_error_free(error) }
    let isRefused =
      error.pointee.domain == g_file_error_quark() && error.pointee.code != CInt(G_FILE_ERROR_NOENT.rawValue)
    return isRefused ? nil : g_bookmark_file_new()
  }

  /// Replaces the list wholly or not at all; only its owner can read it.
  private static func write(_ list: OpaquePointer) {
    var count: gsize = 0
    guard let data = g_bookmark_file_to_data(list, &count, nil) else { return }
    defer { g_free(data) }
    g_file_set_contents_full(listFile, data, gssize(count), G_FILE_SET_CONTENTS_CONSISTENT, 0o600, nil)
  }

  private static var folder: String { String(cString: g_get_user_data_dir()) }
  private static var listFile: String { folder + "/recently-used.xbel" }

  /// Desktops may not know ours.
  private static func type(of path: FilePath) -> String {
    if SavedFile.recording.named(path) == path { return "application/vnd.mcap" }
    guard let type = g_content_type_guess(path.fileName, nil, 0, nil) else { return "application/octet-stream" }
    defer { g_free(type) }
    return String(cString: type)
  }

  /// The recent files, latest first.
  static func all() -> [FilePath] {
    guard let list = load() else { return [] }
    defer { g_bookmark_file_free(list) }
    guard let uris = g_bookmark_file_get_uris(list, nil) else { return [] }
    defer { g_strfreev(uris) }
    var files: [(path: FilePath, time: Int)] = []
    var next = uris
    while let uri = next.pointee {
      if let found = file(uri, in: list) { files.append(found) }
      next += 1
    }
    return files.sorted { $0.time > $1.time }.prefix(shown).map(\.path)
  }

  private static func file(_ uri: UnsafePointer<CChar>, in list: OpaquePointer) -> (path: FilePath, time: Int)? {
    guard g_bookmark_file_has_application(list, uri, programName, nil) != 0,
      let path = FilePath(uri: String(cString: uri)), path.exists,
      let time = g_bookmark_file_get_modified_date_time(list, uri, nil)
    else { return nil }
    return (path, g_date_time_to_unix(time) &* 1_000_000 &+ Int(g_date_time_get_microsecond(time)))
  }

  /// Fills a menu with the recent files; each item performs `win.open-file`.
  static func fill(_ menu: ObjectPointer) {
    g_menu_remove_all(menu.opaque)
    for path in all() {
      guard let uri = path.uri else { continue }
      let item = g_menu_item_new(path.fileName, nil)
      g_menu_item_set_action_and_target_value(item, "win.open-file", g_variant_new_string(uri))
      g_menu_append_item(menu.opaque, item)
      g_object_unref(UnsafeMutableRawPointer(item))
    }
  }
}
