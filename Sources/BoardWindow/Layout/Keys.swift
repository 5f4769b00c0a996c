import DrawingBoard

/// Which keys do what.
enum Keys {
  static let all: [(action: String, keys: [String])] = [
    ("win.background", ["<Control>b"]), ("win.new", ["<Control>n"]), ("win.open", ["<Control>o"]),
    ("win.save-as", ["<Control>s", "<Shift><Control>s"]),
    ("win.zoom-in", ["<Control>plus", "<Control>equal"]), ("win.zoom-out", ["<Control>minus"]),
    ("win.zoom-original", ["<Control>0"]), ("win.fullscreen", ["F11"]),
    ("win.show-help-overlay", ["<Control>question", "<Shift><Control>slash", "F1"]),
    ("win.close", ["<Control>w"]), ("win.branch", ["<Control>d"]), ("app.quit", ["<Control>q"]),
    ("win.escape", ["Escape"]),
  ]

  /// Those that mean something else where one types: letters, and what edits a text.
  static let typed: [(action: String, keys: [String])] =
    Tool.allCases.map { ("win.tool('\($0.rawValue)')", [$0.key]) } + [
      ("win.undo", ["<Control>z"]), ("win.redo", ["<Shift><Control>z", "<Control>y"]),
      ("win.copy", ["<Control>c"]), ("win.clear", ["<Control>Delete"]), ("win.delete", ["Delete"]),
      ("win.play", ["space"]), ("win.step-back", ["Left"]), ("win.step-on", ["Right"]), ("win.to-start", ["Home"]),
      ("win.to-end", ["End"]), ("win.slower", ["minus"]), ("win.faster", ["plus"]),
      ("win.touches", ["t"]), ("win.loop", ["l"]), ("win.cancelled", ["c"]),
      ("win.thinner", ["bracketleft"]), ("win.wider", ["bracketright"]),
    ]
}
