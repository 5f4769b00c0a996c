import Glibc
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The blocks in which a picture is uploaded, so that each frame uploads only what has changed.
///
/// A block covers 128×128 pixels of the picture, reduced by a power of two if the view is zoomed out. It has a margin
/// with pixels of its neighbours: scaling mixes neighbouring pixels, and must see the same ones on both sides of a
/// border.
nonisolated struct CanvasBlocks {
  /// The side, in pixels of the picture. Larger blocks upload more than ten fingers change, smaller ones make more
  /// nodes than renderers handle well: at 4K, 256 took 1.5 times as long.
  static let side = 128
  /// The margin, in pixels of the block.
  static let margin = 2
  static let levels = 0...5

  let size: PixelSize
  let columns: Int
  let rows: Int
  private let form: BlockNode.Form
  private var nodes: [BlockNode?]
  /// Each pixel of a block is the mean of 2^level × 2^level pixels of the picture.
  private var level = 0

  init(size: PixelSize, form: BlockNode.Form) {
    self.size = size
    self.form = form
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// Discards the blocks that show any of a rectangle.
  mutating func invalidate(_ rect: PixelRect) {
    let reach = Self.margin << level
    let grown = PixelRect(
      minX: rect.x - reach, minY: rect.y - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
    for position in positions(over: grown) { nodes[position.row * columns + position.column] = nil }
  }

  mutating func show(level new: Int) {
    guard new != level else { return }
    level = min(max(new, Self.levels.lowerBound), Self.levels.upperBound)
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// The blocks that share pixels with a rectangle of the picture.
  func positions(over rect: PixelRect) -> [(column: Int, row: Int)] {
    let inside = rect.intersection(size.bounds)
    guard !inside.isEmpty else { return [] }
    let across = inside.x / Self.side...(inside.maxX - 1) / Self.side
    return (inside.y / Self.side...(inside.maxY - 1) / Self.side).flatMap { row in across.map { ($0, row) } }
  }

  /// The part of the picture that a block shows, without its margin.
  func bounds(column: Int, row: Int) -> PixelRect {
    PixelRect(x: column * Self.side, y: row * Self.side, width: Self.side, height: Self.side).intersection(size.bounds)
  }

  /// A block with its margin, and the rectangle that it covers, which can extend beyond the picture.
  mutating func block(column: Int, row: Int, of picture: PixelBuffer) -> (node: BlockNode, covering: PixelRect) {
    let side = Self.side >> level + 2 * Self.margin
    let reach = Self.margin << level
    let covered = PixelRect(
      x: column * Self.side - reach, y: row * Self.side - reach, width: side << level, height: side << level)
    let index = row * columns + column
    if let node = nodes[index] { return (node, covered) }
    let node = BlockNode(form, side: side) { picture.copy(from: covered, level: level, side: side, into: $0) }
    nodes[index] = node
    return (node, covered)
  }
}

nonisolated extension PixelBuffer {
  /// Copies a square, reducing 2^level × 2^level pixels to their mean; beyond the picture, its border pixels are
  /// repeated.
  func copy(from rect: PixelRect, level: Int, side: Int, into room: UnsafeMutableBufferPointer<UInt32>) {
    pixels.withUnsafeBufferPointer { source in
      for row in 0..<side {
        let target = UnsafeMutableBufferPointer(rebasing: room[row * side..<(row + 1) * side])
        if level == 0 {
          copyRow(source, x: rect.x, y: rect.y + row, into: target)
        } else {
          for column in 0..<side {
            target[column] = mean(source, rect.x + column << level, rect.y + row << level, level)
          }
        }
      }
    }
  }

  private func copyRow(
    _ source: UnsafeBufferPointer<UInt32>, x: Int, y: Int, into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let start = min(max(y, 0), size.height - 1) * size.width
    let inside = max(x, 0)..<max(min(x + target.count, size.width), max(x, 0))
    for column in 0..<inside.lowerBound - x { target[column] = source[start] }
    _ = UnsafeMutableBufferPointer(rebasing: target[(inside.lowerBound - x)...])
      .update(
        fromContentsOf: UnsafeBufferPointer(rebasing: source[start + inside.lowerBound..<start + inside.upperBound]))
    for column in inside.upperBound - x..<target.count { target[column] = source[start + size.width - 1] }
  }

  @inline(__always)
  private func nearest(_ source: UnsafeBufferPointer<UInt32>, _ x: Int, _ y: Int) -> UInt32 {
    source[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
  }

  private func mean(_ source: UnsafeBufferPointer<UInt32>, _ x: Int, _ y: Int, _ level: Int) -> UInt32 {
    var sum = SIMD4<UInt32>()
    for dy in 0..<1 << level {
      for dx in 0..<1 << level {
        let pixel = nearest(source, x + dx, y + dy)
        sum &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
      }
    }
    let half = UInt32(1) << UInt32(2 * level - 1)
    let mean = (sum &+ SIMD4(repeating: half)) &>> SIMD4(repeating: UInt32(2 * level))
    return mean.x << 24 | mean.y << 16 | mean.z << 8 | mean.w
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

  /// How often the picture is halved before it is shown, so that no pixel is skipped.
  var level: Int {
    let pixels = 1 / (scale * grid.perUnit)
    return pixels > 1 ? min(Int(log2(min(pixels, 1024))), CanvasBlocks.levels.upperBound) : 0
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
