import SeededCases
import Testing

@testable import TouchReelMCAP

/// What follows the end of a file, or of its data.
struct TrailingTests {
  private static let modes = [MCAPReaderOptions.Damage.stop, .skip, .salvage]

  private static func file(_ messages: Int) -> [UInt8] {
    let data = (0..<messages).map { HandMade.message(1, sequence: UInt32($0), time: UInt64($0), [UInt8($0)]) }
    return HandMade.file(HandMade.channel(1) + HandMade.chunk(data.flatMap { $0 }))
  }

  private func read(
    _ bytes: [UInt8], _ damage: MCAPReaderOptions.Damage
  ) throws -> (contents: Contents, trailing: MCAPTrailing?) {
    var reader = MCAPReader(MemorySource(bytes: bytes), options: MCAPReaderOptions(damage: damage))
    var contents = Contents()
    try contents.append(allOf: &reader)
    return (contents, reader.trailing)
  }

  @Test(arguments: modes, [1, 2])
  func `Files that were appended to a file are counted, and not given`(
    damage: MCAPReaderOptions.Damage, count: Int
  ) throws {
    let first = Self.file(3)
    let others = Array(repeating: Self.file(5), count: count).flatMap(\.self)
    let (contents, trailing) = try read(first + others, damage)
    #expect(contents == (try read(first, damage)).contents)
    let found = try #require(trailing)
    #expect(found.range == UInt64(first.count)..<UInt64(first.count + others.count))
    #expect(found.messageCount == 5 * count && found.isFile)
    #expect(try read(first, damage).trailing == nil)
  }

  @Test(arguments: modes, PropertySeeds.from(1, count: 40))
  func `Whatever follows a file changes nothing of it, and its length is known`(
    damage: MCAPReaderOptions.Damage, seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let first = Self.file(3)
    var rest = Self.file(4)
    switch random.next(below: 4) {
    case 0: rest = (0..<1 + random.next(below: 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 1: rest = [UInt8](repeating: 0, count: 1 + random.next(below: 300))
    case 2: rest[random.next(below: rest.count)] ^= 1 << UInt8(random.next(below: 8))
    default: rest = Array(rest.dropFirst(random.next(below: rest.count)))
    }
    let (contents, trailing) = try read(first + rest, damage)
    #expect(contents == (try read(first, damage)).contents, "seed \(seed)")
    #expect(trailing?.range == UInt64(first.count)..<UInt64(first.count + rest.count), "seed \(seed)")
    #expect(trailing.map { $0.messageCount <= 4 } == true, "seed \(seed)")
  }

  @Test func `A source that grows is not waited for behind its end`() throws {
    // A pipe of which it is not known what comes.
    let bytes = Self.file(3)
    var reader = MCAPReader(MemoryPipe(bytes: bytes, step: 7))
    var contents = Contents()
    try contents.append(allOf: &reader)
    #expect(contents.notes.count == 3 && contents.ending == .complete && reader.trailing == nil)
  }

  @Test func `Messages between the end of the data and the footer are read`() throws {
    let inside = HandMade.message(1, sequence: 0, time: 1, [1])
    let behind = HandMade.message(1, sequence: 1, time: 2, [2])
    let chunk = HandMade.chunk(HandMade.message(1, sequence: 2, time: 3, [3]))
    let bytes =
      HandMade.magic + HandMade.header + HandMade.channel(1) + inside + HandMade.dataEnd + behind + chunk
      + HandMade.footer + HandMade.magic
    for damage in [MCAPReaderOptions.Damage.skip, .salvage] {
      let (contents, _) = try read(bytes, damage)
      #expect(contents.notes.map(\.data) == [[1], [2], [3]] && contents.ending == .complete)
    }
    #expect(throws: MCAPReadError<Never>.self) { try read(bytes, .stop) }
  }
}
