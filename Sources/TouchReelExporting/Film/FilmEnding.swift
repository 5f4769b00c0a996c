package import TouchReelByteStreams

extension FilmKind {
  /// Whether a file is a film from its beginning to its end, as far as its container says: what an encoder writes last
  /// is there, and nothing is missing before it.
  package func isWhole(_ film: any ByteSource) throws(FileError) -> Bool {
    switch self {
    case .mp4: try Self.hasWholeBoxes(film)
    case .webm: try Self.hasWholeSegment(film)
    case .gif: try Self.ends(film, in: [0x3b])
    case .apng: try Self.ends(film, in: Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82])
    }
  }

  /// ISO/IEC 14496-12: boxes one after another, each with its length. Without `moov` no picture is found.
  private static func hasWholeBoxes(_ film: any ByteSource) throws(FileError) -> Bool {
    let length = try film.length()
    var offset: UInt64 = 0
    var types: Set<[UInt8]> = []
    while offset < length {
      let head = try film.bytes(16, at: offset)
      guard head.count >= 8 else { return false }
      types.insert(Array(head[4..<8]))
      let short = head[..<4].number
      let size = short == 1 ? head[8...].number : short
      guard size >= 8, size <= length - offset else { return false }
      offset += size
    }
    return ["moov", "mdat"].allSatisfy { types.contains(Array($0.utf8)) }
  }

  /// RFC 8794 and Matroska: a header, and a segment whose length is written once all of it is there.
  private static func hasWholeSegment(_ film: any ByteSource) throws(FileError) -> Bool {
    var offset: UInt64 = 0
    for id: [UInt8] in [[0x1a, 0x45, 0xdf, 0xa3], [0x18, 0x53, 0x80, 0x67]] {
      let head = try film.bytes(12, at: offset)
      guard head.starts(with: id), let size = head.dropFirst(4).elementSize else { return false }
      offset += 4 + UInt64(size.width) + size.value
    }
    return try offset == film.length()
  }

  private static func ends(_ film: any ByteSource, in last: [UInt8]) throws(FileError) -> Bool {
    let length = try film.length()
    guard length >= last.count else { return false }
    return try film.bytes(last.count, at: length - UInt64(last.count)) == last
  }
}

extension ByteSource {
  /// So many bytes, or fewer at the end.
  fileprivate func bytes(_ count: Int, at offset: UInt64) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let block = try block(at: offset + UInt64(bytes.count), size: count - bytes.count)
      if block.isEmpty { break }
      bytes += block
    }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// The most significant byte first.
  fileprivate var number: UInt64 { prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }

  /// The length of an element of EBML; `nil` if it is not there, or says that it is unknown.
  fileprivate var elementSize: (value: UInt64, width: Int)? {
    guard let first, first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard count >= width else { return nil }
    let largest = UInt64(1) << (7 * width) - 1
    let value = prefix(width).number & largest
    return value == largest ? nil : (value, width)
  }
}
