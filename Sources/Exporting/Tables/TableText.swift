/// Rows of a table as text: CSV (RFC 4180) with a heading, or a JSON object a line, in which what is not known is left
/// out.
struct TableText: Sendable {
  private let format: TableFormat
  private let keys: [TableKey]
  /// What a row takes at most besides its texts.
  private let room: Int
  /// Longer than what is written of it.
  private var buffer = [UInt8](repeating: 0, count: 1 << 17)
  private(set) var count = 0

  init(_ format: TableFormat, columns: [String]) {
    self.format = format
    keys = columns.enumerated().map { TableKey($1, isFirst: $0 == 0) }
    // A value, a comma; braces and the line's end.
    room = keys.reduce(8 + TableRoom.slack) { $0 + TableRoom.longestValue + $1.count }
  }

  static func heading(_ columns: [String]) -> [UInt8] { Array((columns.joined(separator: ",") + "\n").utf8) }

  /// Reads the rows so far.
  func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
    }
  }

  mutating func removeAll() { count = 0 }

  /// Adds a row for each item.
  ///
  /// Tables have a line for each of millions of samples: there is room for all of the rows before their first column,
  /// so that digits are put in place without asking again.
  /// - Parameters:
  ///   - items: what the rows are of; their first column has a value.
  ///   - columns: what else the values come from.
  ///   - texts: how long the texts in a row are that are there already.
  @inline(__always)
  mutating func addRows<Items: RandomAccessCollection>(
    _ items: Items, from columns: inout Items.Element.Columns, texts: Int
  ) where Items.Element: RowItem {
    let needed = (room + texts) * items.count
    if buffer.count - count < needed { buffer += [UInt8](repeating: 0, count: max(needed, buffer.count)) }
    switch format {
    case .csv: count += write(items, from: &columns, CommaSeparated.self)
    case .jsonl: count += write(items, from: &columns, JSONObject.self)
    }
  }

  /// As ``addRows(_:from:texts:)``.
  mutating func addRow<Item: RowItem>(_ item: Item, from columns: inout Item.Columns, texts: Int) {
    addRows(CollectionOfOne(item), from: &columns, texts: texts)
  }

  /// - Returns: how many bytes.
  @inline(__always)
  private mutating func write<Items: RandomAccessCollection, Style: RowStyle>(
    _ items: Items, from columns: inout Items.Element.Columns, _ style: Style.Type
  ) -> Int where Items.Element: RowItem {
    let count = count
    return keys.withUnsafeBufferPointer { keys in
      buffer.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress, let keys = keys.baseAddress else { return 0 }
        var place = start + count
        for index in items.indices {
          var row = TableRow<Style>(keys: keys, at: place)
          items[index].add(to: &row, from: &columns)
          place = row.finish()
        }
        return place - (start + count)
      }
    }
  }

  /// A text as the format has it, in which different texts are different.
  func encoded(_ text: String) -> [UInt8] {
    switch format {
    case .csv: return CSVField.encoded(text)
    case .jsonl: return Array("\"\(text.unicodeScalars.map(Self.escaped).joined())\"".utf8)
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": return "\\\(scalar)"
    case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}

/// What a row is of.
protocol RowItem {
  /// What its values come from besides itself.
  associatedtype Columns

  /// Adds one value for each column.
  func add<Style>(to row: inout TableRow<Style>, from columns: inout Columns)
}
