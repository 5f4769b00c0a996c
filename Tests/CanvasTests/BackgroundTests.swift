import Testing

@testable import TouchReelCanvas

/// Backgrounds.
struct BackgroundTests {
  let red = PixelColor(red: 255, green: 0, blue: 0)
  let blue = PixelColor(red: 0, green: 0, blue: 255)

  func picture(_ background: CanvasBackground, _ size: PixelSize) -> PixelBuffer {
    Picture(background: PreparedBackground(background, size: size), committed: TiledImage(size: size)).composed()
  }

  @Test(
    arguments: [
      (0, 0, 0.5, 1, 0.5), (30, 0, 0.788675, 1, 0.211325), (45, 0, 1, 1, 0), (90, 0.5, 1, 0.5, 0),
      (180, 1, 0.5, 0, 0.5), (270, 0.5, 0, 0.5, 1), (-90, 0.5, 0, 0.5, 1), (765, 0, 1, 1, 0), (.nan, 0, 0.5, 1, 0.5),
    ] as [(Double, Double, Double, Double, Double)]) func `A gradient runs from border to border through the middle`(
      angle: Double, x0: Double, y0: Double, x1: Double, y1: Double
    )
  {
    let gradient = LinearGradient(from: red, to: blue, angle: angle)
    #expect(gradient.start == LinearGradient.UnitPoint(x: x0, y: y0))
    #expect(gradient.end == LinearGradient.UnitPoint(x: x1, y: y1))
  }

  @Test func `A gradient's pixels take the colour at their centres`() {
    // Ten pixels from red to blue: the first centre is 0.05 along, so red 255 · 0.95 = 242.25 and blue 255 · 0.05 =
    // 12.75.
    let buffer = picture(.gradient(LinearGradient(from: red, to: blue, angle: 0)), PixelSize(width: 10, height: 3))
    #expect(buffer[0, 0] == 0xFFF2_000D)
    #expect(buffer[9, 2] == 0xFF0D_00F2)
    #expect(buffer[4, 0] == buffer[4, 2])
  }

  @Test func `By default a gradient runs from top to bottom`() {
    let buffer = picture(.gradient(LinearGradient(from: red, to: blue)), PixelSize(width: 3, height: 2))
    // Centres at 0.25 and 0.75: 255 · 0.75 = 191.25 and 255 · 0.25 = 63.75.
    #expect(buffer[1, 0] == 0xFFBF_0040)
    #expect(buffer[1, 1] == 0xFF40_00BF)
  }

  @Test func `A gradient of no length or of no numbers shows its first colour`() {
    for point in [LinearGradient.UnitPoint(x: 0.5, y: 0.5), .init(x: .nan, y: .infinity)] {
      let buffer = picture(
        .gradient(LinearGradient(from: red, at: point, to: blue, at: point)), PixelSize(width: 4, height: 4))
      #expect(buffer.pixels.allSatisfy { $0 == red.premultiplied })
    }
  }

  @Test func `A tiled image repeats from the top left`() {
    let image = PixelBuffer(size: PixelSize(width: 3, height: 2)) { x, y in 0xFF00_0000 | UInt32(y * 16 + x) }
    let buffer = picture(.image(image, .tile, on: .white), PixelSize(width: 200, height: 100))
    for (x, y) in [(0, 0), (2, 1), (3, 2), (130, 67), (199, 99)] {
      #expect(buffer[x, y] == image[x % 3, y % 2])
    }
  }

  @Test func `A fitted image leaves bars, a filling one leaves none`() {
    let image = PixelBuffer(size: PixelSize(width: 10, height: 10), filledWith: red.premultiplied)
    let size = PixelSize(width: 100, height: 50)
    let fitted = picture(.image(image, .fit, on: .white), size)
    #expect(fitted[10, 25] == PixelColor.white.premultiplied)
    #expect(fitted[50, 25] == red.premultiplied)
    #expect(fitted[90, 25] == PixelColor.white.premultiplied)
    let filled = picture(.image(image, .fill, on: .white), size)
    #expect(filled[2, 25] == red.premultiplied)
    #expect(filled[97, 48] == red.premultiplied)
  }

  @Test func `A translucent image shows the colour under it`() {
    let glass = PixelColor(red: 0, green: 0, blue: 255, alpha: 128)
    let image = PixelBuffer(size: PixelSize(width: 5, height: 5), filledWith: glass.premultiplied)
    #expect(picture(.image(image, .tile, on: .white), PixelSize(width: 20, height: 20))[7, 7] == 0xFF7F_7FFF)
  }

  @Test(arguments: BackgroundImageMode.allCases)
  func `An image of no pixels leaves the colour`(
    mode: BackgroundImageMode
  ) {
    let image = PixelBuffer(size: PixelSize(width: 0, height: 7))
    let buffer = picture(.image(image, mode, on: red), PixelSize(width: 20, height: 20))
    #expect(buffer.pixels.allSatisfy { $0 == red.premultiplied })
  }
}
