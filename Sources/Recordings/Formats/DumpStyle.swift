import ByteStreams

/// How a program that shows bytes as text writes them.
enum DumpStyle: CaseIterable {
  /// An offset, then numbers: `hexdump`, `hexdump -C`, `od -x`, `od -t x1`. Behind a colon the digits stand as in the file: `xxd`.
  case hexadecimal
  /// Numbers behind a colon too: `xxd -e`.
  case hexadecimalNumbers
  /// An offset, then octal numbers: `od`, `od -b`, `hexdump -o`.
  case octal
  /// An offset, then decimal numbers of 16 bits: `od -d`, `hexdump -d`.
  case decimal
  /// Hexadecimal numbers without an offset: `od -An -t x1`.
  case bare
  /// Digits alone: `xxd -p`.
  case plain

  /// The style in which a text's beginning shows input events, and their width; nothing where it shows none in any.
  static func find(
    in text: any ByteSource
  ) throws(FileError) -> (style: DumpStyle, width: ReadingOptions.RawWidth)? {
    let beginning = FirstBytes(RecordingSniffer.searchedLength, of: text)
    for style in allCases {
      if let width = try RawSurvey.width(of: HexdumpBytes(beginning, style: style)) { return (style, width) }
    }
    return nil
  }
}
