import Testing

@testable import TouchReelCanvas

/// Images where they lie on a canvas.
struct ImagePaintTests {
  /// Four columns of 0, 40, 80 and 120, three rows of them.
  private let columns = PixelBuffer(size: PixelSize(width: 4, height: 3)) { x, _ in
    0xFF00_0000 | UInt32(40 * x) * 0x01_0101
  }

  private func image(_ pixels: PixelBuffer) throws -> EmbeddedImage { try EmbeddedImage(pixels.png()) }

  private func row(
    _ paint: ImagePaint, y: Int, _ columns: Range<Int>
  ) -> [UInt32] {
    var row = [UInt32](repeating: 0, count: columns.count)
    row.withUnsafeMutableBufferPointer { paint.fill($0, y: y, columns: columns) }
    return row.map { $0 & 255 }
  }

  @Test func `An image of a canvas's pixels is drawn as it is`() throws {
    let paint = ImagePaint(try image(columns), corner: (10, 5), right: (14, 5), below: (10, 8))
    #expect(row(paint, y: 6, 10..<14) == [0, 40, 80, 120])
    // The edge goes on.
    #expect(row(paint, y: 6, 8..<10) == [0, 0] && row(paint, y: 6, 14..<16) == [120, 120])
  }

  @Test func `An image that is drawn twice as wide has means between its pixels`() throws {
    let paint = ImagePaint(try image(columns), corner: (0, 0), right: (8, 0), below: (0, 3))
    #expect(row(paint, y: 1, 0..<8) == [0, 10, 30, 50, 70, 90, 110, 120])
  }

  @Test func `An image that is drawn half as large has the means of its pixels`() throws {
    let paint = ImagePaint(try image(columns), corner: (0, 0), right: (2, 0), below: (0, 1.5))
    #expect(row(paint, y: 0, 0..<2) == [20, 100])
  }

  @Test func `A quarter turn clockwise makes columns rows`() throws {
    let paint = ImagePaint(try image(columns), corner: (3, 0), right: (3, 4), below: (0, 0))
    #expect((0..<4).map { row(paint, y: $0, 0..<3) } == [0, 40, 80, 120].map { [$0, $0, $0] })
  }

  @Test func `An image without an area or of one pixel is drawn`() throws {
    let one = try image(PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: 0xFF00_0007))
    for end in [0, .nan, 1e300, 0.001] {
      #expect(row(ImagePaint(one, corner: (0, 0), right: (end, 0), below: (0, end)), y: 0, 0..<2) == [7, 7])
    }
  }

  @Test func `A translucent image lies over what is below, as far as it is covered`() throws {
    let size = PixelSize(width: 8, height: 8)
    let half = try image(PixelBuffer(size: size, filledWith: 0x8080_0000))
    var coverage = CoverageLayer(size: size)
    coverage.add(InkSegment.dot(at: SubpixelPoint(x: 4.0, y: 4.0), radius: SubpixelRadius(3)))
    var canvas = TiledImage(size: size)
    canvas.merge(.image(coverage, ImagePaint(half, corner: (0, 0), right: (8, 0), below: (0, 8))))
    #expect(canvas.pixel(x: 4, y: 4) == 0x8080_0000 && canvas.pixel(x: 0, y: 0) == 0)
    canvas.merge(.image(coverage, ImagePaint(half, corner: (0, 0), right: (8, 0), below: (0, 8))))
    // 128 + 128 · 127/255 = 191.7.
    #expect(canvas.pixel(x: 4, y: 4) == 0xC0C0_0000)
  }

  @Test func `Halving takes means and counts a last row twice`() throws {
    let image = try image(columns)
    #expect(image.reduced(1).size == PixelSize(width: 2, height: 2) && image.reduced(1)[1, 1] & 255 == 100)
    #expect(image.reduced(9).size == PixelSize(width: 1, height: 1) && image.reduced(9)[0, 0] & 255 == 60)
  }

  @Test func `A file that is no image, is damaged or too large is refused`() throws {
    let file = columns.png()
    #expect(throws: ImageError.notImage) { try EmbeddedImage(Array("%PDF-1.5".utf8)) }
    #expect(throws: ImageError.damaged) { try EmbeddedImage(Array(file.dropLast(20))) }
    #expect(throws: ImageError.tooLarge(width: 4, height: 3)) { try EmbeddedImage(file, pixelLimit: 11) }
    #expect(try EmbeddedImage(file) == EmbeddedImage(file))
  }
}
