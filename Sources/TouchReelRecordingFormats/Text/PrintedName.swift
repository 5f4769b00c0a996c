import TouchReelInputEvents

/// The names of types and codes that programs print in brackets behind the numbers.
///
/// Where two lines were glued to one, a number has the name of another, or a name has no end. Names that the kernel has
/// for nothing are let be: older programs and kernels have others.
extension ByteScanner {
  /// Moves past the name of a type, where there is one; false if it is broken or that of another type.
  @inline(__always)
  mutating func skipName(of type: EventType) -> Bool {
    skipName(known: PrintedName.types, Int(type.rawValue)) { name in
      EventNames.type(named: name).map { $0 == type } ?? true
    }
  }

  /// Moves past the name of a code, where there is one; false if it is broken or that of another code of the type.
  @inline(__always)
  mutating func skipName(of code: EventCode, in type: EventType) -> Bool {
    let names = PrintedName.codes
    let known = Int(type.rawValue) < names.count ? names[Int(type.rawValue)] : []
    return skipName(known: known, Int(code.rawValue)) { name in
      name.hasSuffix("_MAX") || EventNames.code(named: name, in: type).map { $0 == code } ?? true
    }
  }

  /// - Parameters:
  ///   - known: the names that are expected, by their numbers.
  ///   - number: the number before the name.
  ///   - fits: whether another name may be this number's.
  @inline(__always)
  private mutating func skipName(known: [[UInt8]], _ number: Int, _ fits: (String) -> Bool) -> Bool {
    let start = self
    if skipsName(known: known, number, fits) { return true }
    // Another event may stand where the name has no end.
    self = start
    return false
  }

  @inline(__always)
  private mutating func skipsName(known: [[UInt8]], _ number: Int, _ fits: (String) -> Bool) -> Bool {
    skipBlanks()
    guard accept(UInt8(ascii: "(")) else { return byte == UInt8(ascii: ",") }
    let start = index
    while !isAtEnd, byte != UInt8(ascii: ")"), byte != UInt8(ascii: "(") { advance() }
    let name = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
    guard accept(UInt8(ascii: ")")) else { return false }
    skipBlanks()
    guard byte == UInt8(ascii: ",") else { return false }
    if number < known.count, known[number].count == name.count, known[number].elementsEqual(name) { return true }
    return fits(name.text)
  }
}

/// The kernel's names by their numbers, empty where there is none.
private enum PrintedName {
  static let types: [[UInt8]] = (0...EventType.last).map { type in
    bytes(EventNames.name(of: EventType(rawValue: type)))
  }

  static let codes: [[[UInt8]]] = (0...EventType.last).map { number in
    let type = EventType(rawValue: number)
    guard let last = type.lastCode else { return [] }
    return (0...last).map { bytes(EventNames.name(of: EventCode(rawValue: $0), in: type)) }
  }

  private static func bytes(_ name: String?) -> [UInt8] { Array((name ?? "").utf8) }
}
