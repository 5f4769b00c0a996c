import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams

struct SpoolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [1, 7, 100, 10_000])
  func `Bytes come back from any offset, in memory or not`(memoryLimit: Int) throws {
    var spooled = SpooledBytes(in: FilePath(folder.path("")), memoryLimit: memoryLimit)
    let sent = (0..<3000).map { UInt8($0 % 251) }
    for start in stride(from: 0, to: sent.count, by: 30) { try spooled.append(sent[start..<start + 30]) }
    #expect(spooled.count == sent.count)
    for (offset, count) in [(0, 3000), (0, 0), (2999, 1), (2970, 30), (2900, 100), (1, 2998), (3000, 0)] {
      #expect(try spooled.bytes(at: offset, count: count) == Array(sent[offset..<offset + count]))
    }
    spooled.removeAll()
    try spooled.append(sent.prefix(200))
    #expect(try spooled.bytes(at: 50, count: 150) == Array(sent[50..<200]))
  }

  @Test func `The file has no name`() throws {
    let spool = Spool(in: FilePath(folder.path("")))
    try withUnsafeBytes(of: UInt64(7)) { try spool.write($0, at: 100) }
    #expect(folder.names == [])
    var read: UInt64 = 0
    try withUnsafeMutableBytes(of: &read) { try spool.read(at: 100, into: $0) }
    #expect(read == 7)
  }

  @Test func `What was never written, and a folder that does not exist, are errors`() throws {
    var byte: UInt8 = 0
    #expect(throws: Errno.ioError) {
      try withUnsafeMutableBytes(of: &byte) { try Spool(in: FilePath(folder.path(""))).read(at: 3, into: $0) }
    }
    let missing = Spool(in: FilePath(folder.path("missing")))
    #expect(throws: Errno.noSuchFileOrDirectory) { try withUnsafeBytes(of: byte) { try missing.write($0, at: 0) } }
  }
}
