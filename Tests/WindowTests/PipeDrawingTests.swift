import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The touches of another machine, which come through a pipe, on this machine's board.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct PipeDrawingTests {
  private static let fixture = Fixture.path("ten-fingers.mcap")

  @Test func `Touches are drawn as they come, beside those of the mouse, and recorded`() throws {
    let folder = try TemporaryFolder()
    let pipe = try LateRecording(in: folder)
    let desk = try DrawingDesk(on: VirtualScreen(), in: folder, options: ["--from", pipe.path])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.fixture))
    try pipe.arrive(bytes.prefix(30_000))
    let middle = desk.places.paper
    try desk.window.see("ink of the first part") { $0.count(in: middle, of: 0) > 1000 }
    try desk.screen.drag([desk.paper(40, 250), desk.paper(60, 250), desk.paper(90, 260)])
    try pipe.arrive(bytes.dropFirst(30_000))
    try pipe.end()
    try desk.window.see("that the pipe has ended", \.showsBanner)
    try desk.screen.click(DrawingDesk.dismissal)
    let seen = try desk.seeDrawn("no banner") { !$0.showsBanner }
    try desk.expectRecorded(seen, "drawn from a pipe")
    let info = try Touchreel.succeed("info", desk.recording).text
    #expect(info.contains("21 touches, at most 1") && info.contains("21 ended, 0 cancelled"), "\(info)")
  }

  @Test(arguments: [
    ("[ 1.0] 0003 0035 00000010\n[ 1.0] 0003 0036 00000010\n[ 1.0] 0000 0000 00000000\n", [], "pass --description"),
    ("", ["--device-like", "remarkable-9"], "no built-in device"),
  ])
  func `A pipe that cannot be drawn is named, and the window stays`(
    text: String, options: [String], message: String
  ) throws {
    let folder = try TemporaryFolder()
    let pipe = try LateRecording(in: folder)
    let desk = try DrawingDesk(on: VirtualScreen(), in: folder, options: ["--from", pipe.path] + options)
    try pipe.arrive(Data(text.utf8))
    try desk.window.see("a banner with: \(message)", \.showsBanner).attach("refused pipe")
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")
  }
}
