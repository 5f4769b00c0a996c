import TouchReelByteStreams
import TouchReelRecordings

/// The bytes that a hexdump of some style shows, as a byte source.
///
/// It is made to be read from front to back; going back begins anew.
final class HexdumpBytes: ByteSource {
  let name: String
  private let text: any ByteSource
  private let style: DumpStyle
  private let maximumRepeats: Int
  private var block: HexdumpBlock
  /// Of the block's first byte.
  private var position: UInt64 = 0

  init(
    _ text: any ByteSource, style: DumpStyle, maximumRepeats: Int = ReadingOptions().maximumRepeats,
    issues: ReadingIssues = ReadingIssues()
  ) {
    self.maximumRepeats = maximumRepeats
    self.text = text
    self.style = style
    name = text.name
    block = HexdumpBlock(
      LineReader(text, issues: issues), style: style, maximumRepeats, size: Self.blockSize(of: text))
  }

  /// Each line of a pipe is handed on before the next one is awaited.
  private static func blockSize(of text: any ByteSource) -> Int { text.isPipe ? 1 : 1 << 16 }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if offset < position { rewind() }
    while true {
      let ahead = offset - position
      if ahead < UInt64(block.bytes.count) {
        let part = block.bytes[Int(ahead)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
      }
      position += UInt64(block.bytes.count)
      guard try block.readOn() else { return 0 }
    }
  }

  func length() throws(FileError) -> UInt64 {
    var end = position
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { space.deallocate() }
    while case let count = try read(at: end, into: space), count > 0 { end += UInt64(count) }
    return end
  }

  private func rewind() {
    block = HexdumpBlock(LineReader(text), style: style, maximumRepeats, size: Self.blockSize(of: text))
    position = 0
  }
}

/// Some lines of a hexdump, decoded.
private struct HexdumpBlock {
  private(set) var bytes: [UInt8] = []
  private let lines: LineReader
  private var dump: Hexdump
  private let size: Int

  /// - Parameter size: how many bytes are gathered at once, at least.
  init(_ lines: LineReader, style: DumpStyle, _ maximumRepeats: Int, size: Int) {
    self.lines = lines
    self.size = size
    dump = Hexdump(style, maximumRepeats: maximumRepeats)
  }

  /// Goes on to the lines that follow; false at the end.
  mutating func readOn() throws(FileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    while bytes.count < size {
      guard let line = try lines.next() else { return !bytes.isEmpty }
      switch dump.read(line, into: &bytes) {
      case .read: continue
      case .unknown: lines.issues.add("line is not part of the dump: skipped", line: lines.number)
      case .tooManyRepeats:
        lines.issues.add(
          "repeated lines of the dump stand for more than 1 MiB and \(dump.maximumRepeats) times its length: left out; "
            + "--limits repeats=N raises the limit",
          line: lines.number)
      }
    }
    return true
  }
}

/// The lines of a hexdump.
struct Hexdump {
  enum Outcome {
    case read, unknown, tooManyRepeats
  }

  /// Bytes that the repeated lines of a dump may stand for, whatever its length.
  static let freeRepeats: UInt64 = 1 << 20
  /// And for each byte of the dump.
  let maximumRepeats: Int

  private let style: DumpStyle
  private var row = HexdumpRow()
  /// The previous row; meaningless before the first.
  private var previous = HexdumpRow()
  private var hasPrevious = false
  private var radix: DumpOffset.Radix?
  private var isRepeating = false
  /// Bytes that repeated lines may still stand for.
  private var allowance = freeRepeats

  init(_ style: DumpStyle, maximumRepeats: Int = ReadingOptions().maximumRepeats) {
    self.style = style
    self.maximumRepeats = maximumRepeats
  }

  /// Reads a line, appending its bytes and those of the repeated lines before it.
  mutating func read(_ line: UnsafeRawBufferPointer, into bytes: inout [UInt8]) -> Outcome {
    allowance += UInt64(max(maximumRepeats, 0)) * UInt64(line.count)
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .read }
    if scanner.byte == UInt8(ascii: "*"), line.count - scanner.index == 1 {
      isRepeating = !previous.isEmpty
      return .read
    }
    guard row.read(&scanner, style: style) else { return .unknown }
    if isRepeating, !addRepeats(to: &bytes) {
      isRepeating = false
      return .tooManyRepeats
    }
    learnRadix()
    row.append(to: &bytes)
    swap(&row, &previous)
    hasPrevious = true
    return .read
  }

  /// `od` counts in octal, the others in hexadecimal: two lines on end show it.
  private mutating func learnRadix() {
    defer { isRepeating = false }
    guard radix == nil, !isRepeating, hasPrevious else { return }
    radix = DumpOffset.Radix.allCases.first { radix in
      guard let start = previous.offset.value(radix), let next = row.offset.value(radix) else { return false }
      return next &- start == UInt64(previous.count)
    }
  }

  private mutating func addRepeats(to bytes: inout [UInt8]) -> Bool {
    let radix = radix ?? .hexadecimal
    guard let start = previous.offset.value(radix), let end = row.offset.value(radix), end > start,
      end - start <= allowance
    else { return false }
    allowance -= end - start
    let rows = (end - start) / UInt64(previous.count)
    for _ in 1..<max(rows, 1) { previous.append(to: &bytes) }
    return true
  }
}

/// The offset at which a line of a dump begins, as it is written: four to sixteen digits.
struct DumpOffset {
  enum Radix: UInt64, CaseIterable {
    case hexadecimal = 16
    case octal = 8
    case decimal = 10
  }

  /// Four bits each, the last one lowest.
  private var digits: UInt64 = 0
  private var count = 0

  init() {}

  init?(_ word: UnsafeRawBufferPointer) {
    guard word.count >= 4, word.count <= 16 else { return nil }
    for index in 0..<word.count {
      let digit = hexValue(word[index])
      guard digit < 16 else { return nil }
      digits = digits << 4 | UInt64(digit)
    }
    count = word.count
  }

  func value(_ radix: Radix) -> UInt64? {
    var value: UInt64 = 0
    for place in (0..<count).reversed() {
      let digit = digits >> UInt64(4 * place) & 0xf
      guard digit < radix.rawValue, value < 1 << 60 else { return nil }
      value = value &* radix.rawValue &+ digit
    }
    return value
  }
}

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

  /// The style in which a text's beginning shows input events, and their width; `nil` if it shows none in any.
  static func find(
    in text: any ByteSource
  ) throws(FileError) -> (style: DumpStyle, width: RawWidth)? {
    let beginning = FirstBytes(FileBeginning.searchedLength, of: text)
    for style in allCases {
      if let width = try RawSurvey.width(of: HexdumpBytes(beginning, style: style), isStream: text.isPipe) {
        return (style, width)
      }
    }
    return nil
  }
}
