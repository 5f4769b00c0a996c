/// The text of columns that are next to each other and often stay the same from one row to the next.
struct ColumnCache<Key: Sendable>: Sendable {
  private var key: Key?
  /// With ``TableRoom/slack`` behind what is read of it.
  private var text: [UInt8] = []
  private var count = 0

  /// Adds the columns to a row, at the same place of each.
  /// - Parameters:
  ///   - columns: how many.
  ///   - isSame: whether they have the same text as for another key.
  ///   - key: theirs.
  ///   - fill: adds them where they are not known.
  @inline(__always)
  mutating func add<Style>(
    _ columns: Int, to row: inout TableRow<Style>, where isSame: (Key) -> Bool, key new: () -> Key,
    by fill: (inout TableRow<Style>) -> Void
  ) {
    if let key, isSame(key) {
      text.withUnsafeBytes { text in
        if let start = text.baseAddress { row.add(start, count: count, ofColumns: columns) }
      }
    } else {
      let place = row.place
      row.add(columns: columns, by: fill)
      keep(UnsafeRawBufferPointer(start: place, count: row.place - place), of: new())
    }
  }

  @inline(never)
  private mutating func keep(_ new: UnsafeRawBufferPointer, of key: Key) {
    self.key = key
    count = new.count
    let needed = count + TableRoom.slack
    if text.count < needed { text = [UInt8](repeating: 0, count: needed) }
    text.withUnsafeMutableBytes { $0.copyMemory(from: new) }
  }
}
