import Glibc
import SystemPackage
import Testing
import TouchReelByteStreams

struct PipeBytesTests {
  @Test func `A pipe is closed with its bytes`() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    defer { try? writeEnd.close() }
    var bytes: PipeBytes? = PipeBytes(readEnd, name: "pipe")
    #expect(bytes != nil && !hasNoReader(writeEnd))
    bytes = nil
    #expect(hasNoReader(writeEnd))
  }

  /// A program at its other end may have made it one that does not wait.
  @Test func `A pipe whose reads do not wait is waited for`() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
    let bytes = PipeBytes(readEnd, name: "pipe")
    let writer = try WorkerThread {
      _ = try? writeEnd.writeAll(Array("late".utf8))
      try? writeEnd.close()
    }
    #expect(try bytes.everything() == Array("late".utf8))
    writer.join()
  }

  @Test(arguments: [0, 1, 5, 10])
  func `What does not fit in memory is read from the file`(memoryLimit: Int) throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    try writeEnd.writeAll(Array("0123456789".utf8))
    try writeEnd.close()
    let bytes = PipeBytes(readEnd, name: "pipe", memoryLimit: memoryLimit)
    #expect(try bytes.length() == 10)
    #expect(try bytes.everything() == Array("0123456789".utf8))
    #expect(try bytes.everything() == Array("0123456789".utf8))
  }

  @Test func `A longer pipe is refused and the limit named`() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    try writeEnd.writeAll([UInt8](repeating: 0x61, count: 40_000))
    try writeEnd.close()
    let bytes = PipeBytes(readEnd, name: "pipe", keeping: .everything(upTo: 32_768))
    let error = #expect(throws: FileError.self) { try bytes.length() }
    #expect(error?.advice == .raise(.pipeLength), "\(String(describing: error))")
  }

  @Test func `A pipe that is followed keeps its beginning and its end`() throws {
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    // Bytes 0…9 are held in memory; of the 20,000 that follow, the last 5,000.
    let sent = (0..<20_010).map { UInt8($0 % 251) }
    let bytes = PipeBytes(readEnd, name: "pipe", keeping: .latest(5_000), memoryLimit: 10)
    var received: [UInt8] = []
    var space = [UInt8](repeating: 0, count: 700)
    for start in stride(from: 0, to: sent.count, by: 10) {
      try writeEnd.writeAll(sent[start..<start + 10])
      // Read every second time only, so that parts of all lengths and places are read.
      guard start % 20 == 10 || start == 0 || start == 20_000 else { continue }
      while received.count < start + 10 {
        let offset = UInt64(received.count)
        let count = try space.withUnsafeMutableBytes { try bytes.read(at: offset, into: $0) }
        received += space[..<count]
      }
    }
    #expect(received == sent)
    let early = try space.withUnsafeMutableBytes { try bytes.read(at: 3, into: $0) }
    #expect(Array(space[..<early]) == Array(sent[3..<10]))
    #expect(throws: FileError.self) { try space.withUnsafeMutableBytes { try bytes.read(at: 12_000, into: $0) } }
    try writeEnd.close()
  }

  private func hasNoReader(_ writeEnd: FileDescriptor) -> Bool {
    var ready = pollfd(fd: writeEnd.rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLERR) != 0
  }
}
