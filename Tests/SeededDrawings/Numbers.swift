/// Knuth's 64-bit linear congruential generator, its upper half.
public struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    func half(_ state: inout UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    return half(&state) << 32 | half(&state)
  }
}
