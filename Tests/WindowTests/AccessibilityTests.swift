import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What a screen reader says of the windows, and how far one comes by keys alone.
@Suite(
  .slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence),
  .enabled(if: AccessibilityBus.isAvailable, AccessibilityBus.absence))
struct AccessibilityTests {
  private let folder: TemporaryFolder
  private let screen: VirtualScreen
  private let bus: AccessibilityBus

  init() throws {
    folder = try TemporaryFolder()
    // The bus's programs take no folder for their own that others can read.
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    screen = try VirtualScreen()
    bus = try AccessibilityBus(on: screen, in: folder)
  }

  private func draw() throws -> DrawingDesk {
    try DrawingDesk(on: screen, in: folder, variables: bus.variables)
  }

  @Test func `A tool that is chosen is pressed, and the drawing says which it is and what is selected`() throws {
    let desk = try draw()
    let before = try bus.hear("a pencil") { $0["Drawing"]?.details == "Pencil" }
    #expect(before["Drawing"]?.role == "image" && before["Drawing"]?.takesKeys == true)
    #expect(before.pressed.isSuperset(of: ["Pencil", "Pen", "Black"]) && !before.pressed.contains("Rectangle"))
    #expect(before["Colour: Black"] != nil && before["Fill: None"] != nil)
    try screen.press("r")
    let after = try bus.hear("a rectangle") { $0["Drawing"]?.details == "Rectangle" }
    #expect(after.pressed.isSuperset(of: ["Rectangle", "Black"]) && after.pressed.isDisjoint(with: ["Pencil", "Pen"]))
    try screen.click(desk.places.swatch(2))
    try bus.hear("a blue that is chosen") {
      $0["Colour: Sky blue"] != nil && $0.pressed.contains("Sky blue") && !$0.pressed.contains("Black")
    }
    let corners = [desk.paper(200, 200), desk.paper(250, 240), desk.paper(300, 300)]
    try desk.draw(corners, inkAt: desk.paper(250, 300))
    try screen.press("ctrl+a")
    try bus.hear("what is selected") { $0["Drawing"]?.details == "Select and move. Selected: Rectangle" }
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }

