import TouchReelInputEvents

/// The words and numbers of getevent's three columns.
///
/// Labels are cut at 12 and 20 characters. Each is looked up by name once and then known by its bytes.
struct GeteventLabels {
  private var columns = LabelTable()
  private var types = LabelTable()
  private var codes = LabelTable()
  private var tools = LabelTable()

  /// The first two columns with a blank between them: four digits each, or labels that came before.
  @inline(__always)
  func plainColumns(_ scanner: inout ByteScanner) -> (type: EventType, code: EventCode)? {
    guard scanner.byte == UInt8(ascii: "0") else { return knownColumns(&scanner) }
    guard let type = scanner.number(digits: 4), scanner.accept(UInt8(ascii: " ")),
      let code = scanner.number(digits: 4)
    else { return nil }
    return (
      EventType(rawValue: UInt16(truncatingIfNeeded: type)), EventCode(rawValue: UInt16(truncatingIfNeeded: code))
    )
  }

  /// The first two columns as getevent lays them out, known by their 33 bytes where they came before.
  @inline(__always)
  func knownColumns(_ scanner: inout ByteScanner) -> (type: EventType, code: EventCode)? {
    guard let key = LabelTable.Key(columnsAt: scanner), let value = columns[key] ?? nil else { return nil }
    scanner.advance(by: LabelTable.Key.columnsWidth)
    return (
      EventType(rawValue: UInt16(truncatingIfNeeded: value >> 16)),
      EventCode(rawValue: UInt16(truncatingIfNeeded: value))
    )
  }

  /// Remembers the columns that lie between two positions of a line, if they are laid out as getevent does.
  mutating func remember(_ type: EventType, _ code: EventCode, from start: ByteScanner, to end: ByteScanner) {
    guard end.index - start.index <= LabelTable.Key.columnsWidth, let key = LabelTable.Key(columnsAt: start) else {
      return
    }
    columns.insert(Int32(bitPattern: UInt32(type.rawValue) << 16 | UInt32(code.rawValue)), for: key)
  }

