import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// Pictures of the user's under the ink.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct BackgroundImageTests {
  /// Places in the dialog, which opens in the top left corner.
  private enum Places {
    static let image = Place(x: 228, y: 271)
    static let choose = Place(x: 157, y: 328)
    static let apply = Place(x: 283, y: 27)
    static let preview = PixelRect(x: 20, y: 66, width: 274, height: 168)
  }

  private func choose(_ file: String, _ desk: DrawingDesk) throws {
    try desk.screen.press("ctrl+b")
    try desk.window.see("the dialog", desk.hasDialog)
    try desk.screen.click(Places.image)
    let page = try desk.window.see("no preview") { $0.count(in: Places.preview, of: $0[30, 75]) == 274 * 168 }
    try desk.screen.click(Places.choose)
    // The dialog of files is twice as wide; there it has its buttons.
    let beside = PixelRect(x: 500, y: 290, width: 200, height: 60)
    try desk.window.see("the dialog of files") { !$0.equals(page, in: beside) }
    try desk.screen.type(file)
    try desk.screen.press("Return")
    try desk.window.see("the dialog of files is gone") { $0.equals(page, in: beside) }
  }

  @Test func `What is clear in a picture shows the colour under it, live and replayed`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    // Orange that lets half through.
    let half = PixelBuffer(size: PixelSize(width: 40, height: 30), filledWith: 0x8073_5000)
    let file = desk.folder.path("half.png")
    try Data(half.png()).write(to: URL(fileURLWithPath: file))
    try choose(file, desk)
    try desk.window.see("the preview") { $0[Places.preview.middle] == 0xf2cf7f }.attach("background image")
    try desk.screen.click(Places.apply)
    let seen = try desk.window.see("the picture, under the ink") {
      $0[desk.paper(700, 100)] == 0xf2cf7f && $0[desk.paper(500, 450)] == 0 && desk.places.isShowingBars($0)
    }
    try desk.expectRecorded(seen, "drawing on an image")
  }

  @Test func `A picture that ends early is refused with a message`() throws {
    let desk = try DrawingDesk()
    let whole = PixelBuffer(size: PixelSize(width: 40, height: 30), filledWith: 0xffe6_9f00).png()
    let file = desk.folder.path("part.png")
    try Data(whole.prefix(whole.count / 2)).write(to: URL(fileURLWithPath: file))
    try choose(file, desk)
    // Red words above the preview.
    let words = PixelRect(x: 20, y: 55, width: 270, height: 60)
    try desk.window.see("why it is not taken") { seen in
      (words.y..<words.maxY).contains { y in
        (words.x..<words.maxX).contains { seen[$0, y] >> 16 > 150 && seen[$0, y] & 0xff < 60 }
      }
    }.attach("background image refused")
    try desk.screen.press("Escape")
    try desk.window.see("no dialog") { !desk.hasDialog($0) }
    try desk.drawLine()
    #expect(try desk.window.quit() == 0)
  }

  @Test func `A dialog that is cancelled lets go of its picture`() throws {
    let desk = try DrawingDesk()
    // 36 MB.
    let large = PixelBuffer(size: PixelSize(width: 3000, height: 3000), filledWith: 0xffe6_9f00).png()
    let file = desk.folder.path("large.png")
    try Data(large).write(to: URL(fileURLWithPath: file))
    var memory: [Int] = []
    for _ in 0..<5 {
      try choose(file, desk)
      try desk.window.see("the preview") { $0[Places.preview.middle] == 0xe69f00 }
      try desk.screen.press("Escape")
      try desk.window.see("no dialog") { !desk.hasDialog($0) }
      memory.append(desk.window.megabytes)
    }
    #expect(memory[4] < memory[0] + 40, "\(memory)")
    #expect(try desk.window.quit() == 0)
  }
}
