/// The text of columns that are next to each other and often have the values that they had before.
///
/// Its key is `Equatable` where it is compared: as a constraint of the type the runtime would look for it in all of the
/// program's conformances, which takes half a million instructions for each kind of key.
struct ColumnCache<Key: Sendable>: Sendable {
  private var key: Key?
  /// With ``TableRoom/slack`` behind what is read of it.
  private var text: [UInt8] = []
  private var count = 0

  /// Adds the columns to a row, at the same place of each, if their text is there.
  /// - Parameters:
  ///   - columns: how many.
  ///   - wanted: what they hold.
  /// - Returns: whether it is.
  @inline(__always)
  func add<Style>(_ columns: Int, to row: inout TableRow<Style>, for wanted: Key) -> Bool where Key: Equatable {
    guard key == wanted else { return false }
    text.withUnsafeBytes { text in
      if let start = text.baseAddress { row.add(start, count: count, ofColumns: columns) }
    }
    return true
  }

  /// Adds the columns to a row and keeps their text.
  /// - Parameter fill: adds them.
  @inline(__always)
  mutating func write<Style>(
    _ columns: Int, to row: inout TableRow<Style>, for new: Key, by fill: (inout TableRow<Style>) -> Void
  ) {
    let place = row.place
    row.add(columns: columns, by: fill)
    keep(UnsafeRawBufferPointer(start: place, count: row.place - place), of: new)
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
