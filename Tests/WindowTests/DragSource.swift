import Foundation
import TestSupport
import Testing

/// Another program, from whose window something is dragged: a square in the top left corner of the screen.
final class DragSource {
  static let isAvailable =
    (try? Programs.run(python, ["-c", "import gi; gi.require_version('Gtk', '4.0')"]).status) == 0
  static let absence = "skipped: no GTK 4 for Python (scripts/test installs it)"
  private static let python = "/usr/bin/python3"
  private static let color: UInt32 = 0xff00ff
  private static let side = 60

  private let screen: VirtualScreen
  private let process = Process()

  /// - Parameters:
  ///   - files: paths.
  ///   - type: the media type of the content of the one file; `nil` for a list of files.
  init(_ files: [String], as type: String? = nil, on screen: VirtualScreen) throws {
    self.screen = screen
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-c", Self.script, type ?? "files"] + files
    process.environment = screen.environment.merging([
      "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory",
      "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try process.runUnblocked()
    try screen.see("what is dragged") { $0[Self.side / 2, Self.side / 2] == Self.color }
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Drags it to a place and lets it go there; then the program ends.
  func drop(at place: Place) throws {
    let start = Place(x: Self.side / 2, y: Self.side / 2)
    try screen.act("mousemove", "\(start.x)", "\(start.y)", "mousedown", "1")
    for step in 1...10 {
      let (x, y) = (start.x + (place.x - start.x) * step / 10, start.y + (place.y - start.y) * step / 10)
      try screen.act("mousemove", "\(x)", "\(y)", "sleep", "0.05")
    }
    try screen.act("mouseup", "1")
    process.waitUntilExit()
  }

  private static let script = """
    import sys
    import gi
    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, Gio, GLib, Gtk

    def content(kind, names):
        if kind == "files":
            files = [Gio.File.new_for_path(name) for name in names]
            return Gdk.ContentProvider.new_for_value(Gdk.FileList.new_from_list(files))
        return Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(open(names[0], "rb").read()))

    def activate(application):
        style = Gtk.CssProvider()
        style.load_from_data(b"window { background: #ff00ff; }")
        window = Gtk.ApplicationWindow(application=application, decorated=False)
        window.set_default_size(\(side), \(side))
        window.get_style_context().add_provider(style, 900)
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY, content=content(sys.argv[1], sys.argv[2:]))
        source.connect("drag-end", lambda *_: application.quit())
        window.add_controller(source)
        window.present()

    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    application.connect("activate", activate)
    application.run()
    """
}
