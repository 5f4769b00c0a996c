/// The kinds of ink files that are recognized by how they begin.
public enum InkKind: String, Hashable, Sendable, CaseIterable {
  /// ``InkMLFile``.
  case inkml
  /// Lines of ``QuickDrawLine``.
  case quickdraw
  /// ``XournalFile``.
  case xournal

  /// Files are told apart by this many bytes at most.
  public static let sniffedLength = 1 << 16

  /// Whether a file that begins with these bytes may be of some kind, so that more of it is worth being looked at.
  public static func isPossible(beginning bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x1f, 0x8b]) || ZipArchive.begins(bytes) { return true }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    let first = text.first { $0 > 0x20 }
    return (first == UInt8(ascii: "<") || first == UInt8(ascii: "{")) && !bytes.contains(0)
  }

  /// `nil` if a file that begins with these bytes is of no kind.
  public init?(beginning bytes: [UInt8]) {
    guard Self.isPossible(beginning: bytes) else { return nil }
    if let kind = Self.kind(ofRoot: InkMLFile.root(of: bytes)) {
      self = kind
    } else if XournalFile.begins(bytes) {
      self = .xournal
    } else if QuickDrawLine.begins(bytes) {
      self = .quickdraw
    } else {
      return nil
    }
  }

  private static func kind(ofRoot name: String?) -> InkKind? {
    switch name {
    case "ink", "WhiteboardCaptureSession": .inkml
    case "xournal": .xournal
    default: nil
    }
  }

  /// Reads a file; of several drawings the first.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - number: the page of a file of Xournal++, from 1; other files have one.
  ///   - limits: of what it may hold.
  /// - Throws: what is wrong with it, and in which line.
  public func read(
    _ bytes: [UInt8], page number: Int = 1, limits: InkLimits = .standard
  ) throws(InkFileError) -> InkPage {
    guard number == 1 || self == .xournal else { throw InkFileError(noPage: number, of: 1) }
    switch self {
    case .inkml: return try InkMLFile.read(bytes, limits: limits)
    case .xournal: return try XournalFile.read(bytes, page: number, limits: limits)
    case .quickdraw:
      return try QuickDrawLine.firstPage(of: bytes, limits)
    }
  }
}

extension QuickDrawLine {
  /// The first drawing of a file that can be read.
  ///
  /// - Throws: what is wrong with the first one if none can.
  fileprivate static func firstPage(of bytes: [UInt8], _ limits: InkLimits) throws(InkFileError) -> InkPage {
    var (lineCount, first, found): (Int, InkFileError?, InkPage?) = (0, nil, nil)
    var damage = InkDamage()
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      lineCount += 1
      guard found == nil else { continue }
      do throws(InkFileError) {
        found = try QuickDrawLine(line, number: number + 1, limits: limits).page
      } catch {
        if error.isOfLimit { throw error }
        first = first ?? error
        damage.add(InkFileError(line: error.line, "\(error.message): skipped"))
      }
    }
    guard var page = found else { throw first ?? InkFileError(line: 1, "it has no drawing") }
    page.damage.add(damage)
    if lineCount > 1 { page.notes.append("it holds \(lineCount) drawings, of which this is the first") }
    return page
  }
}

extension QuickDrawLine {
  /// Whether a line begins here that may be a drawing of the data set, even one that is cut off.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if (try? QuickDrawLine(line)) != nil { return true }
    // One that is damaged, or longer than what was read. Blanks do not count.
    let text = String(decoding: line.filter { $0 > 0x20 }, as: UTF8.self)
    return text.contains("\"drawing\":[") && !text.contains("\"version\":")
  }
}
