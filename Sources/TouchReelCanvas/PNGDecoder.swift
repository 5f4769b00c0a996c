import TouchReelClampedNumbers

/// Why a PNG was not read.
public enum PNGError: Error, Hashable, Sendable {
  /// It does not begin as a PNG does.
  case notPNG
  /// It claims sides of no pixels, or more than ``PixelSize/maximumSide``.
  case unusableSize(width: UInt32, height: UInt32)
  /// It has more pixels than were allowed.
  case tooManyPixels(width: UInt32, height: UInt32, limit: Int)
  /// It ends early, a checksum is wrong, or what it says contradicts itself.
  case damaged
}

/// What a picture of a file is for, and so how much of it has to be held.
package enum PNGUse: Hashable, Sendable {
  /// Every pixel.
  case whole
  /// A background on a canvas of this size: a large picture is averaged to no less than twice the size at which it
  /// shows as it is read, and of one that is repeated no more is read than shows.
  case background(BackgroundImageMode, on: PixelSize)
}

extension PixelBuffer {
  /// Pixels that a PNG may have unless another limit is asked for: 8192 × 8192 and a few, 272 MB where all of them are
  /// held.
  @usableFromInline package static let pngPixelLimit = 68_000_000
  /// Pictures of no more are never averaged while they are read: 64 MiB.
  static let heldPixels = 1 << 24

  /// Reads a PNG in memory, as ``init(png:use:pixelLimit:)-(UnsafeRawBufferPointer,_,_)`` does.
  package init(png: [UInt8], use: PNGUse = .whole, pixelLimit: Int = pngPixelLimit) throws(PNGError) {
    self = try png.span.bytes.withUnsafeBytes { (bytes) throws(PNGError) in
      try PixelBuffer(png: bytes, use: use, pixelLimit: pixelLimit)
    }
  }

  /// Reads a PNG of any colour type and depth, interlaced or not; 16-bit components are cut to 8, profiles are ignored.
  ///
  /// - Complexity: of time, the file's bytes and its pixels; of memory, the pixels that are held.
  package init(
    png: UnsafeRawBufferPointer, use: PNGUse = .whole, pixelLimit: Int = pngPixelLimit
  ) throws(PNGError) {
    // The size is looked at before the rest of the file.
    try PNGHeader(file: png).check(byteCount: png.count, pixelLimit: pixelLimit)
    let file = try PNGFile(png)
    let rows = try PNGRows(file)
    self = try file.header.isInterlaced ? rows.interlaced() : rows.inOrder(as: use)
  }
}

extension PNGRows {
  /// Adam7: seven passes, each a picture of every so many pixels.
  private static let passes: [(x: Int, y: Int, dx: Int, dy: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  consuming func interlaced() throws(PNGError) -> PixelBuffer {
    let size = header.size
    var picture = PixelBuffer(size: size)
    for pass in Self.passes where pass.x < size.width && pass.y < size.height {
      let width = (size.width - pass.x + pass.dx - 1) / pass.dx
      beginPass(width: width)
      for y in stride(from: pass.y, to: size.height, by: pass.dy) {
        let row = try nextRow()
        picture.withTarget { target in
          guard let line = target.pixels(x: 0, y: y) else { return }
          for x in 0..<width { line[pass.x + x * pass.dx] = row[x] }
        }
      }
    }
    try finish()
    return picture
  }

  consuming func inOrder(as use: PNGUse) throws(PNGError) -> PixelBuffer {
    let size = header.size
    let kept = use.kept(of: size)
    let factor = use.factor(for: size)
    var picture = AveragedPicture(of: kept, factor: factor)
    beginPass(width: size.width)
    for _ in 0..<kept.height { picture.add(try nextRow()) }
    for _ in kept.height..<size.height { try skipRow() }
    try finish()
    return picture.pixels
  }
}

extension PNGUse {
  /// The upper left part that shows.
  fileprivate func kept(of size: PixelSize) -> PixelSize {
    guard case .background(.tile, on: let canvas) = self else { return size }
    return PixelSize(width: min(size.width, canvas.width), height: min(size.height, canvas.height))
  }

  /// How many pixels of a side become one.
  fileprivate func factor(for size: PixelSize) -> Int {
    guard case .background(let mode, on: let canvas) = self, size.width * size.height > PixelBuffer.heldPixels else {
      return 1
    }
    let x = Double(size.width) / Double(max(canvas.width, 1))
    let y = Double(size.height) / Double(max(canvas.height, 1))
    switch mode {
    case .tile: return 1
    case .fit: return AveragedPicture.factor(max(x, y) / 2)
    case .fill: return AveragedPicture.factor(min(x, y) / 2)
    }
  }
}

/// A picture in which squares of pixels become one, their mean, as rows come.
private struct AveragedPicture {
  /// Sums of components have 16 bits, which those of 256 pixels fill.
  private static let factors = 1...16

  private let factor: Int
  private let source: PixelSize
  private(set) var pixels: PixelBuffer
  /// Four sums to a pixel.
  private var sums: [UInt64]
  private var row = 0

  static func factor(_ wanted: Double) -> Int {
    Int(clamping: min(max(wanted, Double(factors.lowerBound)), Double(factors.upperBound)))
  }

  init(of source: PixelSize, factor: Int) {
    self.source = source
    self.factor = factor
    pixels = PixelBuffer(
      size: PixelSize(width: (source.width + factor - 1) / factor, height: (source.height + factor - 1) / factor))
    sums = Array(repeating: 0, count: factor > 1 ? pixels.size.width : 0)
  }

  mutating func add(_ line: UnsafeMutableBufferPointer<UInt32>) {
    defer { row += 1 }
    guard let base = line.baseAddress else { return }
    guard factor > 1 else {
      return pixels.withTarget { $0.pixels(x: 0, y: row)?.update(from: base, count: source.width) }
    }
    for x in 0..<source.width { sums[x / factor] += Self.spread(base[x]) }
    if (row + 1).isMultiple(of: factor) || row + 1 == source.height { emit(rows: row % factor + 1) }
  }

  private mutating func emit(rows: Int) {
    let (row, sums, factor, width) = (row / factor, sums, factor, source.width)
    pixels.withTarget { target in
      guard let line = target.pixels(x: 0, y: row) else { return }
      for x in sums.indices {
        // No trap: all are whole.
        let count = UInt64(rows * min(factor, width - x * factor))
        line[x] = Self.mean(sums[x], of: count)
      }
    }
    for x in sums.indices { self.sums[x] = 0 }
  }

  private static func spread(_ pixel: UInt32) -> UInt64 {
    let wide = UInt64(pixel)
    return wide & 0xFF | (wide & 0xFF00) << 8 | (wide & 0xFF_0000) << 16 | (wide & 0xFF00_0000) << 24
  }

  private static func mean(_ sum: UInt64, of count: UInt64) -> UInt32 {
    var pixel: UInt32 = 0
    for shift in 0..<4 as Range<UInt64> {
      let component = (sum >> (16 * shift)) & 0xFFFF
      pixel |= UInt32((component + count / 2) / count) << UInt32(8 * shift)
    }
    return pixel
  }
}
