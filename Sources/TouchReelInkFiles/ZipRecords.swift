/// Where a file of an archive lies, and how it is packed.
struct ZipEntry {
  var name: String
  /// The index where its content begins.
  var start: Int
  /// The bytes of its content; `nil` if it goes to the end of what there is.
  var count: Int?
  var method: Int
  /// `nil` if it is not known.
  var checksum: UInt32?
  /// Whether the list of the archive and the file's own header say the same of it.
  var isSound = true
}

/// The records of a ZIP archive: headers of files, and their list. Nothing that they say is trusted.
struct ZipRecords {
  static let mark: [UInt8] = [0x50, 0x4b]
  private static let (localSize, listedSize, endSize) = (30, 46, 22)
  /// No version of the format is later, and few names are longer.
  private static let (lastVersion, nameLimit) = (63, 1000)

  private let bytes: [UInt8]
  /// Where the record behind the list begins, behind which there may be a comment.
  let end: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let last = bytes.count - Self.endSize
    end =
      last < 0
      ? nil
      : (max(0, last - 0xffff)...last).reversed().first { Self.isRecord(bytes, $0, [5, 6], size: Self.endSize) }
  }

  /// An integer, least significant byte first; 0 behind the end.
  private func number(_ index: Int, _ count: Int) -> Int {
    guard index >= 0, index <= bytes.count - count else { return 0 }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func isRecord(_ bytes: [UInt8], _ index: Int, _ kind: [UInt8], size: Int) -> Bool {
    index >= 0 && index <= bytes.count - size && bytes[index] == mark[0] && bytes[index + 1] == mark[1]
      && bytes[index + 2] == kind[0] && bytes[index + 3] == kind[1]
  }

  private func isRecord(_ index: Int, _ kind: [UInt8], size: Int) -> Bool {
    Self.isRecord(bytes, index, kind, size: size)
  }

  private func name(_ start: Int, _ count: Int) -> String? {
    guard count > 0, count <= Self.nameLimit, start <= bytes.count - count else { return nil }
    return String(decoding: bytes[start..<start + count], as: UTF8.self)
  }

  /// The files that the list names, and whether all of it could be read.
  var listed: (entries: [ZipEntry], isWhole: Bool) {
    guard let end else { return ([], false) }
    var entries: [ZipEntry] = []
    let start = number(end + 16, 4)
    var index = start
    for _ in 0..<number(end + 10, 2) {
      guard isRecord(index, [1, 2], size: Self.listedSize),
        let name = name(index + Self.listedSize, number(index + 28, 2))
      else { return (entries, false) }
      if let entry = entry(name, header: index + 2, at: number(index + 42, 4)) { entries.append(entry) }
      index += Self.listedSize + number(index + 28, 2) + number(index + 30, 2) + number(index + 32, 2)
    }
    return (entries, index - start == number(end + 12, 4))
  }

  /// The files whose own headers are found, wherever these are.
  var found: [ZipEntry] {
    var entries: [ZipEntry] = []
    var index = 0
    while let start = indexOfHeader(from: index) {
      index = start + 4
      guard let name = name(start + Self.localSize, number(start + 26, 2)),
        var entry = entry(name, header: start, at: start)
      else { continue }
      // Where the sizes follow the content, it goes to the end of what there is.
      if number(start + 6, 2) & 8 != 0 { (entry.count, entry.checksum) = (nil, nil) }
      entries.append(entry)
      index = entry.start
    }
    return entries
  }

  private func indexOfHeader(from start: Int) -> Int? {
    var index = start
    while let next = bytes[min(index, bytes.count)...].firstIndex(of: Self.mark[0]) {
      if isRecord(next, [3, 4], size: Self.localSize), number(next + 4, 2) & 0xff <= Self.lastVersion { return next }
      index = next + 1
    }
    return nil
  }

  /// A file by the fields that its own header and the list have alike; `nil` if it is encrypted.
  ///
  /// - Parameters:
  ///   - header: where these fields begin.
  ///   - start: where its own header begins.
  private func entry(_ name: String, header: Int, at start: Int) -> ZipEntry? {
    guard number(header + 6, 2) & 1 == 0 else { return nil }
    let isSound =
      isRecord(start, [3, 4], size: Self.localSize) && self.name(start + Self.localSize, number(start + 26, 2)) == name
    let size = Self.localSize + (isSound ? number(start + 26, 2) + number(start + 28, 2) : name.utf8.count)
    return ZipEntry(
      name: name, start: start + size, count: number(header + 18, 4), method: number(header + 8, 2),
      checksum: UInt32(truncatingIfNeeded: number(header + 14, 4)), isSound: isSound)
  }

  /// What may be a document of XML whose headers are lost, but for its name before the content.
  func entries(of name: String) -> [ZipEntry] {
    guard let start = bytes.firstRange(of: Array(name.utf8))?.upperBound, start < bytes.count else { return [] }
    let method = bytes[start] == UInt8(ascii: "<") ? 0 : 8
    return [ZipEntry(name: name, start: start, count: nil, method: method, checksum: nil)]
  }

  /// The bytes of a file's content, as many as there are; `nil` if it would begin behind the end.
  func content(of entry: ZipEntry) -> ArraySlice<UInt8>? {
    guard entry.start < bytes.count else { return nil }
    guard let count = entry.count else {
      return bytes[entry.start...].prefix(entry.method == 0 ? sizeOfStored(entry) : .max)
    }
    return bytes[entry.start...].prefix(count)
  }

  /// What is not packed ends before the next record, where nothing says its size.
  private func sizeOfStored(_ entry: ZipEntry) -> Int {
    var index = entry.start
    while let next = bytes[index...].firstIndex(of: Self.mark[0]) {
      let isNext =
        next + 4 <= bytes.count && bytes[next + 1] == Self.mark[1] && bytes[next + 2] < 9 && bytes[next + 3] < 9
      if isNext { return next - entry.start }
      index = next + 1
    }
    return bytes.count - entry.start
  }
}
