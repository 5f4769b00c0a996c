package import SystemPackage

/// Paths as strings, byte for byte: names of files need not be UTF-8, and Swift's strings can only hold valid Unicode.
///
/// Each byte from 0x80 to 0xFF of a path that is not UTF-8, or that contains scalars from U+10FF80…U+10FFFF (private
/// use), is represented by the scalar U+10FF00 plus its value. Other paths are unchanged.
package enum PathText {
  private static let base: UInt32 = 0x10_ff00

  /// The text that represents bytes that end with a zero.
  package static func string(of path: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: path), !text.unicodeScalars.contains(where: isEncodedByte) {
      return text
    }
    var next = path
    var text = ""
    while next.pointee != 0 {
      let byte = UInt8(bitPattern: next.pointee)
      text.unicodeScalars.append(Unicode.Scalar(byte < 0x80 ? UInt32(byte) : base + UInt32(byte)) ?? "\u{fffd}")
      next += 1
    }
    return text
  }

  /// The bytes that a text represents, terminated by a zero.
  package static func bytes(of text: String) -> [CChar] {
    guard text.unicodeScalars.contains(where: isEncodedByte) else { return Array(text.utf8CString) }
    return text.unicodeScalars.flatMap { scalar in
      isEncodedByte(scalar)
        ? [CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value))]
        : Array(String(scalar).utf8CString.dropLast())
    } + [0]
  }

  private static func isEncodedByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

  /// Bytes as text for people: what is UTF-8 as it is, any other byte as `\xff`.
  ///
  /// Backslashes are doubled where a text has such a byte or could be taken for one that has, so that different bytes
  /// have different texts.
  fileprivate static func readable(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    if let text, !text.contains("\\x") { return text }
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      let scalar = beginning(of: rest)
      result += scalar.map { $0 == "\\" ? "\\\\" : $0 } ?? "\\x" + String(first, radix: 16)
      rest = rest.dropFirst(scalar?.utf8.count ?? 1)
    }
    return result
  }

  /// The first scalar; `nil` if the first byte begins none.
  private static func beginning(of bytes: ArraySlice<UInt8>) -> String? {
    (1...4).lazy.compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }.first
  }
}

extension FilePath {
  /// The path in an argument, which need not be UTF-8: see ``argument``.
  package init(argument: String) { self.init(platformString: PathText.bytes(of: argument)) }

  /// The path as an argument, from which ``init(argument:)`` makes the same path.
  package var argument: String { withPlatformString { PathText.string(of: $0) } }

  /// The path as text for people: bytes that are not UTF-8 are written as `\xff`. Different paths have different texts.
  package var readable: String {
    withPlatformString { start in
      var bytes: [UInt8] = []
      var byte = start
      while byte.pointee != 0 {
        bytes.append(UInt8(bitPattern: byte.pointee))
        byte += 1
      }
      return PathText.readable(bytes)
    }
  }
}

extension FilePath.Component {
  /// The component as an argument: see ``SystemPackage/FilePath/argument``.
  package var argument: String { withPlatformString { PathText.string(of: $0) } }
}
