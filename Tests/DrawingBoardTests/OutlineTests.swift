import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings

struct OutlineTests {
  private func line(_ cap: StrokeStyle.Cap, _ pattern: LinePattern = .solid) throws -> Bench {
    try Bench(
      [.set(\.width, 8), .set(\.cap, cap), .set(\.pattern, pattern), .set(\.tool, .line)]
        + stroke(1, (20, 40), (70, 40)))
  }

  @Test func `Butt caps end where the line ends`() throws {
    #expect(try line(.butt).inkBounds == PixelRect(x: 20, y: 36, width: 50, height: 8))
  }

  @Test func `Square caps reach half a width farther and fill the corner`() throws {
    let bench = try line(.square)
    #expect(bench.inkBounds == PixelRect(x: 16, y: 36, width: 58, height: 8))
    #expect(bench.pixels[16, 36] == 0xFF00_0000)
    #expect(try line(.round).pixels[16, 36] == 0xFFFF_FFFF)
  }

  @Test func `Dashes with butt caps are as long as their gaps`() throws {
    let pixels = try line(.butt, .dashed).pixels
    // 3 × 8 = 24: a dash 20…44, a gap 44…68, a dash from 68 to the end at 70.
    #expect((0..<96).filter { pixels[$0, 40] != 0xFFFF_FFFF } == Array(20..<44) + [68, 69])
  }

  @Test func `Joins are mitered, beveled or round`() throws {
    func corner(_ join: StrokeStyle.Join) throws -> UInt32 {
      let bench = try Bench(
        [.set(\.width, 12), .set(\.join, join), .set(\.tool, .rectangle)] + stroke(1, (20, 20), (70, 70)))
      return bench.pixels[15, 15]
    }
    // The corner at 14 is 6√2 = 8.5 from (20, 20); the middle of its first pixels, at 15.5, 6.4: outside of a circle of
    // 6 by 0.4, and outside of a bevel, which is 4.2 from (20, 20), altogether.
    #expect(try corner(.miter) == 0xFF00_0000)
    #expect(try corner(.bevel) == 0xFFFF_FFFF)
    let round = try corner(.round)
    #expect(round != 0xFF00_0000 && round != 0xFFFF_FFFF)
  }

  @Test func `Dashes run along the outlines of shapes`() throws {
    let bench = try Bench(
      [.set(\.width, 4), .set(\.pattern, .dashed), .set(\.tool, .rectangle)] + stroke(1, (10, 10), (80, 80)))
    // Dashes of 12 and gaps of 12 from the first corner on: 10…22, then 34…46; caps of 2 reach to 24 and from 32.
    #expect(bench.pixels[15, 10] == 0xFF00_0000)
    #expect(bench.pixels[28, 10] == 0xFFFF_FFFF)
    #expect(bench.pixels[40, 10] == 0xFF00_0000)
  }

  @Test func `A translucent fill shows what is under it`() throws {
    let blue = PixelColor(red: 0, green: 0, blue: 255, alpha: 128)
    let bench = try Bench(
      stroke(1, (10, 40), (80, 40)) + [.set(\.fill, blue), .set(\.width, 2), .set(\.tool, .rectangle)]
        + stroke(2, (20, 20), (70, 70)))
    // Over white 255 − 128 = 127; over black 128.
    #expect(bench.pixels[40, 60] == 0xFF7F_7FFF)
    #expect(bench.pixels[40, 40] == 0xFF00_0080)
  }
}
