/// A row of a table that is being written, a value for each column in order.
///
/// Its style is a type, so that each format has code of its own.
struct TableRow<Style: RowStyle> {
  private let keys: UnsafePointer<TableKey>
  private(set) var place: UnsafeMutablePointer<UInt8>
  /// How many columns were added, with or without a value.
  private(set) var column = 0

  /// - Parameters:
  ///   - keys: of each column, for JSON.
  ///   - place: where there is room for all of it, and ``TableRoom/slack``.
  @inline(__always)
  init(keys: UnsafePointer<TableKey>, at place: UnsafeMutablePointer<UInt8>) {
    self.keys = keys
    self.place = place
  }

  /// Ends the row.
  /// - Returns: where it ends.
  @inline(__always)
  mutating func finish() -> UnsafeMutablePointer<UInt8> {
    if Style.hasKeys {
      append(UInt8(ascii: "}"))
    } else {
      // In place of the last comma.
      place -= 1
    }
    append(UInt8(ascii: "\n"))
    return place
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    place.pointee = byte
    place += 1
  }

  /// Adds columns whose text is there already.
  /// - Parameters:
  ///   - text: which may be read up to the end of a block.
  ///   - columns: how many.
  @inline(__always)
  mutating func add(_ text: UnsafeRawPointer, count: Int, ofColumns columns: Int) {
    var copied = 0
    repeat {
      let block = text.loadUnaligned(fromByteOffset: copied, as: TableRoom.Block.self)
      UnsafeMutableRawPointer(place + copied).storeBytes(of: block, as: TableRoom.Block.self)
      copied &+= TableRoom.Block.scalarCount
    } while copied < count
    place += count
    column &+= columns
  }

  /// Adds columns by a function.
  /// - Parameter columns: how many it adds.
  @inline(__always)
  mutating func add(columns: Int, by fill: (inout TableRow) -> Void) {
    var row = self
    fill(&row)
    place = row.place
    column &+= columns
  }

  /// What is before the value of the next column.
  @inline(__always)
  private mutating func open() {
    guard Style.hasKeys else { return }
    let key = keys + column
    UnsafeMutableRawPointer(place).storeBytes(of: key.pointee.text, as: TableRoom.Block.self)
    place += key.pointee.count
  }

  /// What is behind the value of a column, or without one in its place.
  @inline(__always)
  private mutating func close() {
    if !Style.hasKeys { append(UInt8(ascii: ",")) }
    column &+= 1
  }

  /// Adds a column whose text is there already.
  /// - Parameter count: how long it is; zero if there is none.
  @inline(__always)
  mutating func add(_ text: TableRoom.Block, count: UInt8) {
    guard !Style.hasKeys || count > 0 else { return addUnknown() }
    open()
    UnsafeMutableRawPointer(place).storeBytes(of: text, as: TableRoom.Block.self)
    place += Int(count)
    close()
  }

  @inline(__always)
  mutating func add(_ value: Int) {
    open()
    place = DecimalDigits.write(value, at: place)
    close()
  }

  @inline(__always)
  mutating func add(_ value: Int32) { add(Int(value)) }

  @inline(__always)
  mutating func add(_ value: Int32?) {
    if let value { add(Int(value)) } else { addUnknown() }
  }

  @inline(__always)
  mutating func add(_ value: Int32?, by numbers: SmallNumbers) {
    guard let value else { return addUnknown() }
    open()
    place = numbers.write(value, at: place)
    close()
  }

  /// A column without a value.
  @inline(__always)
  mutating func addUnknown() { close() }

  /// - Parameter decimals: so many at most; zeros at the end are left out.
  @inline(__always)
  mutating func add<Places: DecimalPlaces>(_ value: Double, _ decimals: Places.Type) {
    guard (value * Double(Places.power)).magnitude < 9e18 else { return addHuge(value) }
    open()
    place = DecimalDigits.write(value, decimals, at: place)
    close()
  }

  @inline(__always)
  mutating func add<Places: DecimalPlaces>(_ value: Double?, _ decimals: Places.Type) {
    if let value { add(value, decimals) } else { addUnknown() }
  }

  @inline(never)
  private mutating func addHuge(_ value: Double) {
    guard value.isFinite else { return addUnknown() }
    open()
    append("\(value)")
    close()
  }

  /// Nanoseconds as seconds, to the last digit that is not zero.
  @inline(__always)
  mutating func addSeconds(_ nanoseconds: Int64) {
    open()
    place = DecimalDigits.write(Int(nanoseconds), Billionths.self, at: place)
    close()
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(__always)
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    place.update(from: start, count: text.count)
    place += text.count
  }

  /// Text of our own, which needs no quotes in CSV.
  mutating func add(word: String?) {
    guard let word else { return addUnknown() }
    open()
    if Style.hasKeys { append(UInt8(ascii: "\"")) }
    append(word)
    if Style.hasKeys { append(UInt8(ascii: "\"")) }
    close()
  }

  /// A value that is there already as the format has it: see ``TableText/encoded(_:)``.
  @inline(__always)
  mutating func add(encoded text: [UInt8]?) {
    guard let text else { return addUnknown() }
    open()
    text.withUnsafeBufferPointer { append($0) }
    close()
  }
}

/// How rows are written.
protocol RowStyle {
  /// Whether a value follows its column's name, and is left out if it is not known; otherwise a comma follows it.
  static var hasKeys: Bool { get }
}

enum CommaSeparated: RowStyle {
  static var hasKeys: Bool { false }
}

enum JSONObject: RowStyle {
  static var hasKeys: Bool { true }
}

/// How much space a row takes.
enum TableRoom {
  /// Texts are copied by so many bytes.
  typealias Block = SIMD16<UInt8>

  /// What a value takes at most that is not a text: 20 digits, a sign, a point; our own words in quotes; a comma.
  static let longestValue = 32
  /// How many bytes behind a row may be overwritten.
  static let slack = max(DecimalDigits.slack, Block.scalarCount)
}

/// What begins a member of a row in JSON: a comma or the row's brace, and the column's name.
struct TableKey: Sendable {
  let text: TableRoom.Block
  let count: Int

  /// - Parameter name: of at most twelve letters, so that it fits.
  init(_ name: String, isFirst: Bool) {
    let bytes = Array("\(isFirst ? "{" : ",")\"\(name)\":".utf8)
    precondition(bytes.count <= TableRoom.Block.scalarCount, "\(name) is too long for a column")
    text = TableRoom.Block(bytes + repeatElement(0, count: TableRoom.Block.scalarCount - bytes.count))
    count = bytes.count
  }
}
