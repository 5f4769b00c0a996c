import Glibc
package import SystemPackage
package import TouchReelByteStreams

/// A name that the user gives a session: one line without control characters, not too long for a title.
package struct SessionName: Hashable, Sendable {
  package static let lengthLimit = 100

  package let text: String

  /// - Parameter typed: white space and control characters around it and within become single spaces.
  /// - Returns: `nil` if nothing is left.
  package init?(_ typed: String) {
    let words = typed.unicodeScalars.split { scalar in
      scalar.properties.isWhitespace
        || Self.hidden.contains(scalar.properties.generalCategory) && !Self.joiners.contains(scalar)
    }
    var text = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    text = String(text.prefix(Self.lengthLimit))
    if text.last == " " { text.removeLast() }
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// Within words of some scripts, and within emoji.
  private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

  /// Those that show nothing, or that turn what is around them.
  private static let hidden: Set<Unicode.GeneralCategory> = [
    .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
  ]
}

/// Names of sessions are kept in a file beside each: a recording is only ever appended to, and may be being written.
extension StoredSession {
  private static let suffix = "name"
  private static let byteLimit = 4096

  /// The name that the user gave it; `nil` if there is none.
  package var name: SessionName? { Self.name(of: path) }

  /// The name of the session whose file has this path, also while it is being recorded.
  package static func name(of path: FilePath) -> SessionName? {
    guard let file = try? FileDescriptor.open(nameFile(path), .readOnly, options: [.closeOnExec, .nonBlocking]) else {
      return nil
    }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: byteLimit)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return nil }
    return SessionName(String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// Gives the session whose file has this path another name, also while it is being recorded.
  ///
  /// - Parameter name: `nil` takes its name away.
  package static func rename(_ path: FilePath, to name: SessionName?) throws(FileError) {
    guard let name else { return removeName(of: path) }
    let file = try OutputFile(path: nameFile(path), existing: .replaced)
    try file.write(Array("\(name.text)\n".utf8))
    try file.commit()
  }

  static func removeName(of path: FilePath) { _ = nameFile(path).withPlatformString { unlink($0) } }

  static func nameFile(_ path: FilePath) -> FilePath { path.withSuffix(".\(suffix)") }
}

extension FilePath {
  /// The path with more at its end, whatever bytes its name has.
  func withSuffix(_ suffix: String) -> FilePath {
    let bytes = withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    return FilePath(platformString: bytes + Array(suffix.utf8CString))
  }
}
