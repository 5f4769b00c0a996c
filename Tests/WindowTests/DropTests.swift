import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What another program's window drops on the canvas.
@Suite(
  .slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence),
  .enabled(if: DragSource.isAvailable, "\(DragSource.absence)"))
struct DropTests {
  private func image(_ color: UInt32, _ name: String, in folder: TemporaryFolder) throws -> String {
    let pixels = PixelBuffer(size: PixelSize(width: 60, height: 40), filledWith: color)
    try Data(pixels.png()).write(to: URL(fileURLWithPath: folder.path(name)))
    return folder.path(name)
  }

  /// Takes the selection's frame away and compares what is left with what was recorded.
  private func expectRecorded(_ desk: DrawingDesk, _ name: String, _ isSo: (Screenshot) -> Bool) throws {
    try desk.screen.press("Escape")
    let frame = desk.places.paper
    try desk.expectRecorded(try desk.seeDrawn(name) { isSo($0) && $0.count(in: frame, of: 0xcfe4f1) == 0 }, name)
  }

  @Test func `Images lie where their files are dropped, beside each other`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    let files = [
      try image(0xFF00_9E73, "green.png", in: desk.folder), try image(0xFFD5_5E00, "red.png", in: desk.folder),
    ]
    let place = desk.paper(300, 200)
    try DragSource(files, on: desk.screen).drop(at: place)
    func isShown(_ screen: Screenshot) -> Bool {
      screen[place.moved(-25, -15)] == 0x009e73 && screen[place.moved(16, 16)] == 0xd55e00
        && screen[place.moved(44, 34)] == 0xd55e00
    }
    try desk.window.see("both images", isShown)
    try expectRecorded(desk, "dropped images", isShown)
  }

  @Test func `An image and a text that are no files are dropped`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    let (place, other) = (desk.paper(300, 200), desk.paper(500, 300))
    try DragSource([image(0xFFCC_79A7, "rose.png", in: desk.folder)], as: "image/png", on: desk.screen).drop(at: place)
    try desk.window.see("the image") { $0[place] == 0xcc79a7 }
    try Data("Reels".utf8).write(to: URL(fileURLWithPath: desk.folder.path("text")))
    try DragSource([desk.folder.path("text")], as: "text/plain;charset=utf-8", on: desk.screen).drop(at: other)
    let area = PixelRect(x: other.x - 30, y: other.y - 15, width: 60, height: 30)
    func isShown(_ screen: Screenshot) -> Bool {
      screen[place] == 0xcc79a7 && screen.count(in: area, of: 0) > 40
    }
    try desk.window.see("the text", isShown)
    try expectRecorded(desk, "dropped content", isShown)
  }

  @Test func `A drawing that is dropped is opened, and what is no file gets a line`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    let file = desk.folder.path("kept.json")
    try Data(
      """
      {"version":1,"size":[400,300],"background":{"type":"color","color":"#f0e442"},"operations":[]}
      """.utf8
    ).write(to: URL(fileURLWithPath: file))
    try DragSource([desk.folder.url.path], on: desk.screen).drop(at: desk.paper(300, 200))
    try desk.window.see("that a folder is not opened") { $0.showsBanner }.attach("folder dropped")
    try desk.screen.click(DrawingDesk.dismissal)
    try desk.window.see("no banner") { !$0.showsBanner }
    try DragSource([file], on: desk.screen).drop(at: desk.paper(300, 200))
    try desk.window.see("the drawing in a window of its own") { $0[desk.places.canvas.middle] == 0xf0e442 }
      .attach("drawing dropped")
    #expect(try desk.window.quit() == 0)
  }

  @Test func `An image that ends early gets a line, and the others are taken`() throws {
    let desk = try DrawingDesk()
    let whole = try image(0xFF00_9E73, "green.png", in: desk.folder)
    let part = desk.folder.path("part.png")
    try Data(contentsOf: URL(fileURLWithPath: whole)).prefix(70).write(to: URL(fileURLWithPath: part))
    let place = desk.paper(300, 200)
    try DragSource([part, whole], on: desk.screen).drop(at: place)
    try desk.window.see("the whole image and why the other is not taken") {
      $0[place.moved(20, 20)] == 0x009e73 && $0.showsBanner
    }.attach("damaged image dropped")
    #expect(try desk.window.quit() == 0)
  }
}
