import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The window that one plays in, with its places known. It is 1000 × 760 and opens in the top left corner.
final class PlayerDesk {
  /// Without its border.
  static let frame = PixelRect(x: 4, y: 4, width: 992, height: 752)
  static let canvas = PixelRect(minX: 5, minY: 51, maxX: 995, maxY: 637)
  /// Where the times of the recording are shown.
  static let time = PixelRect(x: 225, y: 715, width: 130, height: 24)
  static let timeline = PixelRect(minX: 17, minY: 643, maxX: 983, maxY: 699)
  /// Where a banner lies over the canvas.
  static let banner = PixelRect(x: 20, y: 56, width: 900, height: 40)
  static let speed = PixelRect(x: 932, y: 713, width: 26, height: 28)
  static let playButton = Place(x: 139, y: 727)
  static let touches = Place(x: 738, y: 727)
  static let loop = Place(x: 902, y: 727)
  /// Closes a banner.
  static let dismissal = Place(x: 965, y: 80)
  /// The colour of the line that shows where the player is.
  private static let mark: UInt32 = 0x3584e4

  let window: OpenWindow
  let recording: String

  var screen: VirtualScreen { window.screen }

  /// Opens a recording and waits until it plays.
  convenience init(
    _ recording: String, _ arguments: String..., on screen: VirtualScreen? = nil, in folder: TemporaryFolder? = nil
  ) throws {
    try self.init(recording, arguments, on: screen, in: folder)
  }

  init(
    _ recording: String, _ arguments: [String], on screen: VirtualScreen? = nil, in folder: TemporaryFolder? = nil,
    variables: [String: String] = [:]
  ) throws {
    self.recording = recording
    window = try OpenWindow(
      ["play", recording] + arguments, on: screen ?? VirtualScreen(), in: folder ?? TemporaryFolder(),
      variables: variables)
    try window.see("the timeline's mark, in a window that has the keys") {
      Self.place(in: $0) != nil && Self.hasKeys($0)
    }
    // Values are shown of the ink under the pointer, which is in the middle of the screen at first.
    try self.screen.act("mousemove", "300", "26")
  }

  /// GTK's default theme shades the header bar of the window that keys go to.
  static func hasKeys(_ screen: Screenshot) -> Bool { screen[300, 8] != screen[300, 44] }

  /// Where the mark is, from 0 to 1; nothing while there is no timeline.
  static func place(in screen: Screenshot) -> Double? {
    let x = (timeline.x..<timeline.maxX).first { screen[$0, timeline.y + 8] == mark }
    return x.map { Double($0 - timeline.x) / Double(timeline.width) }
  }

  static func hasInk(_ screen: Screenshot) -> Bool { screen.count(in: canvas, of: 0) > 500 }

  /// A place on the timeline, this many pixels from its left.
  static func timeline(at pixel: Int) -> Place { Place(x: timeline.x + pixel, y: timeline.middle.y) }

  /// The time of the recording at this many pixels from the timeline's left, as `render --at` takes it.
  static func percent(at pixel: Int) -> String { "\(Double(pixel) * 100 / Double(timeline.width))%" }

  /// Waits for the last picture of the recording.
  func seeEnd() throws -> Screenshot {
    try window.see("the end") { (Self.place(in: $0) ?? 0) > 0.995 }
    return try still()
  }

  /// Waits until the picture stops changing.
  func still() throws -> Screenshot { try window.still(in: Self.frame) }

  /// Goes to a place of the timeline, and waits until it is shown.
  @discardableResult
  func click(at pixel: Int) throws -> Screenshot {
    try screen.click(Self.timeline(at: pixel))
    let fraction = Double(pixel) / Double(Self.timeline.width)
    try window.see("the mark at \(fraction)") { abs((Self.place(in: $0) ?? 2) - fraction) < 0.003 }
    return try still()
  }

  /// Shows the board a pixel for each point: where it is larger than the view, its middle is seen.
  func showOriginalSize() throws {
    try screen.press("ctrl+0")
    try window.see("nothing but the board") { $0[Self.canvas.x + 20, Self.canvas.y + 5] == 0xffffff }
  }

  /// What `touchreel render` makes of the recording.
  func render(_ arguments: String...) throws -> Screenshot { try render(arguments: arguments) }

  func render(arguments: [String]) throws -> Screenshot {
    let picture = window.folder.path("render.png")
    try Touchreel.succeed(["render", recording, "-o", picture, "--force"] + arguments)
    return try Screenshot(png: picture)
  }

  /// The canvas at the board's own size shows a render, pixel for pixel.
  func expect(
    _ seen: Screenshot, shows board: Screenshot, below top: Int = 0, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    seen.attach(name, sourceLocation: sourceLocation)
    let canvas = Self.canvas
    let view = PixelRect(minX: canvas.x, minY: canvas.y + top, maxX: canvas.maxX, maxY: canvas.maxY)
    let part = PixelRect(
      x: (board.size.width - canvas.width) / 2, y: (board.size.height - canvas.height) / 2 + top,
      width: view.width, height: view.height)
    let difference = seen.difference(from: board.cropped(to: part), canvas: view, hidden: [])
    #expect(difference == nil, "\(name)", sourceLocation: sourceLocation)
    if difference != nil { board.attach("\(name) rendered", sourceLocation: sourceLocation) }
  }
}
