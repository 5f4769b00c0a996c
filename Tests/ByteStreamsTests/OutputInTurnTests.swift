import SeededCases
import SystemPackage
import TestSupport
import Testing

@testable import TouchReelByteStreams

struct OutputInTurnTests {
  /// Threads write parts of random lengths in pieces, of which few bytes are held.
  @Test(arguments: PropertySeeds.from(0x0171, count: 12))
  func `Parts come in their order, whichever is made first`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path("out")
    let parts = (0..<40).map { part in
      (0..<Int.random(in: 0...30, using: &random)).map { _ in
        [UInt8](repeating: UInt8(part), count: Int.random(in: 1...300, using: &random))
      }
    }
    let output = OutputInTurn(try OutputFile(path: FilePath(path)), holding: 500)
    let queue = Monitor(0)
    let threads = try (0..<4).map { _ in
      try WorkerThread {
        while true {
          let part = queue.change { next in
            defer { next += 1 }
            return next
          }
          guard part < parts.count else { return }
          for piece in parts[part] { try? output.write(piece, to: part) }
          output.finish(part)
        }
      }
    }
    for thread in threads { thread.join() }
    try output.commit()
    let written = try FileBytes(path: FilePath(path)).everything()
    #expect(written == parts.flatMap { $0.flatMap(\.self) }, "seed \(seed)")
  }

  @Test func `A failure reaches whoever writes next, and nobody waits for ever`() throws {
    let output = OutputInTurn(try OutputFile(path: "/dev/full"), holding: 10)
    let long = [UInt8](repeating: 1, count: 1 << 20)
    #expect(throws: FileError.self) { try output.write(long, to: 0) }
    #expect(throws: FileError.self) { try output.write(long, to: 5) }
    #expect(throws: FileError.self) { try output.commit() }
  }
}

extension OutputInTurn {
  fileprivate func write(_ bytes: [UInt8], to part: Int) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes), to: part)
    }
  }
}
