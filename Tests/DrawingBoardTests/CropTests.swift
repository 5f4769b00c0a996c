import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

struct CropTests {
  private func point(_ x: Double, _ y: Double) -> BoardPoint { BoardPoint(x: x, y: y) }

  /// An image of 4 × 2 pixels, each with its own shade, from (40, 40) to (120, 80).
  private func image(isMirrored: Bool = false) throws -> ImageShape {
    var pixels = PixelBuffer(size: PixelSize(width: 4, height: 2))
    pixels.withTarget { target in
      for y in 0..<2 {
        for x in 0..<4 { target.pixels(x: x, y: y)?.pointee = 0xFF00_0000 | UInt32(30 * (4 * y + x)) }
      }
    }
    var image = ImageShape(try EmbeddedImage(pixels.png()), from: point(40, 40), to: point(120, 80))
    image.isMirrored = isMirrored
    return image
  }

  private func bench(_ image: ImageShape, _ steps: [Gesture] = []) throws -> Bench {
    var bench = try Bench(width: 200, height: 160, [])
    try bench.board.perform(.add(.image(image)))
    try bench.play([.set(\.tool, .selection), .command(.selectAll), .set(\.handles, .cropping)] + steps)
    return bench
  }

  private func shown(_ bench: Bench) throws -> ImageShape {
    guard case .image(let image) = try #require(bench.board.elements.first?.shape).shape else {
      throw CropFailure()
    }
    return image
  }

  private struct CropFailure: Error {}

  @Test(arguments: [false, true])
  func `A side that is dragged leaves out a part, and what is left stays where it is`(isMirrored: Bool) throws {
    let whole = try image(isMirrored: isMirrored)
    // The frame reaches from (36, 36) to (124, 84).
    let bench = try bench(whole, stroke(1, (36, 36), (76, 46)))
    let cropped = try shown(bench)
    #expect(cropped.start == point(80, 50) && cropped.end == point(120, 80))
    #expect(
      cropped.crop
        == ImageCrop(left: isMirrored ? 0 : 0.5, top: 0.25, right: isMirrored ? 0.5 : 1, bottom: 1))
    let before = try Bench(self.board(whole)).pixels
    let after = try Bench(self.board(cropped)).pixels
    for (x, y) in [(85, 55), (100, 60), (115, 75)] { #expect(after[x, y] == before[x, y], "\(x), \(y)") }
    #expect(after[60, 60] == 0xFFFF_FFFF)
  }

  private func board(_ image: ImageShape) throws -> Board {
    var board = try Board(size: BoardSize(width: 200, height: 160))
    try board.perform(.add(.image(image)))
    return board
  }

  @Test func `What was cropped comes back where the edge is dragged back, and no further than the image`() throws {
    var bench = try bench(try image(), stroke(1, (36, 36), (76, 46)))
    try bench.play(stroke(2, (64, 29), (-100, -100)))
    let back = try shown(bench)
    #expect(back.crop == .whole && back.start == point(40, 40) && back.end == point(120, 80))
    try bench.play(stroke(3, (36, 36), (190, 150)))
    #expect(try shown(bench).crop.isUsable)
    try bench.play([.command(.undo), .command(.undo), .command(.undo)])
    #expect(try shown(bench) == image())
  }

  @Test func `The image as other files have it looks the same`() throws {
    for isMirrored in [false, true] {
      let cropped = try image(isMirrored: isMirrored).cropped(to: ImageCrop(left: 0.25, top: 0, right: 1, bottom: 0.5))
      let plain = cropped.plain
      #expect(plain.crop == .whole && !plain.isMirrored && plain.start == cropped.start && plain.end == cropped.end)
      let (left, right) = (try Bench(board(cropped)).pixels, try Bench(board(plain)).pixels)
      let middle = (Int(cropped.start.x + cropped.end.x) / 2, Int(cropped.start.y + cropped.end.y) / 2)
      // Above the middles of the pixels that are left: below them the row that was cropped away still counts.
      #expect(left[middle.0, 45] == right[middle.0, 45])
    }
  }

  @Test func `A cropped image keeps its part where it is turned, flipped and undone`() throws {
    var bench = try bench(try image(), stroke(1, (36, 36), (76, 46)))
    let cropped = try shown(bench)
    try bench.play([.command(.flip(.horizontal))])
    #expect(bench.board.selection.count == 1 && bench.board.selectsOneImage)
    let flipped = try shown(bench)
    #expect(flipped.crop == cropped.crop && flipped.isMirrored)
    try bench.play([.command(.undo)])
    #expect(try shown(bench) == cropped)
    #expect(try Board(bench.board.drawing).picture.composed().difference(from: Bench(board(cropped)).pixels) == nil)
  }

  @Test func `Only images are cropped, and only to a part of them`() throws {
    var board = try board(try image())
    let style = StrokeStyle(color: .black, width: 2)
    try board.perform(.add(.line(LineShape(from: point(0, 0), to: point(9, 9), style: style))))
    #expect(throws: BoardError.self) { try board.perform(.crop(ElementID(rawValue: 2), to: .whole)) }
    for left in [0.5, .nan, -0.1] {
      let crop = ImageCrop(left: left, top: 0, right: 0.5, bottom: 1)
      #expect(throws: BoardError.self) { try board.perform(.crop(ElementID(rawValue: 1), to: crop)) }
    }
    #expect(board.operations.count == 2)
  }
}
