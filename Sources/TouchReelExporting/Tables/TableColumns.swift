import SystemPackage
import TouchReelByteStreams

/// The columns of a table, which its rows are sorted into. A block of rows is in memory, those before it in a
/// temporary file, column by column.
struct TableColumns {
  /// What a column's words are.
  enum Kind: Sendable {
    case whole, number, text
  }

  private static let blockRows = 8192

  let names: [String]
  let kinds: [Kind]
  /// The texts of each column; none of those with numbers.
  private(set) var codes: [TextCodes]
  /// Whether a whole number of the column is not known.
  private(set) var hasUnknown: [Bool]
  private let spool: Spool
  private var block: [UInt64]
  private var filledRows = 0
  private var spooledBlocks = 0

  /// - Parameters:
  ///   - rows: what has a row.
  ///   - labels: the names of the texts that all rows end with.
  ///   - folder: of the temporary file, which is made when there is more than one block.
  init(_ rows: TouchTable.Rows, labels: [String] = [], in folder: FilePath = .temporaryFolder) {
    let columns = TouchTable.columns(rows)
    names = columns + labels
    kinds = columns.map(Kind.init) + labels.map { _ in .text }
    codes = names.map { _ in TextCodes() }
    hasUnknown = names.map { _ in false }
    spool = Spool(in: folder)
    block = Array(repeating: 0, count: names.count * Self.blockRows)
  }

  var rowCount: Int { spooledBlocks * Self.blockRows + filledRows }

  /// Adds rows.
  ///
  /// - Parameter bytes: words of ``PackedRows``, of whole rows.
  mutating func add(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var reader = PackedRowReader(bytes)
    while !reader.isAtEnd {
      for column in kinds.indices {
        block[column * Self.blockRows + filledRows] = word(from: &reader, column)
      }
      filledRows += 1
      if filledRows == Self.blockRows { try putAside() }
    }
  }

  @inline(__always)
  private mutating func word(from reader: inout PackedRowReader, _ column: Int) -> UInt64 {
    switch kinds[column] {
    case .number: return reader.next()
    case .whole:
      let word = reader.next()
      if word == PackedRows.unknownNumber { hasUnknown[column] = true }
      return word
    case .text:
      guard let text = reader.nextText() else { return UInt64(bitPattern: -1) }
      return UInt64(codes[column].code(of: text.words, count: text.count))
    }
  }

  private mutating func putAside() throws(FileError) {
    do throws(Errno) {
      try block.withUnsafeBufferPointer { words throws(Errno) in
        try spool.write(UnsafeRawBufferPointer(words), at: Int64(spooledBlocks) * Int64(words.count) * 8)
      }
    } catch { throw failure("cannot be kept in a temporary file: \(error); \(error.temporaryFileRemedy)") }
    (spooledBlocks, filledRows) = (spooledBlocks + 1, 0)
  }

  /// Calls a closure with the words of a column, in parts.
  func forEachPart(
    of column: Int, _ body: (UnsafeBufferPointer<UInt64>) throws(FileError) -> Void
  ) throws(FileError) {
    for index in 0..<spooledBlocks {
      let words = try spooledWords(of: column, inBlock: index)
      try words.withUnsafeBufferPointer { words throws(FileError) in try body(words) }
    }
    let first = column * Self.blockRows
    try block[first..<first + filledRows].withUnsafeBufferPointer { words throws(FileError) in try body(words) }
  }

  private func spooledWords(of column: Int, inBlock index: Int) throws(FileError) -> [UInt64] {
    let offset = Int64(index * block.count + column * Self.blockRows) * 8
    do throws(Errno) { return try spool.values(at: offset, count: Self.blockRows) } catch {
      throw failure("cannot be read back: \(error)")
    }
  }

  private func failure(_ message: String) -> FileError {
    FileError(file: spool.folder.string, message: "the columns of the table \(message)")
  }
}

extension TableColumns.Kind {
  fileprivate init(_ name: String) {
    switch name {
    case "recording", "device_name", "phase", "reason", "tool", "end": self = .text
    case "device", "touch", "slot", "tracking_id", "x_device", "y_device", "major", "minor", "orientation", "distance",
      "samples", "drawing":
      self = .whole
    default: self = .number
    }
  }
}
