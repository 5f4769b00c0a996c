import Canvas
import DrawingBoard
import DrawingFiles
import Drawings
import InkFiles
import SeededCases
import Testing
import TouchTracking

@testable import Replaying

/// Drawings that are drawn without a board.
struct SketchRendererTests {
  static let seeds = PropertySeeds.from(0x5CE7, count: 60)

  /// Strokes of a few points, some of them where the one before is.
  private func strokes(_ random: inout SplitMix64) -> [[BoardPoint]] {
    (0...random.next(below: 4)).map { _ in
      var points: [BoardPoint] = []
      for _ in 0...random.next(below: 12) {
        let isStill = random.next(below: 6) == 0
        let new = BoardPoint(x: Double(random.next(below: 256)), y: Double(random.next(below: 256)))
        points.append(isStill ? points.last ?? new : new)
      }
      return points
    }
  }

  private func drawing(of strokes: [[BoardPoint]]) -> Drawing {
    var page = InkPage()
    page.size = (256, 256)
    page.strokes = strokes.map { InkStroke($0.map { InkSample(x: $0.x, y: $0.y) }) }
    return ForeignDrawing(page, kind: .quickdraw).drawing
  }

  private func options(_ random: inout SplitMix64) -> DrawingOptions {
    var options = DrawingOptions()
    if random.next(below: 4) > 0 {
      options.size = PixelSize(width: 1 + random.next(below: 150), height: 1 + random.next(below: 150))
    }
    if random.next(below: 2) == 0 { options.crop = Crop(margin: .pixels(Double(random.next(below: 8)))) }
    if random.next(below: 3) == 0 { options.relativeWidth = random.next(in: 0.001...0.2) }
    if random.next(below: 3) == 0 { options.restylings.append(.width(random.next(in: 0.05...60))) }
    let colors: [PixelColor] = [.white, .black, .clear, PixelColor(red: 200, green: 30, blue: 90, alpha: 128)]
    if random.next(below: 2) == 0 { options.restylings.append(.color(colors[random.next(below: 4)])) }
    switch random.next(below: 4) {
    case 0: options.background = .color(colors[random.next(below: 4)])
    case 1: options.background = .gradient(from: colors[0], to: colors[random.next(below: 4)])
    default: break
    }
    return options
  }

  private func pictureOfBoard(_ strokes: [[BoardPoint]], _ options: DrawingOptions) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try Board(drawing(of: strokes), options: options).picture.writePNG { bytes.append(contentsOf: $0) }
    return bytes
  }

  @Test(arguments: seeds)
  func `A sketch has the file of a board with the same drawing and options`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let options = options(&random)
    let style = try #require(SketchStyle(like: drawing(of: [[BoardPoint(x: 0, y: 0)]]), options))
    var renderer = SketchRenderer(style)
    var sketch = style.blank
    for _ in 0..<5 {
      let strokes = strokes(&random)
      sketch.removeStrokes()
      for stroke in strokes {
        for point in stroke { sketch.append(point) }
        sketch.endStroke()
      }
      var bytes: [UInt8] = []
      let isDrawn = renderer.writePNG(sketch, note: nil) { bytes.append(contentsOf: $0) }
      if isDrawn {
        let isSame = try bytes == pictureOfBoard(strokes, options)
        #expect(isSame, "seed \(seed): \(options)")
      } else {
        #expect(throws: DrawingError.self, "seed \(seed)") { _ = try pictureOfBoard(strokes, options).count }
      }
    }
  }

  @Test func `What is more than strokes that look alike, or refused, is left to boards`() throws {
    let one = drawing(of: [[BoardPoint(x: 9, y: 9), BoardPoint(x: 90, y: 60)]])
    var options = DrawingOptions()
    #expect(SketchStyle(like: one, options) != nil)
    var colorful = one
    let id = try colorful.append(.add(try #require(one.elements.first?.shape?.shape)))
    try colorful.append(.restyle([id], .color(.clear)))
    #expect(SketchStyle(like: colorful, options) == nil)
    var erased = one
    let path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 9, y: 9), width: 5))
    try erased.append(.erase(Erasure(path: path)))
    #expect(SketchStyle(like: erased, options) == nil)
    options.relativeWidth = 1
    options.size = PixelSize(width: 4000, height: 10)
    #expect(SketchStyle(like: one, options) == nil)
    options = DrawingOptions()
    options.background = .image(ImageID(rawValue: "a"), .fit, on: .white)
    #expect(SketchStyle(like: one, options) == nil)
  }
}
