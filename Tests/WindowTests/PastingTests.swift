import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What is selected, on its way to other windows and programs, and what comes from them.
@Suite(
  .slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence),
  .enabled(if: Programs.installed("xclip") != nil, "skipped: no xclip (scripts/test installs it)"))
struct PastingTests {
  private func clipboard(_ screen: VirtualScreen, as type: String) throws -> Data {
    try Programs.run("xclip", ["-selection", "clipboard", "-t", type, "-o"], environment: screen.environment).output
  }

  /// Another program offers some bytes, as long as the screen is there.
  private func offer(_ bytes: Data, as type: String, on desk: DrawingDesk) throws {
    let file = desk.folder.path("offered")
    try bytes.write(to: URL(fileURLWithPath: file))
    let process = Process()
    process.executableURL = Programs.installed("xclip").map(URL.init(fileURLWithPath:))
    process.arguments = ["-quiet", "-selection", "clipboard", "-t", type, "-i", file]
    process.environment = desk.screen.environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runUnblocked()
    try desk.window.see("the offer") { _ in
      let types = (try? clipboard(desk.screen, as: "TARGETS")).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return types.split(separator: "\n").contains(Substring(type))
    }
  }

  /// What ImageMagick makes of a picture, as PNG.
  private func converted(
    _ bytes: Data, from kind: String, to other: String, in folder: TemporaryFolder
  ) throws -> Data {
    let (before, after) = (folder.path("before.\(kind)"), folder.path("after.\(other)"))
    try bytes.write(to: URL(fileURLWithPath: before))
    try Programs.succeed("convert", ["-background", "none", before, after])
    return try Data(contentsOf: URL(fileURLWithPath: after))
  }

  private func selectAll(_ desk: DrawingDesk) throws {
    try desk.screen.press("ctrl+a")
    try desk.window.see("the frame") { self.hasFrame($0, desk) }
  }

  /// Whether the handles of a selection are on the paper.
  private func hasFrame(_ screen: Screenshot, _ desk: DrawingDesk) -> Bool {
    screen.count(in: desk.places.paper, of: 0xcfe4f1) > 300
  }

  /// An image of two colours, whose left half is one and whose right half the other.
  private func image(_ format: String = "png", in folder: TemporaryFolder) throws -> Data {
    let file = folder.path("two.\(format)")
    try Programs.succeed("convert", ["-size", "80x120", "xc:#e69f00", "xc:#0072b2", "+append", file])
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  @Test func `What is copied is PNG and SVG for other programs`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    try selectAll(desk)
    try desk.screen.press("ctrl+c")
    var svg = Data()
    try desk.window.see("the shapes on the clipboard") { _ in
      svg = (try? clipboard(desk.screen, as: "image/svg+xml")) ?? Data()
      return !svg.isEmpty
    }
    let png = try PixelBuffer(png: Array(clipboard(desk.screen, as: "image/png")))
    // The line is 200 points wide and nearly 50 high, as it is smoothed, and black, with clear around it.
    #expect((200...212).contains(png.size.width) && (40...56).contains(png.size.height))
    #expect(png.pixels.contains(0xFF00_0000) && png.pixels.first == 0)
    try svg.write(to: URL(fileURLWithPath: desk.folder.path("copied.svg")))
    let drawn = try converted(svg, from: "svg", to: "png", in: desk.folder)
    #expect(try PixelBuffer(png: Array(drawn)).size == png.size)
    #expect(try desk.window.quit() == 0)
  }

