import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// What is drawn is saved under a name of the user's.
@Suite(.slow, .enabled(if: VirtualScreen.isAvailable, VirtualScreen.absence))
struct SavingTests {
  /// A PNG as ImageMagick reads it.
  private func decoded(_ png: Data, of desk: DrawingDesk) throws -> Screenshot {
    let outcome = try Programs.run("convert", ["png:-", "-depth", "8", "bgra:-"], input: png)
    let size = PixelSize(width: desk.places.canvas.width, height: desk.places.canvas.height)
    return try Screenshot(raw: outcome.output, size: size)
  }

  /// Whether GTK's question lies over the dialog's top, where nothing else is this grey.
  private func isAsking(_ screen: Screenshot) -> Bool {
    screen.count(in: PixelRect(x: 0, y: 0, width: 800, height: 94), of: 0xf6f5f4) > 30_000
  }

  private func picture(in file: String, of desk: DrawingDesk) throws -> Screenshot {
    guard file.hasSuffix(".png") else { return try desk.render(file) }
    return try decoded(Data(contentsOf: URL(fileURLWithPath: file)), of: desk)
  }

  @Test(arguments: ["drawn.png", "drawn.touchreel.json", "drawn.drawsana.json", "drawn.mcap"])
  func `What is saved is what is seen, and the drawing goes on`(_ name: String) throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    let file = desk.folder.path(name)
    try desk.answerDialog(of: "ctrl+s", with: file)
    try desk.seeSaved(file)
    let difference = try desk.difference(seen, from: picture(in: file, of: desk))
    #expect(difference == nil)
    try desk.expectRecorded(desk.drawLine(at: 350), "drawn on after \(name) was saved", hidden: [desk.toast])
  }

  @Test(arguments: ["last.png", "last.mcap"])
  func `What is being saved when the program ends is whole`(_ name: String)
    throws
  {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    let file = desk.folder.path(name)
    try desk.answerDialog(of: "ctrl+s", with: file)
    try desk.window.see("no dialog") { !desk.hasDialog($0) }
    #expect(desk.window.end(with: SIGTERM) == 0, "\(desk.window.log)")
    #expect(try desk.difference(seen, from: picture(in: file, of: desk)) == nil)
  }

  @Test func `Before a file is replaced there is a question`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    let (file, old) = (desk.folder.path("old.png"), Data("not to be lost".utf8))
    try old.write(to: URL(fileURLWithPath: file))
    func content() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file)) }
    try desk.answerDialog(of: "ctrl+s", with: file)
    try desk.window.see("the question", isAsking).attach("replace question")
    #expect(try content() == old)
    try desk.screen.press("Return")
    try desk.window.see("no dialog, and another file") {
      !desk.hasDialog($0) && (try? content()) != old
    }
    #expect(try desk.difference(seen, from: picture(in: file, of: desk)) == nil)
    // The dialog knows nothing of an end that is added to the name.
    let second = desk.folder.path("second.png")
    try old.write(to: URL(fileURLWithPath: second))
    try desk.answerDialog(of: "ctrl+shift+s", with: desk.folder.path("second"))
    try desk.window.see("the question in a banner", \.showsBanner).attach("replace banner")
    #expect(FileManager.default.contents(atPath: second) == old)
    try desk.screen.click(DrawingDesk.offer)
    try desk.window.see("another file") {
      !desk.hasDialog($0) && FileManager.default.contents(atPath: second) != old
    }
    #expect(try desk.difference(seen, from: picture(in: second, of: desk)) == nil)
    #expect(try desk.window.quit() == 0)
  }

  @Test func `Saving again writes the same file without a question`() throws {
    let desk = try DrawingDesk()
    let first = try desk.drawLine()
    let file = desk.folder.path("page.touchreel.json")
    func content() -> Data? { try? Data(contentsOf: URL(fileURLWithPath: file)) }
    try desk.answerDialog(of: "ctrl+s", with: file)
    try desk.seeSaved(file)
    #expect(try desk.difference(first, from: picture(in: file, of: desk)) == nil)
    let old = content()
    let second = try desk.drawLine(at: 350)
    try desk.screen.press("ctrl+s")
    try desk.window.see("another file, and no dialog") { !desk.hasDialog($0) && content() != old }
    let saved = second.difference(
      from: try picture(in: file, of: desk), canvas: desk.places.canvas, hidden: desk.places.bars + [desk.toast])
    #expect(saved == nil)
    #expect(try desk.window.quit() == 0)
  }

  /// Opens the dialog and chooses its second kind.
  private func chooseDrawing(in desk: DrawingDesk) throws {
    try desk.screen.press("ctrl+s")
    let dialog = try desk.window.see("the dialog", desk.hasDialog)
    dialog.attach("save dialog")
    try desk.screen.click(Place(x: 749, y: 337))
    // The kinds stand below their button, beyond the dialog.
    let kinds = PixelRect(x: 700, y: 420, width: 100, height: 80)
    try desk.window.see("the kinds") { !$0.equals(dialog, in: kinds) }.attach("kinds of files")
    try desk.screen.press("Down", "Return")
    try desk.window.see("no kinds") { $0.equals(dialog, in: kinds) }
  }

  @Test func `A kind that is chosen in the dialog is the file's`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    try chooseDrawing(in: desk)
    try desk.screen.click(Place(x: 775, y: 384))
    let file = desk.folder.path("drawing.touchreel.json")
    try desk.seeSaved(file)
    #expect(try desk.difference(seen, from: picture(in: file, of: desk)) == nil)
    #expect(try desk.window.quit() == 0)
  }

  @Test func `The dialog asks about the file of the kind that was chosen`() throws {
    let desk = try DrawingDesk()
    let seen = try desk.drawLine()
    let (file, old) = (desk.folder.path("drawing.touchreel.json"), Data("not to be lost".utf8))
    for name in [file, desk.folder.path("drawing.png")] { try old.write(to: URL(fileURLWithPath: name)) }
    try chooseDrawing(in: desk)
    try desk.screen.click(Place(x: 775, y: 384))
    try desk.window.see("the question", isAsking).attach("question about a kind")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == old)
    try desk.screen.press("Return")
    try desk.window.see("no dialog, and another file") {
      !desk.hasDialog($0) && (try? Data(contentsOf: URL(fileURLWithPath: file))) != old
    }
    #expect(try desk.difference(seen, from: picture(in: file, of: desk)) == nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: desk.folder.path("drawing.png"))) == old)
    #expect(try desk.window.quit() == 0)
  }

  @Test func `A folder that cannot be written is reported, and the drawing goes on`() throws {
    let desk = try DrawingDesk()
    try desk.drawLine()
    // Nobody makes files there, root neither.
    try desk.answerDialog(of: "ctrl+s", with: "/sys/drawing.png")
    try desk.window.see("a banner", \.showsBanner).attach("not saved")
    try desk.expectRecorded(desk.drawLine(at: 350), "drawn on after saving failed", hidden: [desk.banner])
  }
}
