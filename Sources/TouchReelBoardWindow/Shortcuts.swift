import CTouchReelGtk
import Glibc
import TouchReelDrawingBoard

/// The keyboard shortcuts of the windows.
///
/// ``ShortcutGroup`` lists them for the user.
struct Shortcuts {
  static let always: [(action: String, keys: [String])] = [
    ("win.background", ["<Control>b"]), ("win.new", ["<Control>n"]), ("win.open", ["<Control>o"]),
    ("win.sessions", ["<Shift><Control>o"]),
    ("win.save", ["<Control>s"]), ("win.save-as", ["<Shift><Control>s"]), ("win.print", ["<Control>p"]),
    ("win.zoom-in", ["<Control>plus", "<Control>equal"]), ("win.zoom-out", ["<Control>minus"]),
    ("win.zoom-original", ["<Control>0"]), ("win.fullscreen", ["F11"]), ("win.bars", ["F9"]), ("win.pages", ["F8"]),
    ("win.layers", ["F7"]),
    ("win.rename", ["F2"]), ("win.preferences", ["<Control>comma"]),
    ("win.shortcuts", ["<Control>question", "<Shift><Control>slash", "F1"]),
    ("win.close", ["<Control>w"]), ("win.branch", ["<Control>d"]), ("app.quit", ["<Control>q"]),
    ("win.escape", ["Escape"]),
  ]

  /// Keys with another meaning in a text field: letters, and those that edit text.
  static let outsideText: [(action: String, keys: [String])] = ofTools + ofActions

  private static let ofTools: [(action: String, keys: [String])] = Tool.allCases.map { tool in
    (action: "win.tool('\(tool.rawValue)')", keys: [tool.key])
  }

  private static let ofActions: [(action: String, keys: [String])] = [
    ("win.copy", ["<Control>c"]), ("win.cut", ["<Control>x"]), ("win.paste", ["<Control>v"]),
    ("win.clear", ["<Control>Delete"]), ("win.delete", ["Delete"]),
    ("win.select-all", ["<Control>a"]), ("win.duplicate", ["<Control>d"]),
    ("win.to-front", ["<Control>Home"]), ("win.to-back", ["<Control>End"]),
    ("win.flip-horizontally", ["<Shift>h"]), ("win.flip-vertically", ["<Shift>v"]),
    ("win.align-left", ["<Shift><Control>Left"]), ("win.align-right", ["<Shift><Control>Right"]),
    ("win.align-top", ["<Shift><Control>Up"]), ("win.align-bottom", ["<Shift><Control>Down"]),
    ("win.snap", ["<Control>apostrophe"]),
    ("win.play", ["space"]), ("win.step-back", ["Left"]), ("win.step-on", ["Right"]), ("win.to-start", ["Home"]),
    ("win.to-end", ["End"]), ("win.slower", ["minus"]), ("win.faster", ["plus"]),
    ("win.touches", ["t"]), ("win.loop", ["l"]), ("win.cancelled", ["c"]),
    ("win.next-touch", ["n"]), ("win.previous-touch", ["<Shift>n"]),
    ("win.next-oddity", ["x"]), ("win.previous-oddity", ["<Shift>x"]),
    ("win.mark-start", ["i"]), ("win.mark-end", ["o"]), ("win.save-part", ["<Control>e"]),
    ("win.pick-color", ["i"]), ("win.next-guide", ["u"]),
    ("win.page-next", ["Page_Down"]), ("win.page-previous", ["Page_Up"]), ("win.page-add", ["<Shift>Page_Down"]),
    ("win.layer-above", ["<Control>Page_Up"]), ("win.layer-below", ["<Control>Page_Down"]),
    ("win.layer-add", ["<Shift><Control>n"]),
    ("win.thinner", ["bracketleft"]), ("win.wider", ["bracketright"]),
  ]

  /// Keys that fields have of their own. Where a text is typed on the board, they take back letters first, and then go
  /// on to what was drawn before.
  static let outsideFields: [(action: String, keys: [String])] = [
    ("win.undo", ["<Control>z"]), ("win.redo", ["<Shift><Control>z", "<Control>y"]),
  ]

  static let all = always + outsideText + outsideFields

  /// The keys of an action; empty if it has none.
  static func keys(of action: String) -> [String] { all.first { $0.action == action }?.keys ?? [] }

  private let application: ObjectPointer

  init(of application: ObjectPointer) { self.application = application }

  func install() {
    for (action, keys) in Self.always { setKeys(action, keys) }
    setTextKeys(.on)
    setUndoKeys(.on)
  }

  /// Turns the shortcuts that would interfere with typing on or off.
  func setTextKeys(_ state: SwitchState) {
    for (action, keys) in Self.outsideText { setKeys(action, state == .on ? keys : []) }
  }

  /// Turns the keys of undo on or off.
  func setUndoKeys(_ state: SwitchState) {
    for (action, keys) in Self.outsideFields { setKeys(action, state == .on ? keys : []) }
  }

  private func setKeys(_ action: String, _ keys: [String]) {
    var names: [UnsafeMutablePointer<CChar>?] = keys.map { strdup($0) } + [nil]
    defer { for name in names { free(name) } }
    names.withUnsafeMutableBufferPointer { names in
      names.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
        gtk_application_set_accels_for_action(application.pointer(), action, $0.baseAddress)
      }
    }
  }
}
