import CTouchReelISAL

/// The files in a ZIP archive (APPNOTE.TXT 6.3.10), stored or deflated. An archive that is cut off has no list of them,
/// and they are found one after another.
struct ZipArchive {
  private struct Entry {
    var start: Int
    var count: Int
    var method: Int
    var checksum: UInt32?
  }

  private static let (localSize, listedSize, endSize) = (30, 46, 22)

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]
  /// The names of its files, without those of folders.
  var names: [String] { entries.keys.filter { !$0.hasSuffix("/") } }
  /// How much may still be unpacked.
  private var budget: Int
  /// Whether there is a list of its files.
  private(set) var isWhole = true

  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) }

  /// `nil` if no file of it can be found.
  ///
  /// - Parameter limit: the most that is unpacked of all its files, in bytes.
  init?(_ bytes: [UInt8], limit: Int) {
    (self.bytes, budget) = (bytes, limit)
    if let end = endRecord {
      readList(at: number(end + 16, 4), count: number(end + 10, 2))
    } else {
      isWhole = false
      findEntries()
    }
    if entries.isEmpty { return nil }
  }

  /// What can be unpacked of a file; `nil` if there is no such file, or it is packed in another way.
  mutating func content(of name: String) -> (text: [UInt8], end: Gzip.End)? {
    guard let entry = entries[name], entry.start <= bytes.count else { return nil }
    let end = min(entry.start + entry.count, bytes.count)
    let isCut = end < entry.start + entry.count
    let result: (text: [UInt8], end: Gzip.End)
    switch entry.method {
    case 0: result = (Array(bytes[entry.start..<end].prefix(budget)), end - entry.start > budget ? .limit : .whole)
    case 8: result = Gzip.inflated(bytes[entry.start..<end], limit: budget, isRaw: true)
    default: return nil
    }
    budget -= result.text.count
    let isRight = entry.checksum.map { $0 == Self.checksum(of: result.text) } ?? true
    return result.end == .whole && (isCut || !isRight) ? (result.text, .damage) : result
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
  }

  // MARK: Records

  /// An integer, least significant byte first; 0 behind the end.
  private func number(_ index: Int, _ count: Int) -> Int {
    guard index >= 0, index <= bytes.count - count else { return 0 }
    return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func isRecord(_ index: Int, _ mark: [UInt8], size: Int) -> Bool {
    index >= 0 && index <= bytes.count - size && bytes[index..<index + 4].elementsEqual([0x50, 0x4b] + mark)
  }

  /// Where the record behind the list begins, before which there may be a comment.
  private var endRecord: Int? {
    let last = bytes.count - Self.endSize
    guard last >= 0 else { return nil }
    return (max(0, last - 0xffff)...last).reversed().first { isRecord($0, [5, 6], size: Self.endSize) }
  }

  private mutating func readList(at start: Int, count: Int) {
    var index = start
    for _ in 0..<count {
      guard isRecord(index, [1, 2], size: Self.listedSize) else { return }
      let nameCount = number(index + 28, 2)
      let nameStart = index + Self.listedSize
      guard nameStart + nameCount <= bytes.count else { return }
      add(nameStart..<nameStart + nameCount, header: index + 2, at: number(index + 42, 4))
      index = nameStart + nameCount + number(index + 30, 2) + number(index + 32, 2)
    }
  }

  private mutating func findEntries() {
    var index = 0
    while isRecord(index, [3, 4], size: Self.localSize) {
      let name = index + Self.localSize..<index + Self.localSize + number(index + 26, 2)
      guard name.upperBound <= bytes.count else { return }
      add(name, header: index, at: index)
      index = name.upperBound + number(index + 28, 2) + number(index + 18, 4)
    }
  }

  /// - Parameters:
  ///   - name: where the file's name is.
  ///   - header: where the fields begin that a list and a file's own header have alike.
  ///   - start: where its own header begins.
  private mutating func add(_ name: Range<Int>, header: Int, at start: Int) {
    guard isRecord(start, [3, 4], size: Self.localSize) else { return }
    let name = String(decoding: bytes[name], as: UTF8.self)
    // Encrypted ones are not read.
    guard entries[name] == nil, number(header + 6, 2) & 1 == 0 else { return }
    let content = start + Self.localSize + number(start + 26, 2) + number(start + 28, 2)
    let (count, checksum) = (number(header + 18, 4), UInt32(truncatingIfNeeded: number(header + 14, 4)))
    // Where the sizes follow the content, it goes to the end of what there is.
    let isOpen = header == start && number(header + 6, 2) & 8 != 0
    entries[name] = Entry(
      start: content, count: isOpen ? max(0, bytes.count - content) : count, method: number(header + 8, 2),
      checksum: isOpen ? nil : checksum)
  }
}
