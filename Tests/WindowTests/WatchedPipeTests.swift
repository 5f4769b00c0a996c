import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A player whose recording comes through a pipe.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct WatchedPipeTests {
  private static let fixture = Fixture.path("ten-fingers.mcap")

  @Test func `Touches are seen as they come, and can be played when the pipe has ended`() throws {
    let folder = try TemporaryFolder()
    let pipe = try LateRecording(in: folder)
    let window = try OpenWindow(["play", pipe.path], on: VirtualScreen(), in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.fixture))
    try pipe.arrive(bytes.prefix(30_000))
    // Before the window is there, all of the screen is black.
    try window.see("ink of the first part on white, without a timeline") {
      PlayerDesk.hasInk($0) && $0.count(in: PlayerDesk.canvas, of: 0xffffff) > 100_000
        && PlayerDesk.place(in: $0) == nil
    }.attach("watched")
    try pipe.arrive(bytes.dropFirst(30_000))
    try pipe.end()
    try window.see("the timeline") { PlayerDesk.place(in: $0) != nil }
    try window.see("the end") { PlayerDesk.hasInk($0) && (PlayerDesk.place(in: $0) ?? 0) > 0.995 }.attach("ended")
    #expect(try window.quit() == 0, "\(window.log)")
  }

  @Test func `A pipe that brings a file at once is played from its beginning`() throws {
    let folder = try TemporaryFolder()
    // Longer than a pipe holds: it is open when the last of it comes.
    let text = folder.path("long.evemu")
    try Touchreel.succeed("convert", Self.fixture, text)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: text))
    try #require(bytes.count > 2 << 16)
    let pipe = try LateRecording(in: folder)
    let window = try OpenWindow(["play", pipe.path, "--speed", "0.1"], on: VirtualScreen(), in: folder)
    try pipe.arrive(bytes)
    try pipe.end()
    try window.see("the beginning") { PlayerDesk.place(in: $0).map { $0 < 0.5 } ?? false }
    #expect(try window.quit() == 0, "\(window.log)")
  }

  @Test func `A pipe that describes no device is read to its end, and played then`() throws {
    let folder = try TemporaryFolder()
    let pipe = try LateRecording(in: folder)
    let window = try OpenWindow(["play", pipe.path], on: VirtualScreen(), in: folder)
    let steps = (0..<40).map { step in
      "[ \(1 + Double(step) / 10)] 0003 0035 \(String(format: "%08x", 100 + 20 * step))\n"
    }
    let text = "[ 1.0] 0003 0039 00000001\n[ 1.0] 0003 0036 00000010\n"
    try pipe.arrive(Data((text + steps.map { $0 + "[ 9.0] 0000 0000 00000000\n" }.joined()).utf8))
    try window.see("a banner", \.showsBanner)
    try pipe.end()
    try window.see("the timeline") { PlayerDesk.place(in: $0) != nil }.attach("played")
    #expect(try window.quit() == 0, "\(window.log)")
  }

  @Test func `A window on a pipe without an end closes`() throws {
    let folder = try TemporaryFolder()
    let pipe = try LateRecording(in: folder)
    let window = try OpenWindow(["play", pipe.path], on: VirtualScreen(), in: folder)
    try pipe.arrive(Data(contentsOf: URL(fileURLWithPath: Self.fixture)).prefix(30_000))
    try window.see("ink, in a window that has the keys") { PlayerDesk.hasInk($0) && PlayerDesk.hasKeys($0) }
    #expect(try window.quit() == 0, "\(window.log)")
  }
}
