import CTouchReelISAL

/// The files in an archive of ZIP (APPNOTE.TXT 6.3.10), stored or deflated. They are found by the list at its end and
/// by the header that each has itself, so that damage to one of these loses nothing.
struct ZipArchive {
  private let records: ZipRecords
  /// Where each file may be, the most reliable first.
  private var entries: [String: [ZipEntry]] = [:]
  /// The names of its files, without those of folders.
  var names: [String] { entries.keys.filter { !$0.hasSuffix("/") } }
  /// How much may still be unpacked.
  private var budget: Int
  /// What is wrong with its list of files; `nil` if nothing is.
  private(set) var fault: String?
  /// A name has at most so many entries, as each is unpacked until one is whole.
  private static let entryLimit = 4

  /// Whether bytes begin as an archive does, or as what is left of one.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ZipRecords.mark) && bytes.count > 3 && [[1, 2], [3, 4], [5, 6]].contains(bytes[2..<4])
  }

  /// `nil` if no file of it can be found.
  ///
  /// - Parameters:
  ///   - bytes: the archive.
  ///   - limit: the most that is unpacked of all its files, in bytes.
  ///   - document: a file that is looked for by its name alone where no record is left.
  init?(_ bytes: [UInt8], limit: Int, document: String? = nil) {
    (records, budget) = (ZipRecords(bytes), limit)
    let (listed, isWhole) = records.listed
    for entry in listed where entry.isSound { add(entry) }
    if !isWhole || !listed.allSatisfy(\.isSound) { addAll(listed) }
    if !isWhole { fault = records.end == nil ? "its ZIP archive is cut off" : "the list of its ZIP archive is damaged" }
    if entries.isEmpty, let document { for entry in records.entries(of: document) { add(entry) } }
    if entries.isEmpty { return nil }
  }

  /// Adds the files whose own headers are found, and then those that are only in the list.
  private mutating func addAll(_ listed: [ZipEntry]) {
    for entry in records.found { add(entry) }
    for entry in listed where !entry.isSound { add(entry) }
  }

  private mutating func add(_ entry: ZipEntry) {
    guard entries[entry.name, default: []].count < Self.entryLimit else { return }
    entries[entry.name, default: []].append(entry)
  }

  /// What can be unpacked of a file; `nil` if there is no such file, or it is packed in another way. One that is
  /// unpacked to its end and has another checksum than the archive says is damaged.
  mutating func content(of name: String) -> (text: [UInt8], end: Gzip.End)? {
    let text = content(in: entries[name] ?? [])
    if let text, text.end != .damage { return text }
    // Whatever else may be it.
    let candidates = records.found.filter { $0.name == name } + records.entries(of: name)
    guard var others = content(in: candidates), others.end == .whole || unknownMethod(of: name) == nil else {
      return text
    }
    if others.end == .whole, !isKnown(others.text, as: name) { others.end = .damage }
    let isBetter = others.end == .whole || others.text.count > text?.text.count ?? 0
    return isBetter ? others : text
  }

  /// Whether a file's content has a checksum that the archive says of it, if it says any.
  private func isKnown(_ text: [UInt8], as name: String) -> Bool {
    let checksums = (entries[name] ?? []).compactMap(\.checksum)
    return checksums.isEmpty || checksums.contains(Self.checksum(of: text))
  }

  /// The method of ZIP by which a file is packed; `nil` if that is one that is unpacked here, or there is no such file.
  func unknownMethod(of name: String) -> Int? {
    let methods = (entries[name] ?? []).map(\.method)
    return methods.contains { [0, 8].contains($0) } ? nil : methods.first
  }

  /// The first that is whole, or the longest of those that are damaged.
  private mutating func content(in entries: [ZipEntry]) -> (text: [UInt8], end: Gzip.End)? {
    var longest: (text: [UInt8], end: Gzip.End)?
    for entry in entries {
      guard let content = content(of: entry) else { continue }
      if content.end != .damage {
        budget -= content.text.count
        return content
      }
      if content.text.count > longest?.text.count ?? -1 { longest = content }
    }
    budget -= longest?.text.count ?? 0
    return longest
  }

  private func content(of entry: ZipEntry) -> (text: [UInt8], end: Gzip.End)? {
    guard let bytes = records.content(of: entry) else { return nil }
    let result: (text: [UInt8], end: Gzip.End)
    switch entry.method {
    case 0: result = (Array(bytes.prefix(budget)), bytes.count > budget ? .limit : .whole)
    case 8: result = Gzip.inflated(bytes, limit: budget, isRaw: true)
    default: return nil
    }
    let isRight =
      bytes.count == entry.count ?? bytes.count && entry.checksum.map { $0 == Self.checksum(of: result.text) } ?? true
    return result.end == .whole && !isRight ? (result.text, .damage) : result
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { crc32_gzip_refl(0, $0.baseAddress, UInt64($0.count)) }
  }
}
