/// The document in a file of Xournal++, and the archive that it may lie in: with `mimetype`, `META-INF/version` and its
/// images (`LoadHandler.cpp`, from version 1.1).
struct XournalContainer {
  static let documentName = "content.xml"
  /// At most this much is unpacked: a small file can claim any length.
  private static let unpackedLimit = 256 << 20

  private(set) var text: [UInt8]
  private(set) var archive: ZipArchive?
  private(set) var damage = InkDamage()
  /// What is wrong with what the document is packed in, so that it may end early.
  private(set) var fault: String?

  init(_ bytes: [UInt8]) throws(InkFileError) {
    text = bytes
    if let packed = Gzip.contentOfBrokenHeader(bytes) {
      damage.add("the header of its gzip stream is damaged", line: nil)
      let (text, end) = Gzip.inflated(packed, limit: Self.unpackedLimit, isRaw: true)
      try set(text, end, "its gzip stream is damaged or cut off")
    } else if Gzip.begins(bytes) {
      try readStream(bytes)
    } else if Self.isArchive(beginning: bytes) {
      try readArchive(bytes)
    }
    text = try XMLEncoding.decoded(text)
  }

  private mutating func readStream(_ bytes: [UInt8]) throws(InkFileError) {
    let (text, end, rest) = Gzip.inflatedWithRest(bytes[...], limit: Self.unpackedLimit)
    // Zeros fill a block.
    if bytes.suffix(rest).contains(where: { $0 != 0 }) {
      damage.add("\(rest) × a byte behind its gzip stream is not kept", line: nil)
    }
    try set(text, end, "its gzip stream is damaged or cut off")
  }

  private mutating func readArchive(_ bytes: [UInt8]) throws(InkFileError) {
    guard var archive = ZipArchive(bytes, limit: Self.unpackedLimit, document: Self.documentName) else {
      throw InkFileError(line: 1, "its ZIP archive is damaged: none of its files can be found")
    }
    guard let (text, end) = archive.content(of: Self.documentName) else {
      throw InkFileError(line: 1, Self.reason(archive))
    }
    if let fault = archive.fault { damage.add(fault, line: nil) }
    try set(text, end, "\(Self.documentName) of its ZIP archive is damaged or cut off")
    self.archive = archive
  }

  /// Why an archive has no document.
  private static func reason(_ archive: ZipArchive) -> String {
    guard let method = archive.unknownMethod(of: documentName) else {
      return "its ZIP archive has no \(documentName) that can be read"
    }
    let name = method == 93 || method == 20 ? "Zstandard" : "method \(method)"
    return "its ZIP archive is packed by \(name), which is not read; unpack it, and pack it again with zip"
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

  /// So many bytes hold the names that show what an archive is.
  private static let sniffedLength = 4096

  /// Whether a file that begins with these bytes is an archive, or one of Xournal++'s whose beginning is damaged.
  static func isArchive(beginning bytes: [UInt8]) -> Bool { ZipArchive.begins(bytes) || isDamagedDocument(bytes) }

  /// Whether an archive that begins with these bytes is one of Xournal++'s: by its type, of which versions have several
  /// spellings, or by the name of the file that only these have.
  static func isDocument(beginning bytes: [UInt8]) -> Bool {
    guard isArchive(beginning: bytes) else { return false }
    return hasName(in: bytes)
  }

  /// Zeros are in every header, and text has none.
  private static func isDamagedDocument(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(64).contains(0) && !bytes.starts(with: [0xff, 0xfe]) && hasName(in: bytes)
  }

  private static func hasName(in bytes: [UInt8]) -> Bool {
    names(bytes, "application/xournal") || names(bytes, "META-INF/version")
  }

  private static func names(_ bytes: [UInt8], _ name: String) -> Bool {
    bytes.prefix(sniffedLength).firstRange(of: Array(name.utf8)) != nil
  }
}
