import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The marked part of a recording as a film, a picture or a page.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PlayerSavingTests {
  private static let recording = Fixture.path("ten-fingers.mcap")

  /// A player in which a part from 193 to 290 of 966 pixels is marked.
  private func deskWithPart(
    in folder: TemporaryFolder, _ arguments: [String] = [], variables: [String: String] = [:]
  ) throws -> PlayerDesk {
    let desk = try PlayerDesk(Self.recording, arguments, in: folder, variables: variables)
    _ = try desk.seeEnd()
    try desk.click(at: 193)
    try desk.screen.press("i")
    try desk.click(at: 290)
    try desk.screen.press("o")
    return desk
  }

  private func save(_ name: String, in desk: PlayerDesk) throws {
    try desk.screen.press("ctrl+e")
    try desk.window.see("the dialog of files") { !Self.hasClosedDialog($0) }
    try desk.screen.press("ctrl+a")
    try desk.screen.type(desk.window.folder.path(name))
    try desk.screen.press("Return")
  }

  /// The dialog lies over a place of the canvas without ink, and has the keys until it is gone.
  private static func hasClosedDialog(_ screen: Screenshot) -> Bool {
    screen[50, 180] == 0xffffff && PlayerDesk.hasKeys(screen)
  }

  private func seeFile(_ name: String, in desk: PlayerDesk) throws -> Data {
    let path = desk.window.folder.path(name)
    try desk.window.see("the file, and the window with the keys") {
      FileManager.default.fileExists(atPath: path) && Self.hasClosedDialog($0)
    }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func rendered(_ name: String, in desk: PlayerDesk) throws -> Data {
    let path = desk.window.folder.path("rendered \(name)")
    let part = ["--from", PlayerDesk.percent(at: 193), "--to", PlayerDesk.percent(at: 290)]
    try Touchreel.succeed(["render", Self.recording, "-o", path] + part)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(.enabled(if: Programs.installed("ffmpeg") != nil))
  func `A film of the part is the one that render makes`() throws {
    let desk = try deskWithPart(in: TemporaryFolder(), ["--speed", "16"])
    for name in ["part.mp4", "part.png"] {
      try save(name, in: desk)
      let same = try seeFile(name, in: desk) == rendered(name, in: desk)
      #expect(same, "\(name)")
    }
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }

  @Test func `Without ffmpeg a banner says so, and there is no file`() throws {
    let folder = try TemporaryFolder()
    let desk = try deskWithPart(in: folder, ["--speed", "16"], variables: ["PATH": folder.url.path])
    let before = try desk.still()
    try save("part.mp4", in: desk)
    try desk.window.see("the banner, and the window with the keys") {
      Self.hasClosedDialog($0) && !$0.equals(before, in: PlayerDesk.banner)
    }.attach("no ffmpeg")
    // The dialog has gone, and takes no key any more.
    _ = try desk.still()
    #expect(!FileManager.default.fileExists(atPath: folder.path("part.mp4")))
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }

  @Test(.enabled(if: Programs.installed("ffmpeg") != nil))
  func `A film that is cancelled leaves no file`() throws {
    let desk = try PlayerDesk(Self.recording, ["--speed", "16"])
    _ = try desk.seeEnd()
    try desk.click(at: 10)
    try desk.screen.press("i")
    let before = try desk.click(at: 0)
    try save("part.webm", in: desk)
    let button = Place(x: 615, y: 583)
    try desk.window.see("the progress") {
      Self.hasClosedDialog($0) && $0[button.x - 90, button.y + 20] != before[button.x - 90, button.y + 20]
    }.attach("progress of a film")
    try desk.screen.click(button)
    try desk.window.see("no progress, and the window with the keys") {
      $0.equals(before, in: PlayerDesk.canvas) && PlayerDesk.hasKeys($0)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: desk.window.folder.url.path)
    #expect(!left.contains { $0.hasPrefix("part") })
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }
}
