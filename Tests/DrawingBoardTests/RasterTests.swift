import SeededCases
import Testing

@testable import TouchReelDrawings

struct RasterTests {
  @Test func `Numbers are rounded to the bit as the standard library rounds them`() {
    var random = SplitMix64(seed: 0x0907)
    let halves = (-9...9).map { Double($0) / 2 }
    let limits = [0.0, -0.0, 0x1p24, -0x1p24, 0.49999999999999994, -0.49999999999999994, 2_147_483_646.5]
    let others = (0..<10_000).map { _ in
      (Double(random.next() >> 11) * 0x1p-53 - 0.5) * [1, 10, 1000, 0x1p25][Int(random.next() % 4)]
    }
    for number in halves + limits + others {
      #expect(number.nearest.bitPattern == number.rounded().bitPattern, "\(number)")
    }
    #expect(Double.nan.nearest.isNaN)
  }
}
