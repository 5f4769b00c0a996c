import Canvas
import Glibc
import LiveDrawing
import TouchTracking

/// The blocks that a picture is uploaded in, so that what one frame uploads follows what has changed.
///
/// A block is 128 pixels of the picture on each side, at a power of two smaller where the view is, with a margin of its neighbours' pixels:
/// scaling mixes neighbouring pixels, and must see the same ones on both sides of a border.
nonisolated struct CanvasBlocks {
  /// Larger ones make more pixels to be drawn for ten fingers than changed, smaller ones more nodes than a renderer likes: at 4K, 256 took half as
  /// long again.
  static let side = 128
  /// In pixels of the block.
  static let margin = 2
  static let levels = 0...5

  let size: PixelSize
  let columns: Int
  let rows: Int
  private let form: BlockNode.Form
  private var nodes: [BlockNode?]
  /// Each block shows one pixel for 2^level × 2^level of the picture.
  private var level = 0

  init(size: PixelSize, form: BlockNode.Form) {
    self.size = size
    self.form = form
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// What the blocks show of a rectangle is no longer so.
  mutating func invalidate(_ rect: PixelRect) {
    let reach = Self.margin << level
    let grown = PixelRect(
      minX: rect.x - reach, minY: rect.y - reach, maxX: rect.maxX + reach, maxY: rect.maxY + reach)
    for place in places(over: grown) { nodes[place.row * columns + place.column] = nil }
  }

  mutating func show(level new: Int) {
    guard new != level else { return }
    level = min(max(new, Self.levels.lowerBound), Self.levels.upperBound)
    nodes = Array(repeating: nil, count: columns * rows)
  }

  /// The blocks that share pixels with a rectangle of the picture.
  func places(over rect: PixelRect) -> [(column: Int, row: Int)] {
    let inside = rect.intersection(size.bounds)
    guard !inside.isEmpty else { return [] }
    let across = inside.x / Self.side...(inside.maxX - 1) / Self.side
    return (inside.y / Self.side...(inside.maxY - 1) / Self.side).flatMap { row in across.map { ($0, row) } }
  }

  /// The part of the picture that a block shows, without its margin.
  func bounds(column: Int, row: Int) -> PixelRect {
    PixelRect(x: column * Self.side, y: row * Self.side, width: Self.side, height: Self.side).intersection(size.bounds)
  }

  /// A block with its margin, and the part of the picture, or of what would lie around it, that it covers.
  mutating func block(column: Int, row: Int, of picture: PixelBuffer) -> (node: BlockNode, covering: PixelRect) {
    let side = Self.side >> level + 2 * Self.margin
    let reach = Self.margin << level
    let covered = PixelRect(
      x: column * Self.side - reach, y: row * Self.side - reach, width: side << level, height: side << level)
    let place = row * columns + column
    if let node = nodes[place] { return (node, covered) }
    let node = BlockNode(form, side: side) { picture.copy(from: covered, level: level, side: side, into: $0) }
    nodes[place] = node
    return (node, covered)
  }
}

nonisolated extension PixelBuffer {
  /// Copies a square, each pixel the mean of 2^level × 2^level; beyond the picture its border goes on.
  fileprivate func copy(from rect: PixelRect, level: Int, side: Int, into room: UnsafeMutableBufferPointer<UInt32>) {
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
    for place in 0..<inside.lowerBound - x { target[place] = source[start] }
    _ = UnsafeMutableBufferPointer(rebasing: target[(inside.lowerBound - x)...])
      .update(
        fromContentsOf: UnsafeBufferPointer(rebasing: source[start + inside.lowerBound..<start + inside.upperBound]))
    for place in inside.upperBound - x..<target.count { target[place] = source[start + size.width - 1] }
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

/// The pixels of the display, in a widget's units.
nonisolated struct DeviceGrid: Hashable {
  /// Pixels of the display to a unit of the widget.
  var perUnit: Double

  func rounded(_ value: Double) -> Double { (value * perUnit).rounded() / perUnit }
}

/// Where blocks of a picture lie in a view.
///
/// The borders between blocks lie on pixels of the display, so that no pixel is shared by two, which would show as a seam.
nonisolated struct BlockLayout: Hashable {
  /// View units to a pixel of the picture.
  private let scale: Double
  private let x: Double
  private let y: Double
  private let grid: DeviceGrid

  init(_ viewport: Viewport, pixelsPerPoint: Double, grid: DeviceGrid) {
    scale = viewport.zoom / pixelsPerPoint
    let corner = viewport.surfacePoint(of: BoardPoint(x: 0, y: 0))
    (x, y) = (grid.rounded(corner.x), grid.rounded(corner.y))
    self.grid = grid
  }

  /// How often the picture is halved before it is shown, so that no pixel of it is passed over.
  var level: Int {
    let pixels = 1 / (scale * grid.perUnit)
    return pixels > 1 ? min(Int(log2(min(pixels, 1024))), CanvasBlocks.levels.upperBound) : 0
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

  /// The part of the picture that a view of this size may show.
  func visible(_ size: SurfaceSize) -> PixelRect {
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    return PixelRect(
      minX: pixel((0 - x) / scale) - 1, minY: pixel((0 - y) / scale) - 1,
      maxX: pixel((size.width - x) / scale) + 2, maxY: pixel((size.height - y) / scale) + 2)
  }
}
