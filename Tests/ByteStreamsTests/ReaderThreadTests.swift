import SystemPackage
import Testing
import TouchReelByteStreams

struct ReaderThreadTests {
  private struct Stopped: Error, Equatable {}

  @Test(arguments: [1, 7, Int.max])
  func `Everything comes in order, then the end, however small the queue`(capacity: Int) throws {
    let reader = try ReaderThread<Int, Never>(capacity: capacity, handing: 1000) { count, output in
      for start in stride(from: 0, to: count, by: 10) { output.add(contentsOf: Array(start..<start + 10)) }
    }
    var taken: [Int] = []
    while let elements = reader.drain() { taken += elements }
    #expect(taken == Array(0..<1000))
    #expect(reader.drain() == nil && reader.drainPending() == nil)
  }

  @Test func `An error comes behind what was read before, each time`() throws {
    let reader = try ReaderThread<Int, Stopped>(handing: ()) { _, output throws(Stopped) in
      output.add(contentsOf: [1, 2])
      throw Stopped()
    }
    var taken: [Int] = []
    #expect(throws: Stopped()) { while let elements = try reader.drain() { taken += elements } }
    #expect(taken == [1, 2])
    #expect(throws: Stopped()) { try reader.drainPending() }
  }

  @Test func `Nothing is read beyond the capacity`() throws {
    let count = Monitor(0)
    let reader = try ReaderThread<Int, Never>(capacity: 3, handing: ()) { _, output in
      while output.add(count.change { $0 }) { count.change { $0 += 1 } }
    }
    count.wait { $0 == 3 ? () : nil }
    #expect(!reader.isAwaiting && !reader.hasEnded)
    #expect(reader.drain() == [0, 1, 2])
  }

  @Test func `A thread that waits for room ends with its owner`() throws {
    let wasCancelled = Monitor(false)
    do {
      _ = try ReaderThread<Int, Never>(capacity: 1, handing: ()) { _, output in
        while output.add(0) {}
        wasCancelled.change { $0 = true }
      }
    }
    #expect(wasCancelled.change { $0 })
  }

  @Test func `A wait for something else is ended by the owner's end`() throws {
    let wanted = Monitor(true)
    let changes = Monitor(0)
    do {
      let reader = try ReaderThread<Int, Never>(
        handing: (), changed: { changes.change { $0 += 1 } }, cancelled: { wanted.change { $0 = false } },
        { _, output in
          output.add(contentsOf: [1])
          wanted.wait { $0 ? nil : () }
        })
      #expect(reader.drain() == [1])
      #expect(reader.isAwaiting && reader.drainPending() == [])
    }
    #expect(changes.change { $0 } == 2)
  }
}
