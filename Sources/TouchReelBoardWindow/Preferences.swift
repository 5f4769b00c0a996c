import CTouchReelGtk
import TouchReelLiveDrawing

/// Choices of the user that are kept between runs, in `$XDG_CONFIG_HOME/touchreel/window.ini`.
struct Preferences {
  enum Key: String {
    case gestures, dark, maximized
    /// Whether each touch has its own colour in a new drawing.
    case colorByTouch
    /// Whether a new drawing shows ink that was cancelled.
    case cancelledInk
    /// Whether what was drawn before is shown when the program starts.
    case startPage
    /// Whether drawings without a file of the user's choice are recorded.
    case recording
    /// Whether the eraser removes whole strokes and shapes.
    case erasesShapes
    /// Whether only pens draw, and fingers move what is seen.
    case penOnly
    /// Whether strokes in progress are drawn ahead.
    case predicting
    /// Whether long contacts are palms.
    case palmsBySize
    /// Whether the message was shown that says where drawings are kept which nobody saved.
    case knowsWhereKept
  }

  enum Number: String {
    case width, height
    /// The eraser's width, in board points.
    case eraserWidth
    /// The exponent of the curve by which pressure gives widths, in hundredths.
    case pressureExponent
    /// The size from which a contact is a palm, in millimetres.
    case palmSize
  }

  private static let group = "window"
  private static let penGroup = "pen"
  private static let presetGroup = "pens"

  static subscript(_ key: Key) -> SwitchState? {
    get {
      let file = load()
      defer { g_key_file_free(file) }
      guard g_key_file_has_key(file, group, key.rawValue, nil) != 0 else { return nil }
      return SwitchState(g_key_file_get_boolean(file, group, key.rawValue, nil) != 0)
    }
    set {
      guard let newValue else { return }
      change { g_key_file_set_boolean($0, group, key.rawValue, newValue == .on ? 1 : 0) }
    }
  }

  /// `nil` if it was never set, or is not above zero.
  static subscript(_ key: Number) -> CInt? {
    get {
      let file = load()
      defer { g_key_file_free(file) }
      let value = g_key_file_get_integer(file, group, key.rawValue, nil)
      return value > 0 ? value : nil
    }
    set {
      guard let newValue else { return }
      change { g_key_file_set_integer($0, group, key.rawValue, newValue) }
    }
  }

  /// What a finger, a part of a pen or a button of a mouse does; `nil` if it was never set, or is not known.
  static subscript(_ part: PenControls.Part) -> PenControls.Action? {
    get {
      let file = load()
      defer { g_key_file_free(file) }
      guard let word = g_key_file_get_string(file, penGroup, part.rawValue, nil) else { return nil }
      defer { g_free(word) }
      return PenControls.Action(word: String(cString: word))
    }
    set {
      guard let newValue else { return }
      change { g_key_file_set_string($0, penGroup, part.rawValue, newValue.word) }
    }
  }

  /// What is kept of one of the user's pens; `nil` if it was never set.
  static subscript(pens name: String) -> String? {
    get {
      let file = load()
      defer { g_key_file_free(file) }
      guard let text = g_key_file_get_string(file, presetGroup, name, nil) else { return nil }
      defer { g_free(text) }
      return String(cString: text)
    }
    set {
      guard let newValue else { return }
      change { g_key_file_set_string($0, presetGroup, name, newValue) }
    }
  }

  private static func change(_ set: (OpaquePointer?) -> Void) {
    // If the file cannot be written, the choice is lost; nothing else depends on it.
    FolderLock.hold(folder) {
      let file = load()
      defer { g_key_file_free(file) }
      set(file)
      g_key_file_save_to_file(file, path, nil)
    }
  }

  private static func load() -> OpaquePointer? {
    let file = g_key_file_new()
    g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
    return file
  }

  static var folder: String { String(cString: g_get_user_config_dir()) + "/touchreel" }
  private static var path: String { folder + "/window.ini" }
}
