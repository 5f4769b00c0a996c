/// The kinds of ink files that are recognized by how they begin.
package enum InkKind: String, Hashable, Sendable, CaseIterable {
  /// ``InkMLFile``.
  case inkml
  /// Lines of ``QuickDrawLine``.
  case quickdraw
  /// ``XournalFile``.
  case xournal

  /// Files are told apart by this many bytes at most.
  package static let sniffedLength = 1 << 16

  /// Whether a file that begins with these bytes may be of some kind, so that more of it is worth being looked at.
  package static func isPossible(beginning bytes: [UInt8]) -> Bool {
    if Gzip.mayBegin(bytes) || XournalContainer.isArchive(beginning: bytes) { return true }
    if XMLEncoding.byteOrder(of: bytes) != nil { return true }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    let first = text.first { $0 > 0x20 }
    // A raw event has zeros in its time. Behind the first bytes a zero is damage.
    return (first == UInt8(ascii: "<") || first == UInt8(ascii: "{")) && !bytes.prefix(16).contains(0)
  }

  /// `nil` if a file that begins with these bytes is of no kind.
  package init?(beginning bytes: [UInt8]) {
    guard Self.isPossible(beginning: bytes) else { return nil }
    if let kind = InkKind(document: bytes) {
      self = kind
    } else if XMLEncoding.byteOrder(of: bytes) != nil {
      // Nothing but XML is read in UTF-16.
      return nil
    } else if XournalFile.begins(bytes) {
      self = .xournal
    } else if QuickDrawFile.begins(bytes) {
      self = .quickdraw
    } else {
      return nil
    }
  }

  /// The kind of an XML document, by its root element, or by what comes first and what ink is in where that is missing.
  init?(document bytes: [UInt8]) {
    let text = XMLEncoding.utf8(bytes) ?? bytes
    guard let root = Self.root(of: text) else { return nil }
    if InkMLFile.roots.contains(root) {
      self = .inkml
    } else if root == XournalFile.root {
      self = .xournal
    } else if InkMLFile.outerElements.contains(root), text.firstRange(of: Array("<trace".utf8)) != nil {
      self = .inkml
    } else if XournalFile.outerElements.contains(root), text.firstRange(of: Array("<stroke".utf8)) != nil {
      self = .xournal
    } else {
      return nil
    }
  }

  /// The name of the root element that a document begins with.
  private static func root(of text: [UInt8]) -> String? {
    guard text.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return nil }
    var reader = XMLReader(text)
    while let token = try? reader.next() {
      if case .start(let name, _) = token { return name }
    }
    return nil
  }

  /// Reads a file; of several drawings the first.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - number: the page of a file of Xournal++, from 1; other files have one.
  ///   - limits: of what it may hold.
  /// - Throws: what is wrong with it, and in which line.
  package func read(
    _ bytes: [UInt8], page number: Int = 1, limits: InkLimits = .standard
  ) throws(InkFileError) -> InkPage {
    guard number == 1 || self == .xournal else { throw InkFileError(noPage: number, of: 1) }
    switch self {
    case .inkml: return try InkMLFile.read(bytes, limits: limits)
    case .xournal: return try XournalFile.read(bytes, page: number, limits: limits)
    case .quickdraw:
      return try QuickDrawFile.firstPage(of: bytes, limits)
    }
  }
}
