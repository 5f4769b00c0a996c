import SeededCases
import Testing

@testable import Exporting

struct AxisTextCacheTests {
  private func text(_ block: TableRoom.Block, _ count: UInt8) -> String {
    String(decoding: (0..<Int(count)).map { block[$0] }, as: UTF8.self)
  }

  private func entry(
    _ cache: inout AxisTextCache, _ position: Int32, _ channel: UInt8, _ point: Double, _ millimetres: Double?
  ) -> AxisTextCache.Entry {
    let place =
      cache.place(of: position, on: channel)
      ?? cache.keep(position, on: channel, boardPoint: point, millimetres: millimetres)
    return cache[place]
  }

  @Test(arguments: PropertySeeds.from(0xA715, count: 10))
  func `Texts are those of the position, whatever was written before`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var cache = AxisTextCache()
    for _ in 0..<5000 {
      let position = Int32.random(in: -3000...3000, using: &random)
      let channel = UInt8.random(in: 0...1, using: &random)
      let point = Double(position) * (channel == 0 ? 0.75 : 2.125)
      let millimetres = channel == 0 ? Double(position) / 16 : nil
      let entry = entry(&cache, position, channel, point, millimetres)
      #expect(text(entry.device, entry.deviceCount) == "\(position)")
      #expect(entry.isOf(boardPoint: point) && Double(text(entry.board, entry.boardCount)) == point)
      #expect(Double(text(entry.millimetres, entry.millimetreCount)) == millimetres)
    }
  }

  @Test(arguments: [Int32.min, .max]) func `The longest texts fit`(position: Int32) {
    var cache = AxisTextCache()
    let millimetres = Double(position) / 3 * 2
    let entry = entry(&cache, position, 0, 1e300, millimetres)
    #expect(text(entry.device, entry.deviceCount) == "\(position)")
    #expect(abs((Double(text(entry.millimetres, entry.millimetreCount)) ?? 0) - millimetres) < 0.0001)
    #expect(!entry.isOf(boardPoint: 1e300), "a board point that need not fit is not kept")
  }

  @Test func `On a turned board a position has another place`() {
    var cache = AxisTextCache()
    _ = entry(&cache, 5, 0, 1.5, nil)
    #expect(!entry(&cache, 5, 0, 2.5, nil).isOf(boardPoint: 2.5))
  }
}
