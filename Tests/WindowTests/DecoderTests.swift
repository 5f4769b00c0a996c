import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Windows that have pictures and PDFs read by processes beside them.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct DecoderTests {
  @Test(arguments: [SIGTERM, SIGKILL])
  func `A PDF is read beside its window, again after that process was killed, and no longer than the window is there`(
    signal: Int32
  ) throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let paper = try desk.folder.write(TestPaper.pdf(pages: 3), to: "paper.pdf")
    #expect(desk.window.decoders.isEmpty)
    try desk.answerDialog(of: "ctrl+o", with: paper)
    func isShown(_ color: UInt32) throws {
      try desk.window.see("a page with a square") { $0.count(in: desk.places.paper, of: color) > 9000 }
    }
    try isShown(0xff0000)
    // It is opened to be looked at, and again for the session.
    let first = desk.window.decoders
    #expect(!first.isEmpty)
    for process in first { kill(process, SIGKILL) }
    try desk.screen.press("Next")
    try isShown(0x00ff00)
    let second = desk.window.decoders.filter(isRunning)
    #expect(!second.isEmpty && Set(first).isDisjoint(with: second))
    _ = desk.window.end(with: signal)
    // The end of the window is what ends it.
    for process in second { while isRunning(process) { sched_yield() } }
  }

  @Test func `A page whose processes all end is blank, and a banner says so`() throws {
    let desk = try DrawingDesk(on: VirtualScreen())
    let paper = try desk.folder.write(TestPaper.pdf(pages: 3), to: "paper.pdf")
    try desk.answerDialog(of: "ctrl+o", with: paper)
    try desk.window.see("the first page") { $0.count(in: desk.places.paper, of: 0xff0000) > 9000 }
    try desk.window.killingDecoders {
      try desk.screen.press("Next")
      try desk.window.see("what is wrong with the second") {
        $0.showsBanner && $0.count(in: desk.places.paper, of: 0x00ff00) == 0
      }
    }
    #expect(desk.window.isRunning)
  }

  @Test(.enabled(if: DragSource.isAvailable, "\(DragSource.absence)"))
  func `A photograph that is dropped is read beside the window, and a damaged one gets a line`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    let (whole, part) = (
      try desk.folder.write(TestImage.jpeg, to: "whole.jpg"),
      try desk.folder.write(TestImage.jpeg.dropLast(20), to: "part.jpg")
    )
    let place = desk.paper(300, 200)
    try DragSource([whole], on: desk.screen).drop(at: place)
    try desk.window.see("the photograph") { $0[place.moved(1, 1)] == 0x2060c1 }
    #expect(!desk.window.decoders.isEmpty)
    try DragSource([part], on: desk.screen).drop(at: desk.paper(500, 300))
    try desk.window.see("what is wrong with the other") { $0.showsBanner }
    #expect(desk.window.isRunning)
  }

  /// Whether it runs, and is not only waited for.
  private func isRunning(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status.map { !$0.contains("State:\tZ") } ?? false
  }
}
