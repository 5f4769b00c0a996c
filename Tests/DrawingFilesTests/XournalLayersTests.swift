import SeededCases
import SeededDrawings
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Layers in files of Xournal++, both ways, and in files of programs that know none.
struct XournalLayersTests {
  private static func document(_ layers: String) throws -> DrawingDocument {
    try DrawingDocument(Array(#"<xournal><page width="200" height="100">\#(layers)</page></xournal>"#.utf8))
  }

  private static func stroke(_ x: Int, tool: String = "pen", color: String = "black", width: Int = 2) -> String {
    #"<stroke tool="\#(tool)" color="\#(color)" width="\#(width)">\#(x) 10 \#(x + 20) 60</stroke>"#
  }

  private static func image(_ drawing: Drawing) throws -> PixelBuffer { try Board(drawing).picture.composed() }

  @Test func `Layers have their names and what is on them, and an image behind the page is on the lowest`() throws {
    let document = try Self.document(
      "<layer>\(Self.stroke(10))</layer><layer name=\"Notes\"/><layer name=\"Top &amp; last\">\(Self.stroke(50))"
        + "\(Self.stroke(90))</layer>")
    let drawing = document.drawing
    #expect(drawing.layers.map(\.name) == ["", "Notes", "Top & last"] && drawing.layer == 2)
    #expect((0..<3).map { drawing.onlyLayer($0).elements.count } == [1, 0, 2])
    #expect(document.notes.isEmpty && document.lossesOfParts.isEmpty)
    let copy = try DrawingDocument(DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal).bytes).drawing
    #expect(copy.layers == drawing.layers && copy.elements.map(\.shape) == drawing.elements.map(\.shape))
  }

  @Test func `What lies outside of layers is on the one below those that follow`() throws {
    let drawing = try Self.document("\(Self.stroke(10))<layer>\(Self.stroke(50))</layer>").drawing
    #expect(drawing.layers.count == 2 && drawing.onlyLayer(0).elements.count == 1)
  }

  /// Xournal++ multiplies: black is seen through yellow, whichever layers they are on.
  @Test func `A highlighter above black ink of another layer does not cover it`() throws {
    let highlighter = Self.stroke(10, tool: "highlighter", color: "#ffff00ff", width: 30)
    let document = try Self.document("<layer>\(Self.stroke(10))</layer><layer>\(highlighter)</layer>")
    let alone = try Self.document("<layer>\(Self.stroke(10))\(highlighter)</layer>")
    #expect(try Self.image(document.drawing) == Self.image(alone.drawing))
    #expect(document.notes == ["1 × a highlighter is drawn on a lower layer, below its dark ink"])
  }

  @Test func `A page has a hundred layers, and more become one with the last`() throws {
    let layers = (0..<120).map { _ in "<layer>\(Self.stroke(10))</layer>" }.joined()
    let document = try Self.document(layers)
    #expect(document.drawing.layers.count == 100 && document.drawing.elements.count == 120)
    #expect(
      document.lossesOfParts == ["20 × <layer> beyond 100 of a page become one with the last"],
      "\(document.lossesOfParts)")
  }

  @Test(arguments: PropertySeeds.from(0x1A4E6, count: 20))
  func `Layers are written with what is on them, and what they cannot be there is said`(seed: UInt64) throws {
    let drawing = try RandomDrawing(seed: seed, layers: 3).drawing
    let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .xournal)
    let read = try DrawingDocument(bytes).drawing
    #expect(read.layers.map(\.name) == drawing.layers.map(\.name), "seed \(seed)")
    let hidden = drawing.layers.count(where: \.isHidden)
    #expect(losses.contains("\(hidden) × a hidden layer is seen there") == (hidden > 0), "seed \(seed): \(losses)")
  }

  /// Rounding aside, and but for translucent ink that crosses ink of its own layer.
  @Test(arguments: PropertySeeds.from(0x1A4E7, count: 20))
  func `A drawing whose layers are put together looks the same`(seed: UInt64) throws {
    var drawing = try RandomDrawing(seed: seed, layers: 3).drawing
    for (index, look) in drawing.layers.enumerated() {
      try drawing.append(.layer(.change(index, LayerLook(isHidden: look.isHidden))))
    }
    let flat = drawing.flattened
    #expect(flat.isOneLayer && flat.elements.allSatisfy { $0.erasure == nil }, "seed \(seed)")
    var one = Drawing(size: drawing.boardSize, background: drawing.background)
    try one.append(.background(drawing.finalBackground))
    try one.append(.insert(flat.elementsAsStacked.compactMap(\.shape)))
    let (image, expected) = (try Self.image(one), try Self.image(drawing))
    let far = zip(image.pixels, expected.pixels).count { pixel, other in
      (0..<4).contains { byte in
        let shift = UInt32(8 * byte)
        let (one, another) = (Int(pixel >> shift & 255), Int(other >> shift & 255))
        return abs(one - another) > 8
      }
    }
    // Edges of what is cut out are softer than those of what an eraser leaves.
    #expect(Double(far) < 0.02 * Double(expected.pixels.count), "seed \(seed): \(far) pixels")
  }

  @Test func `Programs that know no layers get one, and are told of others`() throws {
    var drawing = try Self.document("<layer>\(Self.stroke(10))</layer><layer>\(Self.stroke(50))</layer>").drawing
    try drawing.append(.layer(.insert(LayerLook(isHidden: true), at: 2)))
    for kind in [DrawingKind.excalidraw, .drawsana, .inkml, .quickdraw] {
      let (bytes, losses) = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind)
      #expect(
        Array(losses.prefix(2)) == ["1 × a hidden layer is left out", "2 layers become one"], "\(kind): \(losses)")
      #expect(try DrawingDocument(bytes).drawing.elements.count == 2, "\(kind)")
    }
  }
}
