import Synchronization
import Testing
import TouchReelByteStreams

struct WatchedBytesTests {
  /// The fractions that a watch was called with, and how many reads it allows.
  private final class Watch: Sendable {
    let fractions = Mutex<[Double]>([])
    let patience: Int

    init(patience: Int) { self.patience = patience }

    func note(_ fraction: Double) -> WatchedBytes.TickResult {
      fractions.withLock {
        $0.append(fraction)
        return $0.count > patience ? .stop : .continue
      }
    }
  }

  private func readings(of bytes: any ByteSource, from places: [UInt64]) throws -> [[UInt8]] {
    try places.map { place in
      try [UInt8](unsafeUninitializedCapacity: 3) { room, count in
        count = try bytes.read(at: place, into: UnsafeMutableRawBufferPointer(room))
      }
    }
  }

  @Test func `Readings pass through, and report how far they are`() throws {
    let watch = Watch(patience: .max)
    let bytes = WatchedBytes(MemoryBytes(Array(0..<8), name: "eight")) { watch.note($0) }
    #expect(try readings(of: bytes, from: [0, 4, 8]) == [[0, 1, 2], [4, 5, 6], []])
    #expect(watch.fractions.withLock { $0 } == [0, 0.5, 1])
    #expect(try bytes.length() == 8)
    #expect(bytes.name == "eight")
  }

  @Test func `A reading that is cancelled ends`() throws {
    let watch = Watch(patience: 2)
    let bytes = WatchedBytes(MemoryBytes(Array(0..<8), name: "eight")) { watch.note($0) }
    #expect(throws: FileError(file: "eight", message: "reading was cancelled")) {
      try readings(of: bytes, from: [0, 4, 0])
    }
  }
}
