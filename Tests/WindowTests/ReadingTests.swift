import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What takes long to read: the window is there meanwhile, says so and can be used. A pipe gives the recording when the
/// test wants it.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct ReadingTests {
  private static let recording = Fixture.path("ten-fingers.mcap")

  /// The window of the player while it reads: its canvas is bare, its controls are pale.
  private func isReading(_ screen: Screenshot) -> Bool {
    PlayerDesk.hasKeys(screen) && PlayerDesk.place(in: screen) == nil
      && screen[PlayerDesk.canvas.middle] != 0xffffff && screen.count(in: PlayerDesk.canvas, of: 0) == 0
  }

  /// The menu of either window lies over the right half of the canvas.
  private func isMenuOpen(_ screen: Screenshot, right: Int) -> Bool {
    screen.count(in: PixelRect(minX: right - 260, minY: 70, maxX: right - 30, maxY: 400), of: 0xffffff) > 20_000
  }

  @Test func `The player is there before its recording, and plays it when it has come`() throws {
    let folder = try TemporaryFolder()
    let late = try LateRecording(in: folder)
    let window = try OpenWindow(["play", late.path, "--speed", "16"], on: VirtualScreen(), in: folder)
    try window.see("a window that reads", isReading).attach("reading")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.recording))
    try late.arrive(bytes.prefix(30_000))
    try window.screen.press("F10")
    let menu = try window.see("the menu") { isMenuOpen($0, right: 1000) }
    menu.attach("the menu while it reads")
    #expect(PlayerDesk.place(in: menu) == nil)
    try window.screen.press("Escape")
    try late.arrive(bytes.dropFirst(30_000))
    try late.end()
    try window.see("the end") { (PlayerDesk.place(in: $0) ?? 0) > 0.995 && PlayerDesk.hasInk($0) }
    #expect(try window.quit() == 0, "\(window.log)")
    #expect(window.log == "")
  }

  @Test(arguments: ["play", "draw"])
  func `A window that reads is closed at once`(_ command: String) throws {
    let folder = try TemporaryFolder()
    let late = try LateRecording(in: folder)
    let window = try OpenWindow([command, late.path], on: VirtualScreen(), in: folder)
    try window.see("a window that has the keys", PlayerDesk.hasKeys)
    try late.arrive(Data(contentsOf: URL(fileURLWithPath: Self.recording)).prefix(30_000))
    #expect(try window.quit() == 0, "\(window.log)")
    #expect(window.log == "")
    #expect(folder.files(endingIn: ".mcap").map(\.path) == [late.path])
  }

  @Test func `What is drawn on is read while the window is there`() throws {
    let folder = try TemporaryFolder()
    let late = try LateRecording(in: folder)
    let window = try OpenWindow(["draw", late.path], on: VirtualScreen(), in: folder)
    try window.see("a window that has the keys, and no board") {
      PlayerDesk.hasKeys($0) && $0[Place(x: 560, y: 300)] != 0xffffff
    }.attach("reading to draw on")
    try window.screen.press("F10")
    try window.see("the menu") { isMenuOpen($0, right: 1120) }
    try window.screen.press("Escape")
    try late.arrive(Data(contentsOf: URL(fileURLWithPath: Self.recording)))
    try late.end()
    let canvas = PixelRect(x: 130, y: 100, width: 900, height: 500)
    try window.see("the drawing") { $0.count(in: canvas, of: 0) > 2000 && $0.count(in: canvas, of: 0xffffff) > 2000 }
      .attach("read to draw on")
    try window.screen.drag([Place(x: 300, y: 560), Place(x: 900, y: 560)])
    try window.see("a stroke") { $0[Place(x: 600, y: 560)] == 0 }
    #expect(try window.quit() == 0, "\(window.log)")
  }

  /// Some 350,000 events: seconds of reading for a program that is built for debugging.
  private func long(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("long.mcap")
    let parts = Array(repeating: Self.recording, count: 20)
    try Touchreel.succeed(["join"] + parts + ["-o", path])
    return path
  }

  @Test func `A long recording is read beside the window, and jumped about in`() throws {
    let folder = try TemporaryFolder()
    let path = try long(in: folder)
    let desk = try PlayerDesk(path, "--speed", "16", in: folder)
    try desk.screen.press("space", "t")
    try desk.showOriginalSize()
    // Before there are copies to jump to: all of it is played, some at a time.
    for pixel in [960, 100, 700] {
      let seen = try desk.click(at: pixel)
      desk.expect(seen, shows: try desk.render("--at", PlayerDesk.percent(at: pixel)), "at \(pixel) of a long one")
    }
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }

  @Test func `A branch that was not wanted after all leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let path = try long(in: folder)
    let desk = try PlayerDesk(path, "--speed", "16", in: folder)
    try desk.screen.press("End")
    try desk.window.see("the end") { (PlayerDesk.place(in: $0) ?? 0) > 0.995 }
    try desk.screen.press("ctrl+d", "ctrl+q")
    #expect(desk.window.ended() == 0, "\(desk.window.log)")
    // One that was begun in time is whole.
    for file in folder.files(endingIn: ".mcap") {
      let facts = try Touchreel.succeed("info", file.path).text
      #expect(!facts.contains("not finished"), "\(file.path): \(facts)")
    }
  }
}
