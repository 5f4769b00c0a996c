import TouchReelClampedNumbers

/// An image where it lies on a canvas.
///
/// A pixel of the canvas gets what lies at its centre, between the centres of the image's pixels. An image that is
/// drawn smaller is halved first, as long as its pixels are half as large as the canvas's or less.
struct LyingImage: Hashable, Sendable {
  private let image: EmbeddedImage
  /// The map from the canvas to the image, both in pixels of their own: x and y each by the canvas's x, its y
  /// and a constant.
  private let x: SIMD4<Double>
  private let y: SIMD4<Double>
  private let halvings: Int
  /// Pixels of the canvas that may be its own.
  private let box: PixelRect
  /// Whether it ends at the box; otherwise its edges go on without end.
  private var isLimited = false

  /// - Parameters:
  ///   - image: what is drawn.
  ///   - corner: where its upper left corner lies on the canvas, in pixels.
  ///   - right: where its upper right corner lies.
  ///   - below: where its lower left corner lies.
  init(
    _ image: EmbeddedImage, corner: (x: Double, y: Double), right: (x: Double, y: Double),
    below: (x: Double, y: Double)
  ) {
    self.image = image
    let (width, height) = (Double(image.pixels.size.width), Double(image.pixels.size.height))
    let along = (x: (right.x - corner.x) / width, y: (right.y - corner.y) / width)
    let down = (x: (below.x - corner.x) / height, y: (below.y - corner.y) / height)
    let area = along.x * down.y - along.y * down.x
    let scale = area != 0 && area.isFinite ? 1 / area : 0
    x = SIMD4(
      down.y * scale, -down.x * scale, (corner.y * down.x - corner.x * down.y) * scale, 0)
    y = SIMD4(
      -along.y * scale, along.x * scale, (corner.x * along.y - corner.y * along.x) * scale, 0)
    halvings = Self.halvings(of: max((x.x * x.x + x.y * x.y), (y.x * y.x + y.y * y.y)).squareRoot())
    let last = (x: right.x + below.x - corner.x, y: right.y + below.y - corner.y)
    let (columns, rows) = ([corner.x, right.x, below.x, last.x], [corner.y, right.y, below.y, last.y])
    func pixel(_ position: Double?) -> Int { Int(clamping: min(max(-1e9, position ?? 0), 1e9)) }
    box = PixelRect(
      minX: pixel(columns.min()?.rounded(.down)), minY: pixel(rows.min()?.rounded(.down)),
      maxX: pixel(columns.max()?.rounded(.up)), maxY: pixel(rows.max()?.rounded(.up)))
  }

  /// Whether any pixel of a canvas may be within its box.
  func isSeen(on canvas: PixelSize) -> Bool { !box.intersection(canvas.bounds).isEmpty }

  /// The same without what lies beyond its box.
  var withinItself: LyingImage {
    var limited = self
    limited.isLimited = true
    return limited
  }

  /// - Parameter step: the image's pixels for each pixel of the canvas.
  private static func halvings(of step: Double) -> Int {
    var (rest, count) = (step, 0)
    while rest >= 2, count < 16 { (rest, count) = (rest / 2, count + 1) }
    return count
  }

  /// Visits pixels of a part of the canvas.
  ///
  /// - Parameters:
  ///   - part: of the canvas.
  ///   - isWanted: whether a pixel, by its column and its row, is to be visited.
  ///   - visit: takes the column, the row and the image's pixel there.
  @inline(__always)
  func sample(
    within part: PixelRect, where isWanted: (Int, Int) -> Bool = { _, _ in true }, _ visit: (Int, Int, UInt32) -> Void
  ) {
    let part = isLimited ? part.intersection(box) : part
    guard !part.isEmpty else { return }
    ImageSampler(image.reduced(halvings), of: image.pixels.size).sample { source in
      for line in part.y..<part.maxY {
        for column in part.x..<part.maxX where isWanted(column, line) {
          visit(column, line, pixel(column, line, source))
        }
      }
    }
  }

  private func pixel(_ column: Int, _ line: Int, _ source: ImageSampler.Source) -> UInt32 {
    let (canvasX, canvasY) = (Double(column) + 0.5, Double(line) + 0.5)
    return source.pixel(
      x: x.x * canvasX + x.y * canvasY + x.z, y: y.x * canvasX + y.y * canvasY + y.z)
  }
}

/// Reads an image between its pixels.
private struct ImageSampler {
  private let buffer: PixelBuffer
  private let size: PixelSize

  /// - Parameters:
  ///   - buffer: the image or a smaller one of it.
  ///   - size: of the image, in whose pixels positions are given.
  init(_ buffer: PixelBuffer, of size: PixelSize) { (self.buffer, self.size) = (buffer, size) }

  struct Source {
    let pixels: UnsafeBufferPointer<UInt32>
    let width: Int
    let height: Int
    /// Its pixels for each of the image's.
    let scale: (x: Double, y: Double)

    /// The edge goes on beyond the image.
    func pixel(x: Double, y: Double) -> UInt32 {
      let (left, right, shareX) = Self.neighbours(x * scale.x - 0.5, count: width)
      let (upper, lower, shareY) = Self.neighbours(y * scale.y - 0.5, count: height)
      let above = Self.mix(pixels[upper * width + left], pixels[upper * width + right], shareX)
      let below = Self.mix(pixels[lower * width + left], pixels[lower * width + right], shareX)
      let whole = SIMD4<UInt32>(above + (below - above) * shareY + 0.5)
      return whole.x << 24 | whole.y << 16 | whole.z << 8 | whole.w
    }

    private static func neighbours(_ position: Double, count: Int) -> (Int, Int, Float) {
      let clamped = min(max(position.isNaN ? 0 : position, 0), Double(count - 1))
      let first = Int(clamping: clamped)
      return (first, min(first + 1, count - 1), Float(clamped - Double(first)))
    }

    private static func mix(_ first: UInt32, _ second: UInt32, _ share: Float) -> SIMD4<Float> {
      let (one, other) = (components(first), components(second))
      return one + (other - one) * share
    }

    private static func components(_ pixel: UInt32) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4<UInt32>(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255))
    }
  }

  func sample(_ body: (Source) -> Void) {
    buffer.pixels.withUnsafeBufferPointer { pixels in
      let scale = (
        x: Double(buffer.size.width) / Double(size.width), y: Double(buffer.size.height) / Double(size.height)
      )
      body(Source(pixels: pixels, width: buffer.size.width, height: buffer.size.height, scale: scale))
    }
  }
}
