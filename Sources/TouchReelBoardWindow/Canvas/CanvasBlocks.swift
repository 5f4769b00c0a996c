import CTouchReelGtk
import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// How the pixels of a picture become those of a display.
nonisolated struct Sampling: Hashable {
  /// Each pixel of a block is the mean of 2^level × 2^level pixels of the picture.
  var level = 0
  /// Pixels of its neighbours around a block, in its own: scaling mixes neighbouring pixels, and must see the same ones
  /// on both sides of a border.
  var margin = 2

  /// Nothing is scaled: no block needs its neighbours, and each is composed of whole tiles.
  static let exact = Sampling(level: 0, margin: 0)
  static let levels = 0...5

  /// The margin, in pixels of the picture.
  var reach: Int { margin << level }
  /// The side of a block with its margin, in its own pixels.
  var side: Int { CanvasBlocks.side >> level + 2 * margin }
}

/// The blocks in which a picture is shown, so that each frame composes and uploads only what has changed.
///
/// A block covers 128×128 pixels of the picture, reduced by a power of two if the view is zoomed out. The blocks are
/// all that is kept of the pixels, and one of a single colour takes no memory: a blank 4K board took 70 MB, half of
/// them in a picture beside the blocks.
nonisolated struct CanvasBlocks {
  /// The side, in pixels of the picture. Larger blocks upload more than ten fingers change, smaller ones make more
  /// nodes than renderers handle well: at 4K, 256 took 1.5 times as long.
  static let side = 128

  let size: PixelSize
  let columns: Int
  let rows: Int
  private let form: BlockNode.Form
  private var nodes: [BlockNode?]
  private(set) var sampling = Sampling.exact

  /// Where a block lies, counted in blocks.
  struct Position: Hashable {
    var column: Int
    var row: Int
  }

  init(size: PixelSize, form: BlockNode.Form) {
    self.size = size
    self.form = form
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// Discards the blocks that show any of a rectangle.
  mutating func invalidate(_ rect: PixelRect) {
    let reach = sampling.reach
    let grown = PixelRect(
      minX: rect.x - reach, minY: rect.y - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
    for position in positions(over: grown) { nodes[index(of: position)] = nil }
  }

  mutating func show(_ new: Sampling) {
    guard new != sampling else { return }
    sampling = new
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// The blocks that share pixels with a rectangle of the picture.
  func positions(over rect: PixelRect) -> [Position] {
    let inside = rect.intersection(size.bounds)
    guard !inside.isEmpty else { return [] }
    let across = inside.x / Self.side...(inside.maxX - 1) / Self.side
    return (inside.y / Self.side...(inside.maxY - 1) / Self.side).flatMap { row in
      across.map { Position(column: $0, row: row) }
    }
  }

  /// The part of the picture that a block shows, without its margin.
  func bounds(of position: Position) -> PixelRect { position.whole.intersection(size.bounds) }

  /// What a block covers with its margin, which can extend beyond the picture.
  func covered(by position: Position) -> PixelRect {
    let (whole, reach) = (position.whole, sampling.reach)
    return PixelRect(
      x: whole.x - reach, y: whole.y - reach, width: whole.width + 2 * reach, height: whole.height + 2 * reach)
  }

  /// A block that was composed.
  func block(at position: Position) -> BlockNode? { nodes[index(of: position)] }

  private func index(of position: Position) -> Int { position.row * columns + position.column }
}

nonisolated extension CanvasBlocks {
  private static let threads = Int(g_get_num_processors())
  /// So many blocks are composed at a time, so that their pixels do not add to what is kept; with fewer than a share of
  /// them, one thread is faster.
  private static let batch = 64
  private static let batchForThreads = 16

  /// Composes those of some blocks that are not up to date.
  mutating func compose(_ positions: [Position], of picture: Picture) {
    let stale = positions.filter { block(at: $0) == nil }
    for start in stride(from: 0, to: stale.count, by: Self.batch) {
      compose(stale[start..<min(start + Self.batch, stale.count)], picture)
    }
  }

  private mutating func compose(_ positions: ArraySlice<Position>, _ picture: Picture) {
    let level = sampling.level
    let threads = positions.count < Self.batchForThreads ? 1 : Self.threads
    let pixels = inParallel(positions.map(covered), threads: threads) { picture.pixels(covering: $0, level: level) }
    for (position, pixels) in zip(positions, pixels) { nodes[index(of: position)] = BlockNode(form, pixels) }
  }
}

nonisolated extension CanvasBlocks.Position {
  fileprivate var whole: PixelRect {
    PixelRect(
      x: column * CanvasBlocks.side, y: row * CanvasBlocks.side, width: CanvasBlocks.side, height: CanvasBlocks.side)
  }
}

nonisolated extension Picture {
  /// The pixels of a rectangle, reducing 2^level × 2^level of them to their mean; beyond the picture, its border pixels
  /// are repeated.
  func pixels(covering rect: PixelRect, level: Int) -> PixelBuffer {
    let seen = rect.intersection(size.bounds)
    var pixels = PixelBuffer(size: PixelSize(width: seen.width, height: seen.height))
    pixels.withTarget { compose(into: $0.beginning(atColumn: seen.x, row: seen.y)) }
    if seen != rect {
      pixels = pixels.part(
        PixelRect(x: rect.x - seen.x, y: rect.y - seen.y, width: rect.width, height: rect.height))
    }
    return level == 0 ? pixels : pixels.reduced(by: level)
  }
}

/// The display's pixel grid, in a widget's units.
nonisolated struct DeviceGrid: Hashable {
  /// Display pixels for each unit of the widget.
  var perUnit: Double

  func rounded(_ value: Double) -> Double { (value * perUnit).rounded() / perUnit }
}

/// The positions of blocks in a view.
///
/// The borders between blocks lie between display pixels: a pixel shared by two blocks would show as a seam.
nonisolated struct BlockLayout: Hashable {
  /// View units for each pixel of the picture.
  private let scale: Double
  private let x: Double
  private let y: Double
  private let grid: DeviceGrid
  /// Pixels of the display for each board point.
  let displayPixelsPerPoint: Double

  init(_ viewport: Viewport, pixelsPerPoint: Double, grid: DeviceGrid) {
    scale = viewport.zoom / pixelsPerPoint
    displayPixelsPerPoint = viewport.zoom * grid.perUnit
    let corner = viewport.surfacePoint(of: BoardPoint(x: 0, y: 0))
    (x, y) = (grid.rounded(corner.x), grid.rounded(corner.y))
    self.grid = grid
  }

  /// How the picture is reduced before it is shown, so that no pixel is skipped.
  var sampling: Sampling {
    abs(scale * grid.perUnit - 1) < 1e-9 ? .exact : Sampling(level: level)
  }

  /// How often it is halved.
  var level: Int {
    let pixels = 1 / (scale * grid.perUnit)
    return pixels > 1 ? min(Int(log2(min(pixels, 1024))), Sampling.levels.upperBound) : 0
  }

  /// Whether a pixel of the picture takes more than one of the display.
  var isEnlarged: Bool { scale * grid.perUnit > 1.001 }

  /// What a view of this size shows of a picture, in pixels of the display from the picture's corner.
  func displayPart(of picture: PixelSize, in view: SurfaceSize) -> PixelRect {
    func pixel(_ value: Double, _ side: Int) -> Int {
      let whole = (Double(side) * scale * grid.perUnit).rounded()
      return Int(clamping: min(max((value * grid.perUnit).rounded(), 0), whole))
    }
    return PixelRect(
      minX: pixel(0 - x, picture.width), minY: pixel(0 - y, picture.height),
      maxX: pixel(view.width - x, picture.width), maxY: pixel(view.height - y, picture.height))
  }

  /// Where pixels of the display lie that are counted from the picture's corner.
  func rect(ofDisplay pixels: PixelRect) -> ViewRect {
    ViewRect(
      x: x + Double(pixels.x) / grid.perUnit, y: y + Double(pixels.y) / grid.perUnit,
      width: Double(pixels.width) / grid.perUnit, height: Double(pixels.height) / grid.perUnit)
  }

  func rect(of pixels: PixelRect) -> ViewRect {
    ViewRect(
      x: x + Double(pixels.x) * scale, y: y + Double(pixels.y) * scale, width: Double(pixels.width) * scale,
      height: Double(pixels.height) * scale)
  }

  func aligned(_ pixels: PixelRect) -> ViewRect {
    let (left, right) = (grid.rounded(x + Double(pixels.x) * scale), grid.rounded(x + Double(pixels.maxX) * scale))
    let (top, bottom) = (grid.rounded(y + Double(pixels.y) * scale), grid.rounded(y + Double(pixels.maxY) * scale))
    return ViewRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The part of the picture that is visible in a view of this size.
  func visible(_ size: SurfaceSize) -> PixelRect {
    func pixel(_ value: Double) -> Int { Int(clamping: min(max(value, -1e6), 1e6)) }
    return PixelRect(
      minX: pixel((0 - x) / scale) - 1, minY: pixel((0 - y) / scale) - 1,
      maxX: pixel((size.width - x) / scale) + 2, maxY: pixel((size.height - y) / scale) + 2)
  }
}
