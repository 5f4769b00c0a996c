/// Text that comes from a file, made safe to print: it moves no cursor, turns no direction of reading, and ends no
/// line.
///
/// A recording's names and messages are chosen by whoever made it. Control characters (C0, DEL, C1), the separators of
/// lines and paragraphs, and the marks, overrides and isolates of Unicode's bidirectional algorithm are shown as JSON
/// escapes them: `\n`, `\u001b`. Bytes of paths that are not UTF-8, as arguments have them, are shown as `\xff`.
extension String {
  /// The text on one line, each character that could do harm being escaped.
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isUnsafeToPrint || $0.isPathByte }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isPathByte {
        text += "\\x" + String(scalar.value & 0xff, radix: 16)
      } else {
        text += scalar.isUnsafeToPrint ? scalar.escaped : String(scalar)
      }
    }
  }

  /// A name within a line: at most 100 columns of it.
  package var printableName: String {
    let text = printable
    return text.columns <= 100 ? text : text.prefix(columns: 99) + "…"
  }

  /// A name of a file, at the front of a line: at most 150 columns of it, of which those in the middle are left out.
  package var printableFileName: String { printable.leavingOutMiddle(front: 59, back: 90) }

  /// A whole line. Our own sentences stay whole, however long they are: of a line of more than 300 columns, words are
  /// shortened that are too long for one of ours, as names of files are. Where it still has more than 600, as only what
  /// comes from files is, its middle is left out, since the cause of an error comes last.
  package var printableLine: String {
    let text = printable
    guard text.columns > 300 else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { String($0).leavingOutMiddle(front: 29, back: 50) }.joined(separator: " ")
      .leavingOutMiddle(front: 199, back: 400)
  }

  /// A JSON text whose strings mean the same, on the lines that it has, but hold no harmful character.
  package var safeJSON: String { safeJSON { $0 == "\n" } }

  /// A JSON text as one line. Outside of strings, where they have no meaning, line feeds and tabs become blanks.
  package var safeJSONLine: String { safeJSON { _ in false } }

  private func safeJSON(keeping isKept: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isUnsafeToPrint && !isKept($0) }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if !scalar.isUnsafeToPrint || isKept(scalar) {
        text.unicodeScalars.append(scalar)
      } else if ["\n", "\r", "\t"].contains(scalar) {
        text += " "
      } else {
        text += scalar.escaped
      }
    }
  }
}

extension String {
  /// The text with `…` for its middle if it has more columns than its front, its back and that.
  fileprivate func leavingOutMiddle(front: Int, back: Int) -> String {
    columns <= front + 1 + back ? self : prefix(columns: front) + "…" + suffix(columns: back)
  }

  /// The number of columns on a terminal; East Asian text takes two for most of its characters.
  fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  fileprivate func prefix(columns limit: Int) -> String {
    var used = 0
    return String(
      UnicodeScalarView(
        unicodeScalars.prefix { scalar in
          used += scalar.columns
          return used <= limit
        }))
  }

  fileprivate func suffix(columns limit: Int) -> String {
    var used = 0
    let kept = unicodeScalars.reversed().prefix { scalar in
      used += scalar.columns
      return used <= limit
    }
    return String(UnicodeScalarView(kept.reversed()))
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int { value < 0x1100 ? 1 : 2 }

  /// Whether it stands for a byte of a path that is not UTF-8: see `PathText`.
  fileprivate var isPathByte: Bool { value >= 0x10_ff80 }

  fileprivate var isUnsafeToPrint: Bool {
    switch value {
    case 0x20...0x7e, 0xa0...0x61b: false
    case ...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f, 0xfeff, 0xfff9...0xfffb: true
    default: value & 0xfffe == 0xfffe
    }
  }

  /// The escape that JSON has for it.
  package var escaped: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      return String(self).utf16.reduce(into: "") { text, unit in
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
