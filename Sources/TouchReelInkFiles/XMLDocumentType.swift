/// A document type before the root element, with or without declarations in brackets.
enum XMLDocumentType {
  /// The index past a document type; `nil` if an element begins before it ends.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - start: behind the document type's first word.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var (index, depth) = (start, 0)
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return index
      case UInt8(ascii: "<"):
        if bytes[index...].starts(with: "!--".utf8) { index = endOfComment(in: bytes, from: index) }
        if index < bytes.count, XMLScanner.isOfName(bytes[index]), bytes[index - 1] == byte { return nil }
      default: continue
      }
    }
    return nil
  }

  /// The index past a comment in the document type.
  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, !bytes[index...].starts(with: "-->".utf8) { index += 1 }
    return min(index + 3, bytes.count)
  }
}
