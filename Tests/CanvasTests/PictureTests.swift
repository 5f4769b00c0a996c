import SeededCases
import Testing

@testable import TouchReelCanvas

/// Pictures.
struct PictureTests {
  let size = PixelSize(width: 150, height: 130)
  let red = PixelColor(red: 255, green: 0, blue: 0)
  let blueGlass = PixelColor(red: 0, green: 0, blue: 255, alpha: 128)

  var white: PreparedBackground { PreparedBackground(.color(.white), size: size) }

  func stroke(_ segments: InkSegment...) -> CoverageLayer { CoverageLayer(size: size, segments) }

  func image(_ layers: InkLayer...) -> TiledImage {
    layers.reduce(into: TiledImage(size: size)) { $0.merge($1) }
  }

  @Test func `Ink of half coverage mixes half and half with the background`() {
    let picture = Picture(
      background: white, committed: image(.ink(stroke(InkSegment((20, 20.5), (80, 20.5), radius: 10)), .black)))
    // Coverage 128: black of alpha 128 on white leaves 255 · 127/255 = 127.
    #expect(picture.composed()[50, 10] == 0xFF7F_7F7F)
    #expect(picture.composed()[50, 20] == 0xFF00_0000)
    #expect(picture.composed()[50, 40] == 0xFFFF_FFFF)
  }

  @Test func `Where a translucent stroke crosses itself it is no darker`() {
    let cross = stroke(InkSegment((20, 20), (100, 100), radius: 8), InkSegment((20, 100), (100, 20), radius: 8))
    let picture = Picture(background: white, committed: image(.ink(cross, blueGlass))).composed()
    #expect(picture[60, 60] == picture[40, 40])
    // Alpha 128 of blue on white: 255 − 128 = 127 of red and green.
    #expect(picture[60, 60] == 0xFF7F_7FFF)
  }

  @Test func `Two translucent strokes that cross are darker where they do`() {
    let one = stroke(InkSegment((20, 20), (100, 100), radius: 8))
    let other = stroke(InkSegment((20, 100), (100, 20), radius: 8))
    let picture = Picture(background: white, committed: image(.ink(one, blueGlass), .ink(other, blueGlass)))
    // 127 · 127/255 = 63.25.
    #expect(picture.composed()[60, 60] == 0xFF3F_3FFF)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `A stroke in progress looks as it does once committed`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let under = CoverageLayer(size: size, random.stroke(on: size, pieces: 60, radius: 1...12))
    let above = CoverageLayer(size: size, random.stroke(on: size, pieces: 60, radius: 0.4...12))
    let layers: [InkLayer] = [.ink(above, red), .ink(above, blueGlass), .erase(above)]
    for layer in layers {
      var committed = image(.ink(under, blueGlass))
      let live = Picture(background: white, committed: committed, inProgress: [layer]).composed()
      committed.merge(layer)
      #expect(live == Picture(background: white, committed: committed).composed(), "seed \(seed)")
    }
  }

  @Test func `The eraser removes ink and never the background`() {
    let ink = stroke(InkSegment((20, 60), (120, 60), radius: 10))
    let erasure = stroke(InkSegment((70, 20), (70, 100), radius: 5))
    let gradient = LinearGradient(from: red, to: .black)
    let background = PreparedBackground(.gradient(gradient), size: size)
    var committed = image(.ink(ink, .black))
    let bare = Picture(background: background, committed: TiledImage(size: size)).composed()
    let inked = Picture(background: background, committed: committed).composed()
    #expect(inked[70, 60] == 0xFF00_0000)
    _ = committed.erase(erasure)
    let erased = Picture(background: background, committed: committed).composed()
    for y in 0..<size.height { #expect(erased[70, y] == bare[70, y]) }
    #expect(erased[40, 60] == inked[40, 60])
  }

  @Test func `An eraser in progress leaves other strokes in progress alone`() {
    let ink = stroke(InkSegment((20, 60), (120, 60), radius: 10))
    let erasure = stroke(InkSegment((70, 20), (70, 100), radius: 5))
    let picture = Picture(
      background: white, committed: TiledImage(size: size), inProgress: [.ink(ink, red), .erase(erasure)])
    #expect(picture.composed()[70, 60] == 0xFFFF_0000)
  }

  @Test func `Strokes in progress lie in the order in which they began`() {
    let ink = stroke(InkSegment((20, 60), (120, 60), radius: 10))
    let picture = Picture(
      background: white, committed: image(.ink(ink, red)), inProgress: [.ink(ink, .black), .ink(ink, blueGlass)])
    // Black under blue of alpha 128.
    #expect(picture.composed()[60, 60] == 0xFF00_0080)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Drawing only the damage, point by point, gives the picture drawn at once`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var damage = Damage(size: size)
    var picture = Picture(background: white, committed: TiledImage(size: size))
    var window = picture.composed()
    var layers = [CoverageLayer(size: size), CoverageLayer(size: size), CoverageLayer(size: size)]
    let strokes = layers.map { _ in random.stroke(on: size, pieces: 50, radius: 0.4...9) }
    for point in 0..<50 {
      for finger in 0..<3 { layers[finger].add(strokes[finger][point], damage: &damage) }
      picture.inProgress = [.ink(layers[0], red), .erase(layers[1]), .ink(layers[2], blueGlass)]
      window.withTarget { picture.compose(damage, into: $0) }
      damage.reset()
    }
    #expect(window == picture.composed(), "seed \(seed)")
  }

  @Test func `Four threads compose what one does`() {
    var random = SplitMix64(seed: 8)
    let layers = (0..<6).map { _ in
      InkLayer.ink(CoverageLayer(size: size, random.stroke(on: size, pieces: 40, radius: 1...9)), blueGlass)
    }
    let committed = layers.reduce(into: TiledImage(size: size)) { $0.merge($1) }
    let picture = Picture(background: white, committed: committed, inProgress: layers)
    #expect(picture.composed(threads: 4) == picture.composed(threads: 1))
  }

  @Test func `Every set of kernels composites the same bits`() {
    var random = SplitMix64(seed: 8)
    let pieces = random.stroke(on: size, pieces: 80, radius: 0.4...9)
    let pictures = [PixelKernels.best, .baseline].map { kernels in
      let coverage = CoverageLayer(size: size, pieces, kernels: kernels)
      return image(.ink(coverage, red), .erase(coverage), .ink(coverage, blueGlass))
    }
    #expect(pictures[0] == pictures[1])
  }
}
