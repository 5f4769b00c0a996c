import CTouchReelGtk
import Testing
import TouchReelCanvas

@testable import TouchReelBoardWindow

/// The content of the blocks of a picture.
struct CanvasBlocksTests {
  /// GTK registers GSK's types, with or without a display.
  init() { _ = Self.isInitialized }

  private static let isInitialized = gtk_init_check() != 0

  /// 600×300 pixels, with few equal neighbours.
  private static let picture: Picture = {
    let size = PixelSize(width: 600, height: 300)
    let gradient = LinearGradient(from: .black, to: PixelColor(red: 255, green: 128, blue: 64), angle: 300)
    return Picture(background: PreparedBackground(.gradient(gradient), size: size), committed: TiledImage(size: size))
  }()
  private static let pixels = picture.composed()

  /// The pixels of a node as GTK draws it.
  private func pixels(of node: BlockNode, side: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: side * side)
    pixels.withUnsafeMutableBytes { room in
      let surface = cairo_image_surface_create_for_data(
        room.baseAddress?.assumingMemoryBound(to: guchar.self), CAIRO_FORMAT_ARGB32, CInt(side), CInt(side),
        CInt(side * 4))
      let context = cairo_create(surface)
      node.with { gsk_render_node_draw($0, context) }
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    return pixels
  }

  /// The picture's pixel, or the nearest one outside it.
  private func nearest(_ x: Int, _ y: Int) -> UInt32 {
    Self.pixels[min(max(x, 0), 599), min(max(y, 0), 299)]
  }

  @Test(arguments: [(0, 0), (1, 0), (4, 2)], [BlockNode.Form.texture, .surface])
  func `A block contains its pixels and, where it is scaled, two of its neighbours' on each side`(
    _ place: (column: Int, row: Int), _ form: BlockNode.Form
  ) throws {
    let position = CanvasBlocks.Position(column: place.column, row: place.row)
    for margin in [0, 2] {
      var blocks = CanvasBlocks(size: Self.picture.size, form: form)
      blocks.show(Sampling(level: 0, margin: margin))
      blocks.compose([position], of: Self.picture)
      let node = try #require(blocks.block(at: position))
      let (covered, side) = (blocks.covered(by: position), 128 + 2 * margin)
      #expect(
        covered
          == PixelRect(x: place.column * 128 - margin, y: place.row * 128 - margin, width: side, height: side))
      let wanted = (0..<side * side).map { nearest(covered.x + $0 % side, covered.y + $0 / side) }
      #expect(pixels(of: node, side: side) == wanted)
    }
  }

  @Test func `Blocks composed together are those composed alone`() throws {
    var together = CanvasBlocks(size: Self.picture.size, form: .surface)
    let positions = together.positions(over: Self.picture.size.bounds)
    #expect(positions.count == 5 * 3)
    together.compose(positions, of: Self.picture)
    for position in positions {
      var alone = CanvasBlocks(size: Self.picture.size, form: .surface)
      alone.compose([position], of: Self.picture)
      let (one, other) = (try #require(together.block(at: position)), try #require(alone.block(at: position)))
      #expect(pixels(of: one, side: 128) == pixels(of: other, side: 128))
    }
  }

  @Test(arguments: [PixelColor.white, PixelColor(red: 1, green: 127, blue: 254)])
  func `A block of one colour has it exactly`(_ color: PixelColor) throws {
    let size = PixelSize(width: 200, height: 200)
    let plain = Picture(background: PreparedBackground(.color(color), size: size), committed: TiledImage(size: size))
    var blocks = CanvasBlocks(size: size, form: .texture)
    let position = CanvasBlocks.Position(column: 1, row: 1)
    blocks.compose([position], of: plain)
    let node = try #require(blocks.block(at: position))
    #expect(node.with { gsk_render_node_get_node_type($0) } == GSK_COLOR_NODE)
    #expect(pixels(of: node, side: 128).allSatisfy { $0 == color.premultiplied })
  }

  @Test func `A halved block contains the means of four pixels`() throws {
    var blocks = CanvasBlocks(size: Self.picture.size, form: .texture)
    blocks.show(Sampling(level: 1))
    let position = CanvasBlocks.Position(column: 1, row: 0)
    blocks.compose([position], of: Self.picture)
    let node = try #require(blocks.block(at: position))
    let side = 64 + 2 * 2
    #expect(blocks.covered(by: position) == PixelRect(x: 128 - 4, y: -4, width: 2 * side, height: 2 * side))
    let pixel = pixels(of: node, side: side)[10 * side + 20]
    // The pixels at x 124 + 2 · 20, y −4 + 2 · 10.
    let four = [nearest(164, 16), nearest(165, 16), nearest(164, 17), nearest(165, 17)]
    let red = (four.reduce(0) { $0 + ($1 >> 16 & 255) } + 2) / 4
    #expect(pixel >> 16 & 255 == red)
    #expect(pixel >> 24 == 255)
  }

  @Test func `Only blocks that contain a changed pixel, or have one in their margin, are recreated`() {
    var blocks = CanvasBlocks(size: Self.picture.size, form: .texture)
    blocks.show(Sampling(level: 0))
    let positions = (0..<6).map { CanvasBlocks.Position(column: $0 % 3, row: $0 / 3) }
    func nodes() -> [BlockNode?] {
      blocks.compose(positions, of: Self.picture)
      return positions.map { blocks.block(at: $0) }
    }
    let before = nodes()
    #expect(zip(before, nodes()).allSatisfy { $0 === $1 })
    // One pixel, the second from the border between the first two blocks of the upper row.
    blocks.invalidate(PixelRect(x: 129, y: 100, width: 1, height: 1))
    #expect(zip(before, nodes()).map { $0 === $1 } == [false, false, true, true, true, true])
    let after = nodes()
    blocks.invalidate(PixelRect(x: 130, y: 100, width: 1, height: 1))
    #expect(zip(after, nodes()).map { $0 === $1 } == [true, false, true, true, true, true])
    blocks.show(.exact)
    let exact = nodes()
    blocks.invalidate(PixelRect(x: 128, y: 100, width: 1, height: 1))
    #expect(zip(exact, nodes()).map { $0 === $1 } == [true, false, true, true, true, true])
  }
}
