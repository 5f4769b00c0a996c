internal import CPango

/// Text in which every long word can be broken.
///
/// Pango looks for a break by going through all that is left of a word, for each line again: a word of n characters on n lines takes n² steps,
/// 10,000 characters eight seconds. Where a word is longer than ``limit``, places without width between its characters at which a line may
/// end (U+200B) give it the same lines in time that grows with its length.
enum LongWords {
  /// In characters (Unicode scalars). Shorter words keep the kerning between their letters, as words that people write do.
  private static let limit = 200

  /// A NUL, at which a text in C would end, becomes a sign for a character that cannot be shown.
  static func breakable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
    let text = scalars.contains("\u{FFFD}") ? String(String.UnicodeScalarView(scalars)) : text
    guard scalars.count > limit else { return text }
    let breaks = Breaks(of: text, count: scalars.count)
    var result = String.UnicodeScalarView()
    var start = 0
    for place in 1...scalars.count where place == scalars.count || breaks.isBetweenWords(place) {
      append(scalars, start..<place, breaks, to: &result)
      start = place
    }
    return String(result)
  }

  private static func append(
    _ scalars: [Unicode.Scalar], _ word: Range<Int>, _ breaks: borrowing Breaks, to text: inout String.UnicodeScalarView
  ) {
    for place in word {
      if word.count > limit, place > word.lowerBound, breaks.isBetweenCharacters(place) { text.append("\u{200B}") }
      text.append(scalars[place])
    }
  }
}

/// Where Unicode's rules allow lines to be broken.
private struct Breaks: ~Copyable {
  /// One for each scalar, and one for the end of the text.
  private let attributes: UnsafeMutableBufferPointer<PangoLogAttr>

  init(of text: String, count: Int) {
    attributes = .allocate(capacity: count + 1)
    attributes.initialize(repeating: PangoLogAttr())
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_get_log_attrs(
          $0.baseAddress, Int32($0.count), -1, pango_language_get_default(), attributes.baseAddress, Int32(count + 1))
      }
    }
  }

  deinit { attributes.deallocate() }

  func isBetweenWords(_ place: Int) -> Bool { attributes[place].is_line_break != 0 }

  /// Between characters as people see them, not within one.
  func isBetweenCharacters(_ place: Int) -> Bool { attributes[place].is_char_break != 0 }
}