  @Test func `What is cut is pasted where it was, and beside it the second time`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    try selectAll(desk)
    try desk.screen.press("ctrl+x")
    try desk.window.see("no line") { $0[desk.paper(350, 475)] == 0xffffff }
    try desk.screen.press("ctrl+v")
    try desk.window.see("the line where it was") { $0[desk.paper(350, 475)] == 0 && self.hasFrame($0, desk) }
    try desk.screen.press("ctrl+v")
    try desk.window.see("another beside it") { $0[desk.paper(366, 491)] == 0 }
    try desk.screen.press("Escape")
    let seen = try desk.seeDrawn("two lines") {
      $0[desk.paper(350, 475)] == 0 && $0[desk.paper(366, 491)] == 0 && !self.hasFrame($0, desk)
    }
    try desk.expectRecorded(seen, "cut and pasted")
  }

  @Test(arguments: ["png", "jpeg", "bmp"]) func `An image of another program is pasted, saved and undone`(
    format: String
  ) throws {
    let desk = try DrawingDesk()
    try offer(image(format, in: desk.folder), as: "image/\(format)", on: desk)
    try desk.screen.press("ctrl+v")
    let middle = desk.places.canvas.middle
    func near(_ color: UInt32, _ wanted: UInt32) -> Bool {
      [0, 8, 16].allSatisfy { abs(Int(color >> $0 & 255) - Int(wanted >> $0 & 255)) < 6 }
    }
    func isShown(_ screen: Screenshot) -> Bool {
      near(screen[middle.moved(-40, 0)], 0xe69f00) && near(screen[middle.moved(40, 0)], 0x0072b2)
    }
    try desk.window.see("the image in the middle, selected") { isShown($0) && self.hasFrame($0, desk) }
    try desk.screen.press("ctrl+z")
    try desk.window.see("no image") { $0[middle.moved(-40, 0)] == 0xffffff }
    try desk.screen.press("ctrl+y")
    try desk.window.see("the image again, selected") { isShown($0) && self.hasFrame($0, desk) }
    try desk.screen.press("Escape")
    let seen = try desk.seeDrawn("the image") { isShown($0) && !self.hasFrame($0, desk) }
    try desk.expectRecorded(seen, "a pasted image in \(format)")
  }

  @Test func `The file of an image that a file manager copied is pasted`() throws {
    let desk = try DrawingDesk()
    _ = try image(in: desk.folder)
    let list = URL(fileURLWithPath: desk.folder.path("two.png")).absoluteString + "\r\n"
    try offer(Data(list.utf8), as: "text/uri-list", on: desk)
    try desk.screen.press("ctrl+v")
    let middle = desk.places.canvas.middle
    func isShown(_ screen: Screenshot) -> Bool {
      screen[middle.moved(-40, 0)] == 0xe69f00 && screen[middle.moved(40, 0)] == 0x0072b2
    }
    try desk.window.see("the image, selected") { isShown($0) && self.hasFrame($0, desk) }
    try desk.screen.press("Escape")
    let seen = try desk.seeDrawn("the image") { isShown($0) && !self.hasFrame($0, desk) }
    try desk.expectRecorded(seen, "a pasted file")
  }

  @Test func `Text and SVG of another program are pasted`() throws {
    let desk = try DrawingDesk()
    try offer(Data("Reels\nof film".utf8), as: "UTF8_STRING", on: desk)
    try desk.screen.press("ctrl+v")
    try desk.window.see("a text, selected") { self.hasFrame($0, desk) }
    try desk.screen.press("ctrl+c")
    try desk.window.see("the text on the clipboard") { _ in
      (try? clipboard(desk.screen, as: "text/plain;charset=utf-8")) == Data("Reels\nof film".utf8)
    }
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><path d='M0 0h90v60H0z' fill='#cc79a7'/></svg>
      """
    try offer(Data(svg.utf8), as: "image/svg+xml", on: desk)
    try desk.screen.press("ctrl+v")
    try desk.window.see("the rectangle") { $0[desk.places.canvas.middle.moved(-40, -25)] == 0xcc79a7 }
    #expect(try desk.window.quit() == 0)
    #expect(try desk.shapes().contains("Text"))
  }

  @Test func `What cannot be used gets a line, and the window goes on`() throws {
    let desk = try DrawingDesk()
    // A header that promises 2,147,483,647 columns.
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 127, 255, 255, 255,
    ]
    let hostile: [(String, Data)] = [
      ("application/x-touchreel+json", Data("{\"version\":1,\"operations\":[{".utf8)), ("image/png", Data(header)),
      ("image/svg+xml", Data("<svg".utf8)),
    ]
    for (type, bytes) in hostile {
      try offer(bytes, as: type, on: desk)
      try desk.screen.press("ctrl+v")
      try desk.window.see("why \(type) is not pasted") { $0.showsBanner }.attach(type)
      try desk.screen.click(DrawingDesk.dismissal)
      try desk.window.see("no banner") { !$0.showsBanner }
    }
    let seen = try desk.drawLine()
    try desk.expectRecorded(seen, "after what could not be pasted")
  }
}
