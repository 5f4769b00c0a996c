import SeededCases
import SeededDrawings
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelReplaying

struct CropTests {
  /// With seed 51219, ink of 4 of 255 that an eraser has left is there at one scale and not at another.
  static let seeds = PropertySeeds.from(0xC809, count: 10)

  /// Without texts, also those of angles, whose glyphs are others in another size, without images, whose clear pixels
  /// are mixed with others where they are small, and without dashes, which are lines there.
  private func drawing(_ seed: UInt64) throws -> Drawing {
    var drawing = try RandomDrawing(seed: seed).drawing
    let texts = drawing.elements.filter { element in
      switch element.shape?.shape {
      case .text, .angle, .image: true
      default: false
      }
    }
    if !texts.isEmpty { try drawing.append(.remove(Set(texts.map(\.id)))) }
    let shapes = drawing.elements.filter { $0.shape != nil }.map(\.id)
    if !shapes.isEmpty { try drawing.append(.restyle(Set(shapes), .pattern(.solid))) }
    return drawing
  }

  /// Where there is ink in a drawing's picture; `nil` if there is none.
  private func ink(of drawing: Drawing, _ pixels: PixelSize) throws -> PixelRect? {
    var board = try Board(drawing, scale: Double(pixels.width) / drawing.size.width)
    #expect(board.raster.pixels == pixels)
    return board.removeInk().inkBounds
  }

  @Test(arguments: seeds)
  func `In a given size the ink is in the middle, as large as fits`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var drawing = try drawing(seed)
    let size = PixelSize(width: .random(in: 40...300, using: &random), height: .random(in: 40...300, using: &random))
    let margin = Double(Int.random(in: 0...12, using: &random))
    let pixels = try #require(try Crop(margin: .pixels(margin)).apply(to: &drawing, size: size))
    #expect(pixels == size)
    guard let ink = try ink(of: drawing, pixels) else { return }
    let (left, right) = (Double(ink.x) - margin, Double(size.width - ink.maxX) - margin)
    let (top, bottom) = (Double(ink.y) - margin, Double(size.height - ink.maxY) - margin)
    // A pixel of anti-aliasing, and the edge that is found to 1/1024 of the ink.
    #expect(min(left, right, top, bottom) >= -1.5, "seed \(seed): \(ink) in \(size), margin \(margin)")
    #expect(min(left, top) <= 2.5, "seed \(seed): \(ink) in \(size), margin \(margin)")
    #expect(abs(left - right) <= 2.5 && abs(top - bottom) <= 2.5, "seed \(seed): \(ink) in \(size)")
  }

  @Test(arguments: seeds)
  func `Without a size the picture is the ink and the margin, a pixel to a point`(seed: UInt64) throws {
    var drawing = try drawing(seed)
    guard let before = try ink(of: drawing, PixelSize(width: 200, height: 150)) else { return }
    let pixels = try #require(try Crop(margin: .pixels(7)).apply(to: &drawing, size: nil))
    let after = try #require(try ink(of: drawing, pixels))
    #expect(abs(after.x - 7) <= 2 && abs(pixels.width - after.maxX - 7) <= 2, "seed \(seed): \(after) in \(pixels)")
    #expect(abs(after.y - 7) <= 2 && abs(pixels.height - after.maxY - 7) <= 2, "seed \(seed): \(after) in \(pixels)")
    // What lay outside of the board is in the picture as well.
    #expect(after.width >= before.width - 2 && after.height >= before.height - 2, "seed \(seed): \(before), \(after)")
  }

  @Test func `Margins that leave no room are refused, and a drawing without ink stays as it is`() throws {
    var drawing = try RandomDrawing(seed: 1).drawing
    #expect(throws: CropError.noRoom) {
      try Crop(margin: .pixels(20)).apply(to: &drawing, size: PixelSize(width: 40, height: 90))
    }
    var blank = Drawing(size: BoardSize(width: 30, height: 20), background: .color(.white))
    let before = blank
    #expect(try Crop(margin: .share(0.1)).apply(to: &blank, size: nil) == nil)
    #expect(blank == before)
  }
}

struct TouchChoiceTests {
  @Test(arguments: PropertySeeds.from(0x0C81, count: 8))
  func `Only chosen touches are drawn, as if the others had left no ink`(seed: UInt64) throws {
    let recording = try ScriptedSession(seed: seed).recording()
    let facts = try RecordingFacts(recording)
    func drawn(_ choice: TouchChoice) throws -> RenderedDrawing {
      var options = RenderOptions()
      options.choice = choice
      return try Renderer(recording, facts: facts, options: options).renderedDrawing()
    }
    let all = try drawn(TouchChoice())
    var random = SplitMix64(seed: seed)
    let chosen = Set(all.origins.values.map(\.number).filter { _ in Bool.random(using: &random) })
    guard !chosen.isEmpty else { return }
    let some = try drawn(TouchChoice(touches: chosen))
    func shapes(_ drawing: RenderedDrawing) -> [Shape] {
      drawing.drawing.elements.filter { drawing.origins[$0.id].map { chosen.contains($0.number) } ?? false }
        .compactMap(\.shape?.shape)
    }
    #expect(some.drawing.elements.count == shapes(all).count, "seed \(seed)")
    #expect(shapes(some) == shapes(all), "seed \(seed)")
  }
}
