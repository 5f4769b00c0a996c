import Glibc
import Testing

@testable import TouchReelByteStreams

struct OrderedWorkTests {
  private struct Numbers: WorkSource {
    let count: Int
    private var index = 0

    init(_ count: Int) { self.count = count }

    mutating func next() -> Int? {
      guard index < count else { return nil }
      defer { index += 1 }
      return index
    }

    var progress: Double { Double(index) / Double(count) }
  }

  private struct Collected: WorkCollector {
    var results: [Int] = []
    var shares: [Double] = []

    mutating func add(_ result: Int) { results.append(result) }

    mutating func show(progress share: Double) { shares.append(share) }
  }

  @Test(arguments: [1, 3, 8])
  func `Results come in the order of the parts, whichever is finished first`(threads: Int) {
    let found = OrderedWork.run(Numbers(40), threads: threads, into: Collected()) { number in
      usleep(number % 3 == 0 ? 2000 : 0)
      return number * number
    }
    #expect(found.results == (0..<40).map { $0 * $0 })
    #expect(found.shares.count == 40 && found.shares.max() == 1)
  }

  @Test func `A source without parts collects nothing`() {
    let found = OrderedWork.run(Numbers(0), threads: 4, into: Collected()) { $0 }
    #expect(found.results == [] && found.shares == [])
  }
}
