import SeededCases
import Testing

@testable import TouchReelExporting

/// Which films are tried for a limit.
struct FitLadderTests {
  @Test func `Quality is given up first, then size and rate with it, down to what is still looked at`() {
    let ladder = FitLadder(side: 1920, rate: 30, keepsRate: false)
    #expect(ladder[0] == FitLadder.Rung(scale: 1, rate: 30, loss: 0))
    #expect(ladder[4] == FitLadder.Rung(scale: 1, rate: 30, loss: 0.35))
    // 0.88² = 0.7744, 30 · 0.9² = 24.3, and 0.35 + 2/16 · 0.65 = 0.43125.
    #expect(abs(ladder[6].scale - 0.7744) < 1e-9 && ladder[6].rate == 24 && abs(ladder[6].loss - 0.43125) < 1e-9)
    // 0.88¹⁶ = 0.1293, 30 · 0.9¹⁶ = 5.56.
    #expect(abs(ladder[20].scale - 0.1293) < 1e-4 && ladder[20].rate == 6 && ladder[20].loss == 1)
  }

  @Test func `What was asked for is kept, and nothing gets larger`() {
    for rung in 0...FitLadder.last {
      let kept = FitLadder(side: nil, rate: 3, keepsRate: true)[rung]
      #expect(kept.scale == 1 && kept.rate == 3)
      let small = FitLadder(side: 100, rate: 4, keepsRate: false)[rung]
      #expect(small.scale == 1 && small.rate == 4)
      #expect(FitLadder(side: 320, rate: 30, keepsRate: false)[rung].scale >= 0.5)
    }
  }

  /// Films whose bytes fall from rung to rung, by more here and less there.
  private func bytes(_ random: inout SplitMix64) -> [Int] {
    var size = random.next(in: 1e3...1e8)
    let shrinkage = random.next(in: 0.55...0.97)
    return (0...FitLadder.last).map { _ in
      defer { size *= shrinkage + random.next(in: -0.03...0.03) }
      return Int(size)
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 500))
  func `A film that fits is found in seven tries, and nearly as large as it may be`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = bytes(&random)
    let limit = Int(random.next(in: Double(bytes[FitLadder.last]) * 0.5...Double(bytes[0]) * 1.2))
    var search = FitSearch(limit: limit)
    var (tried, best): ([Int], Int?) = ([], nil)
    while let rung = search.next {
      tried.append(rung)
      if search.record(rung, bytes: bytes[rung]) { best = rung }
    }
    #expect(tried.count <= 7 && Set(tried).count == tried.count && tried.first == 0, "seed \(seed): \(tried)")
    let fitting = bytes.firstIndex { $0 <= limit }
    #expect((best == nil) == (fitting == nil), "seed \(seed): \(tried) of \(bytes) for \(limit)")
    guard let best, let fitting else { return }
    #expect(bytes[best] <= limit)
    // Either the highest rung that fits, one whose film fills the limit, or what seven tries have narrowed it to.
    let isNear = best - fitting <= 2 || Double(bytes[best]) >= 0.85 * Double(limit)
    #expect(isNear, "seed \(seed): \(tried) of \(bytes) for \(limit)")
  }

  @Test func `What fits at once is left alone, and what never fits is tried at its smallest`() {
    var easy = FitSearch(limit: 1000)
    #expect(easy.record(0, bytes: 1000) && easy.next == nil)
    var hard = FitSearch(limit: 1000)
    #expect(!hard.record(0, bytes: 1_000_000_000) && hard.next == FitLadder.last)
    #expect(!hard.record(FitLadder.last, bytes: 1001) && hard.next == nil)
  }
}