  @Test func `All that takes the keys in the drawing window has a name`() throws {
    let desk = try draw()
    let elements = try bus.hear("the bars") { $0["Lasso"] != nil && $0["Width"] != nil }
    #expect(elements.unnamed.map(\.description) == [])
    try screen.click(desk.places.color)
    try expectNames("the popover of colours") { $0["Other Colour…"] != nil }
    try screen.press("Escape")
    try screen.press("F10")
    try expectNames("the menu") { $0["Preferences…"] != nil || $0.contains { $0.name.hasPrefix("Preferences") } }
    try screen.press("Escape")
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  /// The preferences begin with the button of the dialog about pens.
  @Test(arguments: [
    [("ctrl+comma", "Preferences"), ("Return", "Pen and Palm")], [("ctrl+b", "Background")],
  ])
  func `All that takes the keys in a dialog has a name`(_ steps: [(key: String, title: String)]) throws {
    let desk = try draw()
    for (key, title) in steps {
      try screen.press(key)
      try expectNames(title) { $0.contains { $0.role == "frame" && $0.name == title } }
    }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
  }

  private func expectNames(
    _ expectation: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isShown: ([AccessibleElement]) -> Bool
  ) throws {
    let elements = try bus.hear(expectation, sourceLocation: sourceLocation, isShown)
    #expect(elements.unnamed.map(\.description) == [], "\(expectation)", sourceLocation: sourceLocation)
  }

  @Test func `The player's controls have names, and say whether they are pressed`() throws {
    let window = try OpenWindow(
      ["play", Fixture.path("ten-fingers.mcap")], on: screen, in: folder, variables: bus.variables)
    let elements = try bus.hear("the controls") { $0["Loop"] != nil && $0["Play or pause"] != nil }
    #expect(elements.unnamed.map(\.description) == [])
    #expect(elements["Replay"]?.takesKeys == true && !elements.pressed.contains("Loop"))
    try screen.press("l")
    try bus.hear("a loop that is on") { $0.pressed.contains("Loop") }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  @Test func `The page of drawings is worked by keys alone`() throws {
    let sessions = folder.url.appendingPathComponent("data/touchreel/sessions")
    try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
    for (name, age) in [("one", 60.0), ("two", 7200)] {
      let file = sessions.appendingPathComponent(name + ".mcap")
      try FileManager.default.copyItem(at: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")), to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: file.path)
      try Data("Drawing \(name)\n".utf8).write(to: URL(fileURLWithPath: file.path + ".name"))
    }
    let window = try OpenWindow(["draw"], on: screen, in: folder, variables: bus.variables)
    let elements = try bus.hear("the page with the keys") { $0.focus?.name == "Continue Drawing one" }
    #expect(elements.unnamed.map(\.description) == [])
    try hearFocus([
      "New Drawing", "Search names and texts", "Open Drawing one", "Rename Drawing one", "Delete Drawing one",
      "Open Drawing two",
    ])
    // Below the last row is another drawing's, so the keys stay.
    for (key, name) in [("Down", "two"), ("Home", "one"), ("End", "two"), ("Up", "one"), ("Down", "two")] {
      try screen.press(key)
      try bus.hear("the row that \(key) goes to") { $0.focus?.name.hasPrefix("Open Drawing \(name)") == true }
    }
    try screen.press("F2")
    try bus.hear("a field") { $0.focus?.name == "Name" }
    try screen.press("ctrl+a")
    try screen.type("Pot")
    try screen.press("Return")
    try bus.hear("the row again, with its name") { $0.focus?.name.hasPrefix("Open Pot") == true }
    try screen.press("Delete")
    try bus.hear("the row that is left") {
      $0.focus?.name.hasPrefix("Open Drawing one") == true && $0["Delete Pot"] == nil
    }
    try screen.press("ctrl+z")
    try bus.hear("the drawing that is back, with the keys") { $0.focus?.name.hasPrefix("Open Pot") == true }
    try hearFocus(["Rename Pot"])
    try screen.press("shift+Tab")
    try bus.hear("the row once more") { $0.focus?.name.hasPrefix("Open Pot") == true }
    try screen.press("Escape")
    try bus.hear("the canvas") { $0.focus?.name == "Drawing" }
    try screen.press("ctrl+shift+o")
    try bus.hear("the page once more") { $0.focus?.name.hasPrefix("Continue") == true }
    // Beside the list, the row is named that was chosen last.
    try screen.press("F2")
    try bus.hear("its field") { $0.focus?.name == "Name" }
    try screen.press("Escape", "ctrl+shift+o")
    try bus.hear("the page's first button") { $0.focus?.name.hasPrefix("Continue") == true }
    try hearFocus(["New Drawing", "Search names and texts"])
    try screen.type("pot")
    try bus.hear("what is found") { $0["Delete Pot"] != nil && $0["Delete Drawing one"] == nil }
    try screen.press("Return")
    try bus.hear("what is found, with the keys") { $0.focus?.name.hasPrefix("Open Pot") == true }
    try screen.press("Return")
    try bus.hear("the drawing, by its name") { elements in
      elements.contains { $0.role == "label" && $0.name == "Pot" } && elements.focus?.name == "Drawing"
    }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }

  /// Presses Tab for each name, and expects that the keys come there.
  private func hearFocus(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for name in names {
      try screen.press("Tab")
      try bus.hear("the keys at \(name)", sourceLocation: sourceLocation) {
        $0.focus?.name.hasPrefix(name) == true
      }
    }
  }

  @Test func `The title and the page call a drawing without a name alike`() throws {
    let sessions = folder.url.appendingPathComponent("data/touchreel/sessions")
    try FileManager.default.createDirectory(at: sessions, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: Fixture.path("ten-fingers.mcap")), to: sessions.appendingPathComponent("one.mcap"))
    let window = try OpenWindow(["draw"], on: screen, in: folder, variables: bus.variables)
    let elements = try bus.hear("the page") { $0.focus?.name.hasPrefix("Continue Drawing of ") == true }
    let name = String((elements.focus?.name ?? "").dropFirst("Continue ".count))
    #expect(elements["Open \(name)"] != nil && elements.count { $0.role == "label" && $0.name == name } == 2)
    try screen.press("Return")
    try bus.hear("the same name in the title") { elements in
      elements.focus?.name == "Drawing" && elements.contains { $0.role == "label" && $0.name == name }
    }
    #expect(window.end(with: SIGTERM) == 0, "\(window.log)")
  }
}
