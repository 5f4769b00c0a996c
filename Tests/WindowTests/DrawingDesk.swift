import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// The drawing window, with the places of its parts and with its recording.
final class DrawingDesk {
  let window: OpenWindow
  let places: DrawingPlaces
  let recording: String
  /// The window before anything was drawn.
  let empty: Screenshot

  var screen: VirtualScreen { window.screen }
  var folder: TemporaryFolder { window.folder }

  convenience init(recording name: String = "session.mcap") throws {
    try self.init(on: VirtualScreen(), recording: name)
  }

  /// - Parameters:
  ///   - options: besides the recording.
  ///   - variables: of the environment.
  init(
    on screen: VirtualScreen, recording name: String = "session.mcap", in folder: TemporaryFolder? = nil,
    options: [String] = [], variables: [String: String] = [:]
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    recording = folder.path(name)
    window = try OpenWindow(["draw", recording] + options, on: screen, in: folder, variables: variables)
    var found: DrawingPlaces?
    empty = try window.see("an empty drawing with its bars") {
      found = DrawingPlaces(emptyIn: $0)
      return found != nil
    }
    guard let found else { throw Failure(description: "the window did not open: \(window.log)") }
    places = found
  }

  /// A place on the paper, in points from its top left corner.
  func paper(_ x: Int, _ y: Int) -> Place { Place(x: places.paper.x + x, y: places.paper.y + y) }

  /// Clicks on a tool and waits until it is chosen.
  func choose(_ tool: String) throws {
    try screen.click(places.tool(tool))
    try window.see("\(tool) is chosen") { self.places.isChosen(tool, in: $0) }
  }

  /// Draws with the mouse and waits until there is ink where it ended, and the bars are back.
  @discardableResult
  func draw(_ line: [Place], inkAt place: Place? = nil) throws -> Screenshot {
    let before = try screen.picture()
    try screen.drag(line)
    let end = place ?? line.last ?? Place(x: 0, y: 0)
    return try seeDrawn("ink at (\(end.x), \(end.y))") { $0[end] != before[end] }
  }

  /// Waits until something was drawn and the bars are back: ink may be there a frame before they begin to give way.
  @discardableResult
  func seeDrawn(_ expectation: String, _ isSo: (Screenshot) -> Bool) throws -> Screenshot {
    var looks = 0
    return try window.see("\(expectation), and the bars at rest") {
      looks = isSo($0) && places.isShowingBars($0) ? looks + 1 : 0
      return looks == 3
    }
  }

  /// Draws six strokes, chooses a colour so soon after each that the bars may still be away, and expects the colours
  /// and nothing else.
  func expectColors(
    after pause: Duration, drag: ([Place]) throws -> Void, tap: (Place) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for number in 0..<6 {
      let start = paper(100, 40 + 60 * number)
      try drag((0...10).map { start.moved(30 * $0, 0) })
      usleep(UInt32(pause.components.attoseconds / 1_000_000_000_000))
      try tap(places.swatch(number + 1))
    }
    let seen = try seeDrawn("six lines in six colours") { screen in
      (0..<6).allSatisfy { screen[paper(250, 40 + 60 * $0)] == DrawingPlaces.palette[$0] }
    }
    try expectRecorded(seen, "a colour after \(pause)", sourceLocation: sourceLocation)
    #expect(try shapes().count == 6, "a tap on a bar left ink", sourceLocation: sourceLocation)
  }

  /// Ends the program and compares what was last seen with the render of what it recorded.
  func expectRecorded(
    _ seen: Screenshot, _ name: String, hidden: [PixelRect] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    seen.attach(name, sourceLocation: sourceLocation)
    #expect(try window.quit() == 0, "\(window.log)", sourceLocation: sourceLocation)
    let board = try render(recording)
    let difference = seen.difference(from: board, canvas: places.canvas, hidden: places.bars + hidden)
    #expect(difference == nil, sourceLocation: sourceLocation)
    if difference != nil { board.attach("\(name) rendered", sourceLocation: sourceLocation) }
  }

  /// What `touchreel render` makes of a recording, a pixel for each point of the canvas.
  func render(_ file: String) throws -> Screenshot {
    let size = "\(places.canvas.width)x\(places.canvas.height)"
    try Touchreel.succeed("render", file, "-o", folder.path("render.png"), "--size", size, "--force")
    return try Screenshot(png: folder.path("render.png"))
  }

  /// The shapes of the drawing that a recording holds, by their names in drawing files, in order.
  func shapes() throws -> [String] {
    try Touchreel.succeed("convert", recording, folder.path("shapes.drawsana.json"), "--force")
    struct Drawing: Decodable {
      struct Shape: Decodable { var type: String }
      var shapes: [Shape]
    }
    let json = try Data(contentsOf: URL(fileURLWithPath: folder.path("shapes.drawsana.json")))
    return try JSONDecoder().decode(Drawing.self, from: json).shapes.map(\.type)
  }
}
