import TouchReelCanvas

/// Where things are in the window that one draws in, by their distances from the borders of the canvas.
struct DrawingPlaces: Sendable {
  /// The tools in the order of the strip, two to a row.
  static let tools = [
    "pencil", "eraser", "line", "dashedLine", "arrow", "rectangle", "ellipse", "triangle", "pentagon", "ngon", "star",
    "angle", "text", "selection", "lasso",
  ]
  /// The colours of the palette beside the width.
  static let palette: [UInt32] = [
    0x000000, 0xe69f00, 0x56b4e9, 0x009e73, 0xd55e00, 0x0072b2, 0xcc79a7, 0xf0e442, 0xffffff, 0x808080,
  ]
  /// The colours of touches, where each finger has its own.
  static let fingers = palette.prefix(8) + [0x772200, 0x000099]
  private static let (toolPitch, swatchPitch) = (46, 44)

  let canvas: PixelRect
  /// The middle of the palette's first colour, as it was found on the screen.
  private let firstSwatch: Place?

  init(canvas: PixelRect) {
    self.canvas = canvas
    firstSwatch = nil
  }

  /// Finds the canvas of a drawing that is still empty and white: it reaches from the middle, a quarter from the top,
  /// as far as it is white.
  init?(emptyIn screen: Screenshot) {
    let row = screen.size.height / 4
    // Beside the bar of inks, which is as wide as the canvas allows.
    let right = screen.size.width - 14
    func reach(_ start: Place, _ dx: Int, _ dy: Int) -> Place {
      var place = start
      while screen[place.moved(dx, dy)] == 0xffffff { place = place.moved(dx, dy) }
      return place
    }
    let middle = Place(x: screen.size.width / 2, y: row)
    guard screen[middle] == 0xffffff else { return nil }
    let (left, end) = (reach(middle, -1, 0).x, reach(middle, 1, 0).x)
    let (top, bottom) = (reach(middle, 0, -1).y, reach(Place(x: right, y: row), 0, 1).y)
    let canvas = PixelRect(minX: left, minY: top, maxX: end + 1, maxY: bottom + 1)
    guard canvas.width > screen.size.width / 2, canvas.height > screen.size.height / 2 else { return nil }
    self.canvas = canvas
    firstSwatch = Self.firstSwatch(in: screen, canvas)
    guard isShowingBars(screen) else { return nil }
  }

  /// The palette is where its first colours are, so far apart.
  private static func firstSwatch(in screen: Screenshot, _ canvas: PixelRect) -> Place? {
    let y = canvas.maxY - 39
    let first = (canvas.x..<canvas.maxX).filter { x in
      palette.prefix(4).enumerated().allSatisfy { screen[x + swatchPitch * $0, y] == $1 }
    }
    guard let left = first.first, let right = first.last else { return nil }
    return Place(x: (left + right) / 2, y: y)
  }

  func tool(_ name: String) -> Place {
    let place = Self.tools.firstIndex(of: name) ?? 0
    let (column, row) = (place % 2, place / 2)
    return Place(x: canvas.x + 39 + Self.toolPitch * column, y: canvas.middle.y + Self.toolPitch * (2 * row - 7) / 2)
  }

  /// Where a tool's button is coloured when it is chosen: above its icon.
  func toolMark(_ name: String) -> Place { tool(name).moved(0, -15) }

  func swatch(_ place: Int) -> Place { inks.moved(Self.swatchPitch * place, 0) }

  var color: Place { inks.moved(-107, 0) }
  var fill: Place { inks.moved(-57, 0) }
  var undo: Place { header.moved(23, 0) }
  var redo: Place { header.moved(65, 0) }
  var replay: Place { header.moved(107, 0) }
  var close: Place { Place(x: canvas.maxX - 22, y: canvas.y - 24) }

  private var inks: Place { firstSwatch ?? Place(x: canvas.middle.x, y: canvas.maxY - 39) }
  private var header: Place { Place(x: canvas.x, y: canvas.y - 24) }

  /// What covers the canvas while nothing draws.
  var bars: [PixelRect] { barsAndGaps + (canvas.y == 0 ? [handle] : []) }

  /// What folds the bars away and brings them back, in full screen and where they are folded.
  var handle: PixelRect { PixelRect(x: canvas.middle.x - 60, y: canvas.y, width: 120, height: 48) }

  private var barsAndGaps: [PixelRect] {
    [
      PixelRect(x: canvas.x, y: canvas.middle.y - 200, width: 128, height: 400),
      PixelRect(x: canvas.x, y: canvas.maxY - 90, width: canvas.width, height: 90),
      // The bar in full screen.
      PixelRect(x: canvas.maxX - 75, y: canvas.middle.y - 140, width: 75, height: 280),
    ]
  }

  /// The part of the canvas that the tests draw in, free of bars.
  var paper: PixelRect {
    PixelRect(minX: canvas.x + 130, minY: canvas.y + 20, maxX: canvas.maxX - 20, maxY: canvas.maxY - 100)
  }

  /// Whether the bars are where they belong, with the colours of the palette.
  func isShowingBars(_ screen: Screenshot) -> Bool {
    guard let first = Self.firstSwatch(in: screen, canvas) else { return false }
    return screen[tool("line").moved(0, 20)] != 0xffffff
      && Self.palette.indices.allSatisfy { screen[first.moved(Self.swatchPitch * $0, 0)] == Self.palette[$0] }
  }

  func isHidingBars(_ screen: Screenshot) -> Bool { bars.allSatisfy { screen.count(in: $0, otherThan: 0xffffff) == 0 } }

  /// Whether a tool's button shows that it is chosen: it is as dark there as no other's.
  func isChosen(_ tool: String, in screen: Screenshot) -> Bool {
    let others = Self.tools.filter { $0 != tool }.map { screen[toolMark($0)] }
    return others.allSatisfy { $0 != screen[toolMark(tool)] }
  }
}
