import TouchReelByteStreams

/// How a program that shows bytes as text writes them.
enum DumpStyle: CaseIterable {
  /// An offset, then numbers: `hexdump`, `hexdump -C`, `od -x`, `od -t x1`. After a colon the digits are in file order:
  /// `xxd`.
  case hexadecimal
  /// Numbers also after a colon: `xxd -e`.
  case hexadecimalNumbers
  /// An offset, then octal numbers: `od`, `od -b`, `hexdump -o`.
  case octal
  /// An offset, then decimal numbers of 16 bits: `od -d`, `hexdump -d`.
  case decimal
  /// Hexadecimal numbers without an offset: `od -An -t x1`.
  case bare
  /// Digits alone: `xxd -p`.
  case plain

  var hasOffsets: Bool { self != .bare && self != .plain }

}

/// How a dump is laid out.
struct DumpLayout {
  var style = DumpStyle.hexadecimal
  /// The radix of the offsets; `nil` if there are none, or no two lines on end show it.
  var radix: DumpOffset.Radix?

  /// Whether nothing is read behind the beginning of a second dump.
  var endsAtRestart = false

  /// The layout in which a text's beginning shows input events, and their width; `nil` if it shows none in any.
  ///
  /// - Parameter isKnown: whether the text is a dump in any case: then many of its lines may be damaged.
  static func find(
    in text: any ByteSource, isKnown: Bool = false
  ) throws(FileError) -> (layout: DumpLayout, width: RawWidth)? {
    let beginning = FirstBytes(FileBeginning.searchedLength, of: text)
    var layouts: [DumpLayout] = []
    for style in DumpStyle.allCases {
      let layout = DumpLayout(style: style, radix: try radix(of: beginning, style))
      if let width = try layout.width(of: beginning) { return (layout, width) }
      layouts.append(layout)
    }
    return isKnown ? try find(inDamaged: beginning, layouts) : nil
  }

  private func width(of text: FirstBytes) throws(FileError) -> RawWidth? {
    try RawSurvey.width(of: HexdumpBytes(text, self), isStream: text.isPipe)
  }

  /// The layout of the first of several dumps, or else the one that shows most events.
  private static func find(
    inDamaged text: FirstBytes, _ layouts: [DumpLayout]
  ) throws(FileError) -> (layout: DumpLayout, width: RawWidth)? {
    for var layout in layouts where layout.radix != nil {
      layout.endsAtRestart = true
      if let width = try layout.width(of: text) { return (layout, width) }
    }
    var best: (layout: DumpLayout, width: RawWidth, share: Double)?
    for layout in layouts {
      guard let found = try RawSurvey.widthOfDamaged(HexdumpBytes(text, layout), leastShare: 0.5),
        found.share > best?.share ?? 0
      else { continue }
      best = (layout, found.width, found.share)
    }
    return best.map { ($0.layout, $0.width) }
  }

  /// `od` counts in octal or decimal, the others in hexadecimal: two lines on end show it.
  private static func radix(of text: any ByteSource, _ style: DumpStyle) throws(FileError) -> DumpOffset.Radix? {
    guard style.hasOffsets else { return nil }
    let lines = LineReader(text)
    var (row, previous, count) = (HexdumpRow(), HexdumpRow(), 0)
    while count < searchedRows, let line = try lines.next() {
      var scanner = ByteScanner(line)
      scanner.skipBlanks()
      guard row.read(&scanner, style: style) else { continue }
      if count > 0, let radix = row.offset.radix(after: previous.offset, by: previous.count) { return radix }
      swap(&row, &previous)
      count += 1
    }
    return nil
  }

  private static let searchedRows = 64
}

extension DumpOffset {
  /// The radix in which this offset lies so far behind another; `nil` if it does in none.
  func radix(after other: DumpOffset, by count: Int) -> Radix? {
    guard count > 0 else { return nil }
    return Radix.allCases.first { radix in
      guard let start = other.value(radix), let next = value(radix) else { return false }
      return next &- start == UInt64(count)
    }
  }
}
