import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What goes wrong is reported in the window or in one line, and the drawing goes on.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct TroubleTests {
  private func drawing(_ arguments: [String], in folder: TemporaryFolder, _ screen: VirtualScreen) throws -> OpenWindow
  {
    try OpenWindow(["draw"] + arguments, on: screen, in: folder)
  }

  /// Below the banner and beside the bars.
  private let line = [Place(x: 300, y: 200), Place(x: 400, y: 260), Place(x: 500, y: 200)]

  private func drawsOn(_ window: OpenWindow) throws {
    try window.screen.drag(line)
    try window.see("ink under the banner") { $0[Place(x: 500, y: 200)] == 0 }
  }

  @Test func `Without a display there is one line, and exit status 1`() throws {
    let folder = try TemporaryFolder()
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
    environment["XDG_RUNTIME_DIR"] = folder.url.path
    for arguments in [["draw", folder.path("a.mcap")], ["play", Fixture.path("ten-fingers.mcap")]] {
      let outcome = try Programs.run(Touchreel.path, arguments, environment: environment)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix("touchreel: no display") && outcome.errors.split(separator: "\n").count == 1,
        "\(outcome)")
    }
    #expect(folder.files(endingIn: ".mcap").isEmpty)
  }

  @Test(arguments: ["No Such Device", "/dev/null"])
  func `A device that cannot be opened is reported in a window like any other`(_ device: String) throws {
    let folder = try TemporaryFolder()
    let window = try drawing([folder.path("session.mcap"), "--device", device], in: folder, VirtualScreen())
    // Below the header bar, which a window that covers the screen has not.
    try window.see("a banner", \.showsBanner).attach("no device")
    try drawsOn(window)
    #expect(try window.quit() == 0)
  }

  @Test func `A damaged recording is reported, and the drawing goes on`() throws {
    let folder = try TemporaryFolder()
    let bytes = Data((0..<3000).map { UInt8($0 % 251) })
    try bytes.write(to: folder.url.appendingPathComponent("damaged.mcap"))
    let window = try drawing([folder.path("damaged.mcap")], in: folder, VirtualScreen())
    try window.see("a banner", \.showsBanner).attach("damaged")
    try drawsOn(window)
    #expect(try window.quit() == 0)
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("damaged.mcap")) == bytes)
  }

  @Test func `A recording that cannot be played is reported`() throws {
    let folder = try TemporaryFolder()
    try Data("no recording at all".utf8).write(to: folder.url.appendingPathComponent("text.mcap"))
    for file in ["text.mcap", "missing.mcap"] {
      let window = try OpenWindow(["play", folder.path(file)], on: VirtualScreen(), in: folder)
      try window.see("a banner", \.showsBanner).attach("not played \(file)")
      #expect(try window.quit() == 0)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `A signal ends the recording as closing the window does`(
    _ signal: Int32
  ) throws {
    let desk = try DrawingDesk()
    let seen = try desk.draw(line)
    #expect(desk.window.end(with: signal) == 0, "\(desk.window.log)")
    let facts = try Touchreel.succeed("info", desk.recording).text
    #expect(!facts.contains("not finished"), "\(facts)")
    #expect(
      seen.difference(from: try desk.render(desk.recording), canvas: desk.places.canvas, hidden: desk.places.bars)
        == nil)
  }

  /// Whether a touch is in the recording of a window that goes on: it gets there within 100 ms.
  private func recordsATouch(in folder: TemporaryFolder) -> Bool {
    folder.files(endingIn: ".mcap").contains {
      (try? Touchreel.succeed("dump", "--touches", $0.path).text.contains("ended")) == true
    }
  }

  @Test func `What a killed window left is offered at the next start, and drawn on`() throws {
    let folder = try TemporaryFolder()
    let screen = try VirtualScreen()
    let killed = try drawing([], in: folder, screen)
    let empty = try killed.see("an empty drawing") { DrawingPlaces(emptyIn: $0) != nil }
    let places = try #require(DrawingPlaces(emptyIn: empty))
    try screen.drag(line)
    let seen = try killed.see("ink, and the bars, and a recording of it") {
      $0[Place(x: 500, y: 200)] == 0 && places.isShowingBars($0) && recordsATouch(in: folder)
    }
    _ = killed.end(with: SIGKILL)
    let next = try drawing([], in: folder, screen)
    try next.see("an offer", \.showsBanner).attach("offer")
    // It slides in.
    _ = try next.still(in: PixelRect(x: 10, y: 52, width: 1100, height: 60))
    try screen.click(DrawingDesk.offer)
    // One window has what was left, above the other or instead of it.
    let shown = try next.see("the ink of the killed window") { $0.equals(seen, in: places.paper) }
    shown.attach("recovered")
    try screen.drag(line.map { $0.moved(0, 200) })
    try next.see("more ink") { $0[Place(x: 500, y: 400)] == 0 }
    #expect(next.end(with: SIGTERM) == 0)
  }
}
