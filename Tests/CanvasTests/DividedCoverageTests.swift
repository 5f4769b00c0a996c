import SeededCases
import Testing

@testable import TouchReelCanvas

struct DividedCoverageTests {
  private let size = PixelSize(width: 200, height: 150)

  /// A stroke whose colour changes every few pieces, and comes back.
  private func runs(_ seed: UInt64) -> [DividedCoverage.Run] {
    var random = SplitMix64(seed: seed)
    var pieces = random.stroke(on: size, pieces: 120, radius: 0...[1, 6, 30][Int(seed % 3)])[...]
    var runs: [DividedCoverage.Run] = []
    while !pieces.isEmpty {
      let count = Int.random(in: 1...9, using: &random)
      runs.append(.init(color: .random(in: 0...5, using: &random), pieces: Array(pieces.prefix(count))))
      pieces = pieces.dropFirst(count)
    }
    return runs
  }

  @Test(arguments: PropertySeeds.from(0xD171, count: 9))
  func `Every pixel is covered once, as much as by the whole stroke`(seed: UInt64) {
    let runs = runs(seed)
    let divided = DividedCoverage(runs, size: size)
    let whole = CoverageLayer(size: size, runs.flatMap(\.pieces)).bytes
    var total = [UInt8](repeating: 0, count: whole.count)
    for layer in divided.layers.values {
      for (place, level) in layer.bytes.enumerated() where level > 0 {
        #expect(total[place] == 0, "seed \(seed): two colours at pixel \(place)")
        total[place] = level
      }
    }
    #expect(total == whole, "seed \(seed)")
  }

  @Test(arguments: PropertySeeds.from(0xD172, count: 6))
  func `The latest of the pieces that cover a pixel most gives its colour`(seed: UInt64) {
    let runs = runs(seed)
    let divided = DividedCoverage(runs, size: size)
    let own = runs.map { CoverageLayer(size: size, $0.pieces).bytes }
    for (color, layer) in divided.layers {
      for (place, level) in layer.bytes.enumerated() where level > 0 {
        let last = own.lastIndex { $0[place] == level }
        #expect(last.map { runs[$0].color } == color, "seed \(seed): pixel \(place)")
      }
    }
  }
}
