import Foundation
import TestSupport
import Testing

/// A session's bus on which a window says what it is made of, and a screen reader that asks it.
final class AccessibilityBus {
  static let isAvailable =
    Programs.installed("dbus-daemon") != nil
    && (try? Programs.run(python, ["-c", "import gi; gi.require_version('Atspi', '2.0')"]).status) == 0
  static let absence: Comment = "skipped: no AT-SPI for Python (scripts/test installs it)"
  private static let python = "/usr/bin/python3"

  private let address: String
  private let daemon = Process()
  private let reader = Process()
  private let questions = Pipe()
  private let answers = Pipe()

  /// - Parameter folder: the window's, whose processes it has for its own.
  init(on screen: VirtualScreen, in folder: TemporaryFolder) throws {
    address = "unix:path=\(folder.path("bus"))"
    daemon.executableURL = Programs.installed("dbus-daemon").map(URL.init(fileURLWithPath:))
    daemon.arguments = ["--session", "--nofork", "--print-address=1", "--address=\(address)"]
    daemon.environment = Self.environment(screen, folder)
    let output = Pipe()
    (daemon.standardOutput, daemon.standardError) = (output, FileHandle.nullDevice)
    try daemon.runUnblocked()
    guard try output.fileHandleForReading.read(upToCount: 1) != nil else {
      throw Failure(description: "there is no bus")
    }
    reader.executableURL = URL(fileURLWithPath: Self.python)
    reader.arguments = ["-c", Self.script]
    reader.environment = Self.environment(screen, folder).merging(variables) { $1 }
    (reader.standardInput, reader.standardOutput) = (questions, answers)
    try reader.runUnblocked()
  }

  deinit {
    try? questions.fileHandleForWriting.close()
    for process in [reader, daemon] where process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private static func environment(_ screen: VirtualScreen, _ folder: TemporaryFolder) -> [String: String] {
    screen.environment.merging([
      "HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "GSETTINGS_BACKEND": "memory",
    ]) { $1 }
  }

  /// Variables of a window's environment that let it speak here.
  var variables: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address, "GTK_A11Y": "atspi"] }

  /// All that programs show now, each before what is in it.
  func elements() throws -> [AccessibleElement] {
    try questions.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    var line = Data()
    while let byte = try answers.fileHandleForReading.read(upToCount: 1), byte.count == 1, byte[0] != 10 {
      line += byte
    }
    return try JSONDecoder().decode([AccessibleElement].self, from: line)
  }

  /// Asks until what is answered is as expected, for a minute at most.
  @discardableResult
  func hear(
    _ expectation: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: ([AccessibleElement]) -> Bool
  ) throws -> [AccessibleElement] {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let elements = try elements()
      if isSo(elements) { return elements }
      guard ContinuousClock.now < end else {
        let heard = elements.map(\.description).joined(separator: "\n")
        throw Failure(description: "not heard within a minute: \(expectation)\n\(heard)")
      }
      usleep(100_000)
    }
  }

  /// Answers each line with a line.
  private static let script = """
    import json
    import sys
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib

    def walk(element, depth, found):
        try:
            states = [state.value_nick for state in element.get_state_set().get_states()]
            found.append({
                "depth": depth, "role": element.get_role_name(), "name": element.get_name() or "",
                "details": element.get_description() or "", "states": states,
            })
            for index in range(element.get_child_count()):
                child = element.get_child_at_index(index)
                if child:
                    walk(child, depth + 1, found)
        except GLib.Error:
            # It went away while it was asked.
            pass

    def answer():
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        found = []
        for index in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(index)
            if application:
                application.clear_cache()
                walk(application, 0, found)
        return found

    for line in sys.stdin:
        print(json.dumps(answer()), flush=True)
    """
}

/// What a screen reader knows of a part of a window.
struct AccessibleElement: Decodable, CustomStringConvertible {
  /// How many others it is in.
  let depth: Int
  let role: String
  let name: String
  /// What is said besides the name.
  let details: String
  let states: Set<String>

  var takesKeys: Bool { states.contains("focusable") }
  var hasKeys: Bool { states.contains("focused") }
  var isPressed: Bool { states.contains("pressed") || states.contains("checked") }
  /// GTK calls what has no name by its class.
  var hasName: Bool { !name.isEmpty && !name.hasPrefix("Gtk") && !name.hasPrefix("TouchReel") }

  var description: String { "\(depth) \(role) '\(name)' '\(details)' \(states.sorted().joined(separator: " "))" }
}

extension [AccessibleElement] {
  /// The first of a name.
  subscript(_ name: String) -> AccessibleElement? { first { $0.name == name } }

  /// What takes the keys and has no name, besides what GTK's own menus are scrolled in, and the item that it shows
  /// within the button of a list.
  var unnamed: [AccessibleElement] {
    filter { $0.takesKeys && !$0.hasName && $0.name != "GtkListItemWidget" && $0.role != "scroll pane" }
  }

  /// The names of what is pressed or checked.
  var pressed: Set<String> { Set(filter(\.isPressed).map(\.name)) }

  var focus: AccessibleElement? { first(where: \.hasKeys) }
}
