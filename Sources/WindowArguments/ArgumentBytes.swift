/// The program's arguments as they were given, byte for byte: a file's name need not be UTF-8.
///
/// Swift's strings cannot hold such bytes. In an argument that has some, each byte from 0x80 on stands as a scalar of the private use area
/// U+10FF00…U+10FFFF, as do the bytes of an argument that has such scalars itself; all others are as usual.
public enum ArgumentBytes {
  private static let base: UInt32 = 0x10_ff00

  /// The arguments without the program's name.
  public static var arguments: [String] {
    guard CommandLine.argc > 0 else { return [] }
    return (1..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { string(of: $0) }
  }

  /// Text that stands for the bytes of an argument.
  static func string(of argument: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: argument), !text.unicodeScalars.contains(where: stands) { return text }
    var place = argument
    var text = ""
    while place.pointee != 0 {
      let byte = UInt8(bitPattern: place.pointee)
      text.unicodeScalars.append(Unicode.Scalar(byte < 0x80 ? UInt32(byte) : base + UInt32(byte)) ?? "\u{fffd}")
      place += 1
    }
    return text
  }

  /// The bytes that an argument had, with a zero behind them.
  public static func bytes(of argument: String) -> [CChar] {
    guard argument.unicodeScalars.contains(where: stands) else { return Array(argument.utf8CString) }
    return argument.unicodeScalars.flatMap { scalar in
      stands(scalar)
        ? [CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value))]
        : Array(String(scalar).utf8CString.dropLast())
    } + [0]
  }

  private static func stands(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }
}
