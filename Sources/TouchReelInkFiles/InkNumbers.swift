/// Numbers in a text, between blanks.
extension String {
  /// The numbers between blanks, without room for anything besides; `nil` if one is none.
  var finiteNumbers: [Double]? {
    var text = self
    return text.withUTF8 { bytes in
      var numbers: [Double] = []
      numbers.reserveCapacity(Self.wordCount(bytes))
      var index = 0
      while Self.skipBlanks(bytes, &index) {
        guard let number = Self.finiteNumber(bytes, &index) else { return nil }
        numbers.append(number)
      }
      return numbers
    }
  }

  /// The number that a word is; `nil` if it is none, or too far away for a position.
  private static func finiteNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double? {
    let start = index
    if let number = DecimalNumber.read(bytes, &index), index == bytes.count || isBlank(bytes[index]) {
      return abs(number) < InkMLFormat.farthest ? number : nil
    }
    while index < bytes.count, !isBlank(bytes[index]) { index += 1 }
    return InkMLFormat.finite(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// - Returns: false at the end.
  private static func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    return index < bytes.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// How many words there are between blanks: counted before room is made for them.
  var wordCount: Int {
    var text = self
    return text.withUTF8(Self.wordCount)
  }

  private static func wordCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var isInWord = false
    for byte in bytes {
      let isBlank = isBlank(byte)
      if !isBlank && !isInWord { count += 1 }
      isInWord = !isBlank
    }
    return count
  }
}