  /// `0003` or `EV_ABS`.
  @inline(__always)
  mutating func type(_ scanner: inout ByteScanner) -> EventType? {
    let start = scanner
    if let number = scanner.number(digits: 4) { return EventType(rawValue: UInt16(truncatingIfNeeded: number)) }
    scanner = start
    guard scanner.byte == UInt8(ascii: "E") else { return nil }
    return types.value(of: scanner.word(), salt: 0) { name in
      EventNames.type(named: name).map { Int32($0.rawValue) }
    }.map { EventType(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// `0035` or `ABS_MT_POSITION_X`.
  @inline(__always)
  mutating func code(_ scanner: inout ByteScanner, of type: EventType) -> EventCode? {
    let start = scanner
    if let number = scanner.number(digits: 4) { return EventCode(rawValue: UInt16(truncatingIfNeeded: number)) }
    scanner = start
    return codes.value(of: scanner.word(), salt: type.rawValue) { name in
      Self.code(labelled: name, of: type).map { Int32($0.rawValue) }
    }.map { EventCode(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// Eight digits, DOWN, UP, REPEAT, or a contact's tool.
  @inline(__always)
  mutating func value(_ scanner: inout ByteScanner, of type: EventType, _ code: EventCode) -> Int32? {
    let start = scanner
    if let number = scanner.number(digits: 8) { return Int32(truncatingIfNeeded: number) }
    scanner = start
    if type == .key { return keyValue(&scanner) }
    guard type == .absolute, code == .toolType else { return nil }
    return tools.value(of: scanner.word(), salt: 0) { EventNames.tool(named: $0) }
  }

  private func keyValue(_ scanner: inout ByteScanner) -> Int32? {
    if scanner.accept("DOWN") { return 1 }
    if scanner.accept("UP") { return 0 }
    return scanner.accept("REPEAT") ? 2 : nil
  }

  static func code(labelled label: String, of type: EventType) -> EventCode? {
    if let code = EventNames.code(named: label, in: type) { return code }
    guard label.utf8.count == 20 else { return nil }
    let candidates = EventNames.codes(withPrefix: label, in: type)
    return candidates.count == 1 ? candidates[0] : nil
  }
}

extension ByteScanner {
  /// A hexadecimal number of exactly four or eight digits, as getevent pads them.
  @inline(__always)
  mutating func number(digits: Int) -> UInt32? {
    guard bytes.count - index >= digits, let base = bytes.baseAddress else { return nil }
    let text =
      digits == 8
      ? UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      : UInt64(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt32.self))) << 32 | 0x3030_3030
    guard let value = eightHexDigits(text) else { return nil }
    advance(by: digits)
    return isAtEnd || hexDigit(byte) == nil ? value : nil
  }
}

/// The value of eight hexadecimal digits, the first one in the lowest byte; `nil` if one is not a digit.
@inline(__always)
func eightHexDigits(_ text: UInt64) -> UInt32? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Bit 6 distinguishes letters (0x41…, 0x61…) from digits (0x30…).
  let letters = text >> 6 & ones
  let low = text & (ones &* 0x0f)
  let high = text & (ones &* 0xf0 &- letters &* 0x20)
  // Digits up to 9 stay below 16 with 6 added, letters up to F (6) with 9; A (1) passes 16 with 15, no letter (0) does
  // not.
  let tooLarge = (low &+ ones &* 6 &+ letters &* 3) & (ones &* 0x10)
  let noLetter = letters << 4 & ~(low &+ ones &* 15)
  guard high == ones &* 0x30 &+ letters &* 0x10, tooLarge == 0, noLetter == 0 else { return nil }
  var value = (low &+ letters &* 9).byteSwapped
  value = (value | value >> 4) & 0x00ff_00ff_00ff_00ff
  value = (value | value >> 8) & 0x0000_ffff_0000_ffff
  return UInt32(truncatingIfNeeded: value | value >> 16)
}

/// Words of at most 32 bytes and their values: open addressing on their bytes.
private struct LabelTable {
  /// The bytes of a word.
  struct Key: Equatable {
    /// The type's 12 characters, a blank, and the code's 20.
    static let columnsWidth = 33

    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0
    private let salt: UInt64

    /// `nil` for a word that is too long.
    /// - Parameter salt: distinguishes words of different meanings.
    @inline(__always)
    init?(_ word: UnsafeRawBufferPointer, salt: UInt16) {
      guard !word.isEmpty, word.count <= 32 else { return nil }
      self.salt = UInt64(salt)
      withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: word) }
    }

    /// `nil` if the line is shorter than the columns and the blank after them.
    @inline(__always)
    init?(columnsAt scanner: ByteScanner) {
      let end = scanner.index + Self.columnsWidth
      guard end < scanner.bytes.count, scanner.bytes[end] == 0x20, let base = scanner.bytes.baseAddress else {
        return nil
      }
      first = base.loadUnaligned(fromByteOffset: scanner.index, as: UInt64.self)
      second = base.loadUnaligned(fromByteOffset: scanner.index + 8, as: UInt64.self)
      third = base.loadUnaligned(fromByteOffset: scanner.index + 16, as: UInt64.self)
      fourth = base.loadUnaligned(fromByteOffset: scanner.index + 24, as: UInt64.self)
      salt = UInt64(scanner.bytes[end - 1])
    }

    @inline(__always)
    var hash: Int {
      var mixed = (first ^ salt) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ second) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ third ^ (mixed >> 32)) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ fourth ^ (mixed >> 32)) &* 0x9e37_79b9_7f4a_7c15
      return Int(truncatingIfNeeded: mixed >> 54)
    }
  }

  private struct Entry {
    var key: Key?
    var value: Int32?
  }

  /// The most entries: as many as the hash has values.
  private static let capacity = 1024

  private var entries = [Entry](repeating: Entry(), count: capacity)
  private var count = 0

  /// The value stored for a key, which may be `nil`; `nil` if none was stored.
  @inline(__always)
  subscript(key: Key) -> Int32?? {
    var offset = key.hash
    while let used = entries[offset].key {
      if used == key { return .some(entries[offset].value) }
      offset = (offset + 1) % Self.capacity
    }
    return nil
  }

  /// The value of a word.
  /// - Parameter lookUp: called once for each word; what it finds is kept.
  mutating func value(of word: UnsafeRawBufferPointer, salt: UInt16, _ lookUp: (String) -> Int32?) -> Int32? {
    guard let key = Key(word, salt: salt) else { return nil }
    if let known = self[key] { return known }
    let value = lookUp(word.text)
    insert(value, for: key)
    return value
  }

  /// Keeps a value for a key that has none. A full table is emptied first.
  mutating func insert(_ value: Int32?, for key: Key) {
    if count >= Self.capacity / 2 {
      for index in entries.indices { entries[index] = Entry() }
      count = 0
    }
    var offset = key.hash
    while entries[offset].key != nil { offset = (offset + 1) % Self.capacity }
    entries[offset] = Entry(key: key, value: value)
    count += 1
  }
}
