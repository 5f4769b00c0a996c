import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A recording that one window still draws to while another one opens it.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct GrowingRecordingTests {
  private let recorder: DrawingDesk

  init() throws { recorder = try DrawingDesk() }

  /// Draws a line and waits until it is in the file.
  private func draw(at y: Int, lines: Int) throws {
    try recorder.drawLine(at: y)
    try recorder.window.see("\(lines) recorded lines") { _ in recordedLines == lines }
  }

  private var recordedLines: Int? {
    let outcome = try? Touchreel.run("dump", "--touches", recorder.recording)
    return outcome?.text.split(separator: "\n").count { $0.contains(" ended ") }
  }

  /// Ends the recorder, whose file has to be whole then.
  private func endRecorder() throws {
    #expect(try recorder.window.quit() == 0, "\(recorder.window.log)")
    let facts = try Touchreel.succeed("info", recorder.recording).text
    #expect(!facts.contains("not finished"), "\(facts)")
  }

  private func expect(_ desk: PlayerDesk, shows copy: String, _ name: String) throws {
    let picture = desk.window.folder.path("copy.png")
    try Touchreel.succeed("render", copy, "-o", picture, "--force")
    desk.expect(try desk.still(), shows: try Screenshot(png: picture), name)
  }

  @Test func `A player shows what there was when it opened the recording, and says so, however it goes on`() throws {
    try draw(at: 450, lines: 1)
    // Two lines, since xdotool draws one in no time.
    try draw(at: 250, lines: 2)
    let copy = recorder.folder.path("copy.mcap")
    try FileManager.default.copyItem(atPath: recorder.recording, toPath: copy)
    let desk = try PlayerDesk(recorder.recording, "--speed", "16")
    try desk.window.see("that it is still being written", \.showsBanner).attach("played while it is written")
    _ = try desk.seeEnd()
    try desk.screen.click(PlayerDesk.dismissal)
    try desk.window.see("no banner") { !$0.showsBanner }
    try desk.screen.press("t")
    try desk.showOriginalSize()
    try expect(desk, shows: copy, "two lines")
    try draw(at: 350, lines: 3)
    try desk.click(at: 200)
    try desk.screen.press("End")
    _ = try desk.seeEnd()
    try expect(desk, shows: copy, "two lines, though there is a third")
    try endRecorder()
    try desk.screen.press("c")
    try expect(desk, shows: copy, "two lines, read again after the end")
    #expect(try desk.window.quit() == 0, "\(desk.window.log)")

    let again = try PlayerDesk(recorder.recording, "--speed", "16")
    #expect(try !again.seeEnd().showsBanner)
    try again.screen.press("t")
    try again.showOriginalSize()
    try expect(again, shows: recorder.recording, "all lines of the whole recording")
    #expect(try again.window.quit() == 0, "\(again.window.log)")
  }

  @Test func `What is drawn on it is saved elsewhere, and the recorder goes on`() throws {
    try draw(at: 450, lines: 1)
    let folder = try TemporaryFolder()
    let other = try OpenWindow(["draw", recorder.recording], on: VirtualScreen(), in: folder)
    let end = recorder.paper(500, 450)
    try other.see("the line, and that its recording is still being written") { $0[end] == 0 && $0.showsBanner }
      .attach("drawn on while it is written")
    let second = [recorder.paper(300, 250), recorder.paper(400, 300), recorder.paper(500, 250)]
    try other.screen.drag(second)
    let before = try other.see("a line of its own") { $0[second[2]] == 0 && recorder.places.isShowingBars($0) }
    try other.screen.press("ctrl+s")
    try other.see("a question where to save") { !$0.equals(before, in: PixelRect(x: 8, y: 120, width: 60, height: 80)) }
      .attach("where to save what is still written")
    #expect(other.end(with: SIGTERM) == 0, "\(other.log)")
    try draw(at: 350, lines: 2)
    try endRecorder()
    #expect(recordedLines == 2)
  }
}
