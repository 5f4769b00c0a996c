import CGtk

/// Choices of the user that are kept between runs, in `$XDG_CONFIG_HOME/touchreel/window.ini`.
struct Preferences {
  enum Key: String {
    case gestures, dark
  }

  private static let group = "window"

  static subscript(_ key: Key) -> SwitchState? {
    get {
      let file = load()
      defer { g_key_file_free(file) }
      guard g_key_file_has_key(file, group, key.rawValue, nil) != 0 else { return nil }
      return SwitchState(g_key_file_get_boolean(file, group, key.rawValue, nil) != 0)
    }
    set {
      guard let newValue else { return }
      let file = load()
      defer { g_key_file_free(file) }
      g_key_file_set_boolean(file, group, key.rawValue, newValue == .on ? 1 : 0)
      // If the file cannot be written, the choice is lost; nothing else depends on it.
      g_mkdir_with_parents(folder, 0o700)
      g_key_file_save_to_file(file, path, nil)
    }
  }

  private static func load() -> OpaquePointer? {
    let file = g_key_file_new()
    g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
    return file
  }

  private static var folder: String { String(cString: g_get_user_config_dir()) + "/touchreel" }
  private static var path: String { folder + "/window.ini" }
}
