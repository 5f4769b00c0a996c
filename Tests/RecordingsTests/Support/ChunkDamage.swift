import SeededCases
import TouchReelMCAP

/// What can happen to a chunk of a file.
enum ChunkDamage: String, CaseIterable {
  case bits, checksum, length, opcode, page, cut
}

/// A recording's file, taken apart: which chunk each message lies in.
struct ChunkedFile {
  struct Chunk {
    /// The bytes of the record in the file.
    var range: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var chunks: [Chunk] = []
  /// Where the data ends.
  private(set) var dataEnd = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var offset = 8
    while offset + 9 <= bytes.count {
      let length = bytes[(offset + 1)..<(offset + 9)].reversed().reduce(0) { $0 << 8 | Int($1) }
      if bytes[offset] == Opcode.chunk.rawValue { chunks.append(Chunk(range: offset..<(offset + 9 + length))) }
      if bytes[offset] == Opcode.dataEnd.rawValue {
        dataEnd = offset
        return
      }
      offset += 9 + length
    }
  }

  struct Damaged {
    var bytes: [UInt8]
    /// Where the chunks begin in the sound file that are not whole any more.
    var lost: Set<Int>
    /// Whether what the file says at its end is as it was. Elsewhere it is found by its checksum.
    var hasSummary: Bool
  }

  /// Damages a chunk; a page may lie in several.
  func damaged(by kind: ChunkDamage, at number: Int, _ random: inout SplitMix64) -> Damaged {
    var bytes = bytes
    let range = chunks[number].range
    func flip(_ places: Range<Int>) {
      bytes[Int.random(in: places, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    // Opcode and length take 9 bytes; times, size, sum, name and size of the records 16 + 8 + 4 + 8 + 8.
    let records = (range.lowerBound + 9 + 44)..<range.upperBound
    switch kind {
    case .bits: for place in records.dropFirst(records.count / 2).prefix(4) { bytes[place] ^= 0xFF }
    case .checksum: flip((range.lowerBound + 9 + 24)..<(range.lowerBound + 9 + 28))
    case .length:
      // The chunk's fields say it as well.
      flip((range.lowerBound + 1)..<(range.lowerBound + 9))
      return Damaged(bytes: bytes, lost: [], hasSummary: true)
    case .opcode: bytes[range.lowerBound] ^= UInt8.random(in: 1...255, using: &random)
    case .page:
      let page = max(range.lowerBound / 4096, 1) * 4096
      for place in page..<min(page + 4096, bytes.count) { bytes[place] = 0 }
    case .cut:
      let start = Int.random(in: records, using: &random)
      bytes.removeSubrange(start..<range.upperBound)
      return Damaged(bytes: bytes, lost: [range.lowerBound], hasSummary: true)
    }
    let lost = chunks.map(\.range).filter { bytes[$0] != self.bytes[$0] }.map(\.lowerBound)
    return Damaged(bytes: bytes, lost: Set(lost), hasSummary: bytes[dataEnd...] == self.bytes[dataEnd...])
  }
}
