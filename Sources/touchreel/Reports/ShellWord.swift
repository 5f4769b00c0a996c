import TouchReelReplaying

/// A file's name as one word of a shell, quoted if it needs that.
struct ShellWord {
  let text: String

  /// - Parameter file: a name as an argument; `nil` results if it cannot be printed on a line as it is.
  init?(file: String) {
    guard file.printable == file else { return nil }
    // A name is no option.
    let name = file.hasPrefix("-") && file != "-" ? "./" + file : file
    let isPlain = !name.isEmpty && name.unicodeScalars.allSatisfy(Self.isPlain)
    text = isPlain ? name : Self.quoted(name)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "/._-+,:".unicodeScalars.contains(scalar)
  }

  private static func quoted(_ name: String) -> String {
    let parts = name.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }
}
