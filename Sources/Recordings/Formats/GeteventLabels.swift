import InputEvents

/// The words and numbers of getevent's three columns.
///
/// Labels are cut at 12 and 20 characters. Each is looked up by name once and then known by its bytes.
struct GeteventLabels {
  private var types = LabelTable()
  private var codes = LabelTable()
  private var tools = LabelTable()

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
  /// A hexadecimal number of exactly so many digits, as getevent pads them.
  @inline(__always)
  mutating func number(digits: Int) -> UInt32? {
    guard bytes.count - index >= digits else { return nil }
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = hexDigit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return isAtEnd || hexDigit(byte) == nil ? value : nil
  }
}

/// Words of at most 32 bytes and what they stand for: open addressing on their bytes.
private struct LabelTable {
  private static let capacity = 1024

  private struct Entry {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var salt: UInt16 = 0
    var isUsed = false
    var value: Int32?
  }

  private var entries: [Entry] = []
  private var count = 0

  /// - Parameter lookUp: called once for each word; what it finds is kept.
  @inline(__always)
  mutating func value(of word: UnsafeRawBufferPointer, salt: UInt16, _ lookUp: (String) -> Int32?) -> Int32? {
    guard !word.isEmpty, word.count <= 32 else { return nil }
    let words = packed(word)
    var place = hash(words, salt)
    while !entries.isEmpty, entries[place].isUsed {
      if entries[place].words == words && entries[place].salt == salt { return entries[place].value }
      place = (place + 1) % Self.capacity
    }
    let value = lookUp(word.text)
    insert(Entry(words: words, salt: salt, isUsed: true, value: value))
    return value
  }

  private mutating func insert(_ entry: Entry) {
    if entries.isEmpty || count >= Self.capacity / 2 {
      entries = Array(repeating: Entry(), count: Self.capacity)
      count = 0
    }
    var place = hash(entry.words, entry.salt)
    while entries[place].isUsed { place = (place + 1) % Self.capacity }
    entries[place] = entry
    count += 1
  }

  @inline(__always)
  private func hash(_ words: (UInt64, UInt64, UInt64, UInt64), _ salt: UInt16) -> Int {
    var mixed = words.0 ^ UInt64(salt)
    mixed = (mixed &* 0x9e37_79b9_7f4a_7c15) ^ words.1
    mixed = (mixed &* 0x9e37_79b9_7f4a_7c15) ^ words.2
    mixed = (mixed &* 0x9e37_79b9_7f4a_7c15) ^ words.3
    return Int(truncatingIfNeeded: (mixed &* 0x9e37_79b9_7f4a_7c15) >> 54)
  }

  @inline(__always)
  private func packed(_ word: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: word) }
    return words
  }
}
