import Foundation
import Testing
import TouchReelCanvas

extension Screenshot {
  /// Below the header bar of either window, where a banner is shown.
  private static let banner = PixelRect(x: 10, y: 52, width: 400, height: 12)

  /// Whether a banner is shown. Those of warnings and of questions are a light brown.
  var showsBanner: Bool {
    let first = self[Self.banner.x, Self.banner.y]
    return first != 0xffffff && first == self[Self.banner.maxX, Self.banner.y]
      && count(in: Self.banner, of: first) > 3000 && first >> 16 & 255 > first & 255
  }
}

/// Without a window manager, dialogs open in the top left corner of the screen.
extension DrawingDesk {
  /// Is covered by every dialog, and by nothing else while no banner is shown.
  private static let corner = PixelRect(x: 8, y: 60, width: 60, height: 80)
  /// What a banner offers.
  static let offer = Place(x: 1025, y: 80)
  /// Closes a banner.
  static let dismissal = Place(x: 1098, y: 80)

  /// What a banner covers.
  var banner: PixelRect { PixelRect(x: places.canvas.x, y: places.canvas.y, width: places.canvas.width, height: 64) }
  /// Where a toast reports that something went well.
  var toast: PixelRect {
    PixelRect(x: places.canvas.middle.x - 220, y: places.canvas.maxY - 130, width: 440, height: 60)
  }

  func hasDialog(_ screen: Screenshot) -> Bool { !screen.equals(empty, in: Self.corner) }

  /// Places in the dialog of preferences.
  static let (penPreference, colorPreference) = (Place(x: 80, y: 217), Place(x: 29, y: 374))
  static let (darkPreference, recordPreference) = (Place(x: 29, y: 492), Place(x: 29, y: 610))

  /// Opens the preferences by their key, and waits until they are there.
  @discardableResult
  func openPreferences() throws -> Screenshot {
    try screen.press("ctrl+comma")
    return try window.see("the preferences", hasDialog)
  }

  /// Changes a choice in the preferences, and closes them.
  func prefer(_ choice: Place) throws {
    let before = try openPreferences()
    let mark = PixelRect(x: choice.x - 8, y: choice.y - 8, width: 16, height: 16)
    try screen.click(choice)
    try window.see("another choice") { !$0.equals(before, in: mark) }.attach("preferences")
    try screen.press("Escape")
    try window.see("no preferences") { !self.hasDialog($0) }
  }

  /// Opens a file dialog by its key, and answers it with a whole path.
  func answerDialog(of key: String, with path: String) throws {
    try screen.press(key)
    try window.see("the dialog", hasDialog)
    try screen.press("ctrl+a")
    try screen.type(path)
    try screen.press("Return")
  }

  /// Draws from left to right over the paper.
  @discardableResult
  func drawLine(at y: Int = 450) throws -> Screenshot {
    try draw([paper(300, y), paper(400, y + 50), paper(500, y)])
  }

  /// Waits until a file that is saved is there.
  func seeSaved(_ file: String) throws {
    try window.see("no dialog, and the file") {
      !self.hasDialog($0) && FileManager.default.fileExists(atPath: file)
    }
  }

  /// How the board on the screen differs from a picture of its own; `nil` if every pixel is the same.
  func difference(_ seen: Screenshot, from picture: Screenshot) -> String? {
    seen.difference(from: picture, canvas: places.canvas, hidden: places.bars)
  }
}
