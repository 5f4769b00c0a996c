/// The document in a file of Xournal++, and the archive that it may lie in: with `mimetype`, `META-INF/version` and its
/// images (`LoadHandler.cpp`, from version 1.1).
struct XournalContainer {
  static let documentName = "content.xml"
  /// At most this much is unpacked: a small file can claim any length.
  private static let unpackedLimit = 256 << 20

  private(set) var text: [UInt8]
  private(set) var archive: ZipArchive?
  private(set) var damage = InkDamage()
  /// What else lies in the file, one line for each kind.
  private(set) var leftOut: [String] = []
  /// What is wrong with what the document is packed in, so that it may end early.
  private(set) var fault: String?

  init(_ bytes: [UInt8]) throws(InkFileError) {
    text = bytes
    if Gzip.begins(bytes) {
      let (text, end, rest) = Gzip.inflatedWithRest(bytes[...], limit: Self.unpackedLimit)
      // Zeros fill a block.
      if bytes.suffix(rest).contains(where: { $0 != 0 }) {
        leftOut.append("\(rest) × a byte behind its gzip stream is not kept")
      }
      try set(text, end, "its gzip stream is damaged or cut off")
    } else if ZipArchive.begins(bytes) {
      try readArchive(bytes)
    }
    text = try XMLEncoding.decoded(text)
  }

  private mutating func readArchive(_ bytes: [UInt8]) throws(InkFileError) {
    guard var archive = ZipArchive(bytes, limit: Self.unpackedLimit) else {
      throw InkFileError(line: 1, "its ZIP archive is damaged: the list of its files cannot be read")
    }
    guard let (text, end) = archive.content(of: Self.documentName) else {
      throw InkFileError(line: 1, "its ZIP archive has no \(Self.documentName) that can be read")
    }
    if !archive.isWhole { damage.add("its ZIP archive is cut off", line: nil) }
    try set(text, end, "\(Self.documentName) of its ZIP archive is damaged or cut off")
    self.archive = archive
  }

  private mutating func set(_ text: [UInt8], _ end: Gzip.End, _ fault: String) throws(InkFileError) {
    self.text = text
    switch end {
    case .whole: return
    case .limit: throw InkFileError(line: 1, "it unpacks to more than \(Self.unpackedLimit >> 20) MiB")
    case .damage where text.isEmpty: throw InkFileError(line: 1, fault)
    case .damage: self.fault = fault
    }
  }

  /// Whether an archive that begins with these bytes is one of Xournal++'s: by its type, of which versions have several
  /// spellings, or by the name of the file that only these have.
  static func isDocument(beginning bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return text.contains("application/xournal") || text.contains("META-INF/version")
  }
}
