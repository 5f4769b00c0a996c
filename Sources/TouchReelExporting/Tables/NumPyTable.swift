import TouchReelByteStreams

/// A table as columns in NumPy's format: a ZIP archive with an array (NEP 1) for each column, and one with the names
/// that the numbers of a column of texts stand for. Takes ``PackedRows``, and writes all at the end.
final class NumPyTable: WholeOutput {
  private let out: any WholeOutput
  private var columns: TableColumns

  init(_ rows: TouchTable.Rows, labels: [String] = [], to out: any WholeOutput) {
    self.out = out
    columns = TableColumns(rows, labels: labels)
  }

  var name: String { out.name }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) { try columns.add(bytes) }

  /// Does nothing: the first column is written when the last row is known.
  func flush() {}

  func commit() throws(FileError) {
    var archive = StoredArchive(out)
    for column in columns.kinds.indices { try add(column, to: &archive) }
    for (column, kind) in columns.kinds.enumerated() where kind == .text { try addNames(of: column, to: &archive) }
    try archive.finish()
    try out.commit()
  }

  private func add(_ column: Int, to archive: inout StoredArchive) throws(FileError) {
    let isUnknown = columns.hasUnknown[column]
    switch columns.kinds[column] {
    case .number: try add(column, "<f8", to: &archive) { Array($0) }
    case .whole where !isUnknown: try add(column, "<i8", to: &archive) { Array($0) }
    case .whole: try add(column, "<f8", to: &archive) { $0.map(Self.number) }
    case .text: try add(column, "<i4", to: &archive) { $0.map { Int32(truncatingIfNeeded: $0) } }
    }
  }

  /// A whole number as a floating-point one, of which NaN stands for what is not known.
  private static func number(_ word: UInt64) -> Double {
    word == PackedRows.unknownNumber ? .nan : Double(Int64(bitPattern: word))
  }

  private func add<Element: BitwiseCopyable>(
    _ column: Int, _ type: String, to archive: inout StoredArchive,
    elements: (UnsafeBufferPointer<UInt64>) -> [Element]
  ) throws(FileError) {
    let header = Self.header(type, count: columns.rowCount)
    let size = header.count + columns.rowCount * MemoryLayout<Element>.stride
    try archive.add("\(columns.names[column]).npy", size: UInt64(size)) { take throws(FileError) in
      try Self.pass(header, to: take)
      try columns.forEachPart(of: column) { words throws(FileError) in
        try Self.pass(elements(words), to: take)
      }
    }
  }

  /// Adds the names of a column as texts of one width, in UTF-32.
  private func addNames(of column: Int, to archive: inout StoredArchive) throws(FileError) {
    let names = columns.codes[column].scalars
    let width = max(1, names.map(\.count).max() ?? 1)
    let header = Self.header("<U\(width)", count: names.count)
    let size = header.count + names.count * width * 4
    try archive.add("\(columns.names[column])_names.npy", size: UInt64(size)) { take throws(FileError) in
      try Self.pass(header, to: take)
      for name in names {
        let padded = name + [UInt32](repeating: 0, count: width - name.count)
        try Self.pass(padded, to: take)
      }
    }
  }

  private static func pass<Element: BitwiseCopyable>(
    _ elements: [Element], to take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    try elements.withUnsafeBufferPointer { part throws(FileError) in try take(UnsafeRawBufferPointer(part)) }
  }

  /// What an array begins with, so long that the elements lie at a multiple of 64 bytes.
  private static func header(_ type: String, count: Int) -> [UInt8] {
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(count),), }"
    let padding = (64 - (10 + text.utf8.count + 1) % 64) % 64
    let length = text.utf8.count + padding + 1
    var header: [UInt8] = [0x93]
    header += Array("NUMPY".utf8)
    header += [1, 0, UInt8(length & 0xff), UInt8(length >> 8)] as [UInt8]
    header += Array(text.utf8)
    header += Array(repeating: 0x20, count: padding)
    header.append(0x0a)
    return header
  }
}
