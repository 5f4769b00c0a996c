import TouchReelByteStreams
import TouchReelRecordings

/// What distinguishes the files of a format from all others.
enum FormatSigns: Sendable {
  /// The bytes that a file begins with. Where no records are found, the first few of them are enough.
  case magic([UInt8], enough: Int)
  /// Records of bytes, which can look like the beginning of anything.
  case records(Look)
  /// A text that is of the format as a whole.
  case document(Look)
  /// Lines that only this format has, with any other text between them.
  case lines(LineSigns)
  /// Found by the look of another format.
  case ofAnother

  /// The format that a beginning shows; `nil` if it shows none of those that are looked for.
  typealias Look = @Sendable (FileBeginning) throws(FileError) -> RecordingFormat?
}

/// The beginning of a file, by which it is recognized.
struct FileBeginning {
  /// Formats are searched for up to this offset.
  static let searchedLength: UInt64 = 1 << 20
  /// Two records of 24 bytes or three of 16: sound ones have zeros among them, and text has none.
  private static let headLength = 48

  /// All of the file.
  let bytes: any ByteSource
  /// The first bytes, fewer only if the file has no more.
  let head: [UInt8]

  init(_ bytes: any ByteSource) throws(FileError) {
    self.bytes = bytes
    head = try bytes.beginning(Self.headLength)
  }

  private static let archives: [[UInt8]] = [[3, 4], [1, 2], [5, 6]].map { [0x50, 0x4b] + $0 }
  private static let suffixesOfDrawings = ["xopp", "xoj", "excalidraw", "excalidrawlib", "inkml", "ndjson", "json"]

  /// Whether bytes begin as a ZIP archive does.
  static func isArchive(_ head: [UInt8]) -> Bool { archives.contains { head.starts(with: $0) } }

  /// Whether the end of the name is that of a drawing's.
  var hasNameOfDrawing: Bool {
    let name = bytes.name.lowercased()
    return Self.suffixesOfDrawings.contains { name.hasSuffix(".\($0)") }
  }

  /// Whether the bytes may be records, which have no mark: not where they have that of an archive or of gzip, whose
  /// flags leave three bits free, or the name of a drawing.
  var mayBeRecords: Bool {
    let isPacked = GzipBytes.begins(head) && head.count > 3 && head[3] & 0xe0 == 0
    return !isPacked && !Self.isArchive(head) && !hasNameOfDrawing
  }

  /// What is searched for signs.
  var searched: FirstBytes { FirstBytes(Self.searchedLength, of: bytes) }
}
