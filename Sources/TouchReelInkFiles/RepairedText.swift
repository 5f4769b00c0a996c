extension [UInt8] {
  /// The same with what is not UTF-8 replaced, and the line of each such part, from 1.
  package var repairedUTF8: (bytes: [UInt8], invalid: [Int]) {
    guard contains(where: { $0 >= 0x80 }), String(validating: self, as: UTF8.self) == nil else { return (self, []) }
    var (repaired, invalid, line) = ([UInt8](), [Int](), 1)
    repaired.reserveCapacity(count)
    var (decoder, iterator) = (UTF8(), makeIterator())
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return (repaired, invalid)
      case .error:
        invalid.append(line)
        repaired += Array("\u{FFFD}".utf8)
      case .scalarValue(let scalar):
        if scalar == "\n" { line += 1 }
        repaired += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}

extension InkDamage {
  /// - Parameter lines: those in which `repairedUTF8` found something else.
  package mutating func addInvalidText(inLines lines: [Int]) {
    for line in lines { add("bytes are not UTF-8: \u{FFFD} takes their place", line: line) }
  }
}
