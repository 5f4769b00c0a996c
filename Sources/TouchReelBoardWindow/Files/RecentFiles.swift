import CTouchReelGtk
import SystemPackage

/// The recordings and drawings that were opened with this program, from the desktop's list of recent files.
enum RecentFiles {
  private static let shown = 10
  private static let programName = "touchreel"

  static func add(_ path: FilePath) {
    guard let uri = path.uri else { return }
    var name = Array("touchreel".utf8CString)
    var command = Array("touchreel draw %f".utf8CString)
    var type = Array(type(of: path).utf8CString)
    name.withUnsafeMutableBufferPointer { name in
      command.withUnsafeMutableBufferPointer { command in
        type.withUnsafeMutableBufferPointer { type in
          var data = GtkRecentData()
          data.mime_type = type.baseAddress
          data.app_name = name.baseAddress
          data.app_exec = command.baseAddress
          gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data)
        }
      }
    }
  }

  /// Desktops may not know ours.
  private static func type(of path: FilePath) -> String {
    if SavedFile.recording.named(path) == path { return "application/vnd.mcap" }
    guard let type = g_content_type_guess(path.fileName, nil, 0, nil) else { return "application/octet-stream" }
    defer { g_free(type) }
    return String(cString: type)
  }

  /// The recent files, latest first.
  static func all() -> [FilePath] {
    guard let list = gtk_recent_manager_get_items(gtk_recent_manager_get_default()) else { return [] }
    var files: [(path: FilePath, time: Int)] = []
    var item: UnsafeMutablePointer<GList>? = list
    while let node = item {
      if let info = node.pointee.data {
        if let file = file(OpaquePointer(info)) { files.append(file) }
        gtk_recent_info_unref(OpaquePointer(info))
      }
      item = node.pointee.next
    }
    g_list_free(list)
    return files.sorted { $0.time > $1.time }.prefix(shown).map(\.path)
  }

  private static func file(_ info: OpaquePointer) -> (path: FilePath, time: Int)? {
    guard gtk_recent_info_has_application(info, programName) != 0, gtk_recent_info_exists(info) != 0,
      let path = FilePath(uri: String(cString: gtk_recent_info_get_uri(info)))
    else { return nil }
    return (path, g_date_time_to_unix(gtk_recent_info_get_modified(info)))
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
