public import ArgumentParser
import ByteStreams
import Glibc
import Replaying
import SystemPackage

/// The program's arguments, byte for byte: file names need not be UTF-8.
///
/// Swift's strings can only hold valid Unicode. In an argument that is not UTF-8, or that contains scalars from
/// U+10FF80…U+10FFFF (private use), each byte from 0x80 to 0xFF is represented by the scalar U+10FF00 plus its value.
/// Other arguments are unchanged.
public enum ArgumentBytes {
  private static let base: UInt32 = 0x10_ff00

  /// The arguments without the program's name.
  public static var arguments: [String] {
    guard CommandLine.argc > 0 else { return [] }
    return (1..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }.map { string(of: $0) }
  }

  /// The text that represents the bytes of an argument.
  static func string(of argument: UnsafePointer<CChar>) -> String {
    if let text = String(validatingCString: argument), !text.unicodeScalars.contains(where: isEncodedByte) {
      return text
    }
    var place = argument
    var text = ""
    while place.pointee != 0 {
      let byte = UInt8(bitPattern: place.pointee)
      text.unicodeScalars.append(Unicode.Scalar(byte < 0x80 ? UInt32(byte) : base + UInt32(byte)) ?? "\u{fffd}")
      place += 1
    }
    return text
  }

  /// The bytes that an argument represents, terminated by a zero.
  public static func bytes(of argument: String) -> [CChar] {
    guard argument.unicodeScalars.contains(where: isEncodedByte) else { return Array(argument.utf8CString) }
    return argument.unicodeScalars.flatMap { scalar in
      isEncodedByte(scalar)
        ? [CChar(bitPattern: UInt8(truncatingIfNeeded: scalar.value))]
        : Array(String(scalar).utf8CString.dropLast())
    } + [0]
  }

  private static func isEncodedByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }
}

extension ParsableCommand {
  /// Prints the help that was asked for, or the error with the usage, and exits with its status.
  ///
  /// An error can quote any argument, so its message is escaped (``Swift/String/printable``).
  public static func exitPrinting(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    guard !code.isSuccess else { exit(printing: fullMessage(for: error)) }
    let lines = fullMessage(for: error).split(separator: "\n").map { line in
      // The usage is not shortened.
      line.hasPrefix("Usage:") ? String(line).printable : String(line).printableLine
    }
    _ = try? FileDescriptor.standardError.writeAll(lines.map { $0 + "\n" }.joined().utf8)
    Glibc.exit(code.rawValue)
  }

  /// What the parser itself prints, it does not notice to be lost.
  private static func exit(printing text: String) -> Never {
    do throws(FileError) {
      let output = try OutputFile(path: "-")
      try output.write(text + "\n")
      try output.commit()
    } catch {
      // As any program ends whose reader has gone.
      if error.isOfClosedReader {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      _ = try? FileDescriptor.standardError.writeAll("touchreel: \(error)\n".utf8)
      Glibc.exit(1)
    }
    Glibc.exit(0)
  }
}
