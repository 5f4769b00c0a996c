import TouchReelRecordings

/// The lines of a hexdump, in the order of their offsets.
///
/// A line that does not go on where the one before ended is kept until the next one shows why: one may be missing, be
/// there twice, or be out of order, or its offset may be damaged. For what is missing other bytes are given, so that
/// events keep their offsets.
struct Hexdump {
  enum Outcome {
    case read, unknown, tooManyRepeats
    /// The line is the rest of the one before, which was broken in two.
    case joined
    /// Lines do not follow each other (``Hexdump/drainFindings()``).
    case misplaced
  }

  /// What was found where lines do not follow each other.
  struct Finding {
    enum Kind {
      /// So many bytes are missing, for which these of all that were given stand.
      case missing(UInt64, Range<UInt64>)
      case repeated
      case wrongOffset
      /// Another dump begins, which is not read.
      case another
      case swapped
    }

    var kind: Kind
    var line: Int
  }

  /// A line that does not go on where the one before ended.
  private struct Misplaced {
    var row: HexdumpRow
    var offset: UInt64
    var line: Int
  }

  /// Bytes that the repeated lines of a dump may stand for, whatever its length, and those that stand for missing ones.
  static let freeRepeats: UInt64 = 1 << 20
  /// And for each byte of the dump.
  let maximumRepeats: Int
  /// So many lines may come before one that belongs before them.
  private static let waitingLimit = 64

  private let style: DumpStyle
  private let radix: DumpOffset.Radix?
  private let endsAtRestart: Bool
  /// Whether another dump began that is not to be read.
  private(set) var hasEnded = false
  private var row = HexdumpRow()
  /// The row that was given last; meaningless before the first.
  private var previous = HexdumpRow()
  private var isRepeating = false
  /// How many bytes the widest row so far has.
  private var widest = 0
  /// Bytes that repeated lines may still stand for.
  private var allowance = freeRepeats
  /// The offset of the first line, and that of the next one.
  private var start: UInt64?
  private var expected: UInt64 = 0
  /// How many bytes were given.
  private var given: UInt64 = 0
  /// The latest line, if what follows has to show what it is.
  private var suspect: Misplaced?
  /// Lines that came too early, in the order of their offsets.
  private var waiting: [Misplaced] = []
  private var findings: [Finding] = []

  init(_ layout: DumpLayout, maximumRepeats: Int = ReadingOptions().maximumRepeats) {
    (style, radix, endsAtRestart) = (layout.style, layout.radix, layout.endsAtRestart)
    self.maximumRepeats = maximumRepeats
  }

  mutating func drainFindings() -> [Finding] {
    defer { findings.removeAll() }
    return findings
  }

  /// Reads a line, appending the bytes that are known to come next.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - number: that of the line.
  ///   - bytes: gets what comes next.
  mutating func read(_ line: UnsafeRawBufferPointer, number: Int = 1, into bytes: inout [UInt8]) -> Outcome {
    allowance += UInt64(max(maximumRepeats, 0)) * UInt64(line.count)
    var scanner = ByteScanner(line)
    scanner.skipBlanks()
    if scanner.isAtEnd { return .read }
    if scanner.byte == UInt8(ascii: "*"), line.count - scanner.index == 1 {
      isRepeating = !previous.isEmpty
      return .read
    }
    if readRest(scanner) {
      giveRow(to: &bytes)
      return .joined
    }
    guard row.read(&scanner, style: style) else { return .unknown }
    guard style.hasOffsets, let offset = row.offset.value(radix ?? .hexadecimal) else {
      isRepeating = false
      giveRow(to: &bytes)
      return .read
    }
    guard !isRemnant(offset) else { return .unknown }
    return give(at: offset, line: number, into: &bytes)
  }

  /// Whether the row that was read is what is left of one, or text that looks like one: no dump's offsets get shorter,
  /// nor does one without bytes lie before others.
  private func isRemnant(_ offset: UInt64) -> Bool {
    guard !previous.isEmpty, radix != nil else { return false }
    if row.isEmpty { return offset < expected }
    return row.offsetLength < previous.offsetLength && (offset != start || row.offsetLength < Self.usualOffsetLength)
  }

  /// So many digits the offsets of `hexdump` and `od` have; those of `xxd` have more.
  private static let usualOffsetLength = 7

  /// Reads the rest of a row whose line was broken between two groups: where its offset should be is a group, and its
  /// bytes are those that the row before lacks.
  private mutating func readRest(_ line: ByteScanner) -> Bool {
    guard style.hasOffsets, previous.offsetLength > 0, previous.count < widest, suspect == nil, waiting.isEmpty else {
      return false
    }
    var scanner = line
    let first = scanner.word().count
    scanner.skipBlanks()
    guard first != previous.offsetLength, scanner.isAtEnd || scanner.word().count == first else { return false }
    return row.readRest(line.rest, like: previous) && previous.count + row.count == widest
  }

  /// At the end, gives what is left.
  mutating func finish(into bytes: inout [UInt8]) {
    if let suspect { settle(suspect) }
    suspect = nil
    while !waiting.isEmpty { giveWaiting(to: &bytes) }
  }

  private mutating func give(at offset: UInt64, line: Int, into bytes: inout [UInt8]) -> Outcome {
    defer { isRepeating = false }
    if start == nil { (start, expected) = (offset, offset) }
    if offset == expected, suspect == nil, waiting.isEmpty {
      expected = offset
      giveRow(to: &bytes)
      return .read
    }
    if isRepeating, offset > expected, suspect == nil, waiting.isEmpty { return repeatLines(upTo: offset, &bytes) }
    // Without a radix nothing can be said of the order.
    guard radix != nil else {
      expected = offset
      giveRow(to: &bytes)
      return .read
    }
    misplaced(Misplaced(row: row, offset: offset, line: line), into: &bytes)
    return .misplaced
  }

  private mutating func repeatLines(upTo offset: UInt64, _ bytes: inout [UInt8]) -> Outcome {
    let length = offset - expected
    let isAllowed = length <= allowance
    if isAllowed {
      allowance -= length
      for _ in 0..<length / UInt64(previous.count) { previous.append(to: &bytes) }
      given += length / UInt64(previous.count) * UInt64(previous.count)
      expected = offset
      giveRow(to: &bytes)
    }
    return isAllowed ? .read : .tooManyRepeats
  }

  private mutating func misplaced(_ line: Misplaced, into bytes: inout [UInt8]) {
    if let before = suspect {
      suspect = nil
      if line.offset == expected &+ UInt64(before.row.count) {
        findings.append(Finding(kind: .wrongOffset, line: before.line))
        give(before.row, to: &bytes)
      } else if isBeginning(before, of: line) {
        findings.append(Finding(kind: .wrongOffset, line: before.line - 1))
        (start, expected) = (before.offset, before.offset)
        give(before.row, to: &bytes)
      } else {
        settle(before)
      }
    }
    if line.offset == expected {
      give(line.row, to: &bytes)
      if let next = waiting.first, next.offset == expected { findings.append(Finding(kind: .swapped, line: next.line)) }
    } else if isRestart(line) {
      while !waiting.isEmpty { giveWaiting(to: &bytes) }
      guard !endsAtRestart else {
        findings.append(Finding(kind: .another, line: line.line))
        hasEnded = true
        return
      }
      expected = line.offset
      give(line.row, to: &bytes)
    } else {
      suspect = line
    }
    while let first = waiting.first, first.offset <= expected || waiting.count > Self.waitingLimit {
      giveWaiting(to: &bytes)
    }
    guard let next = suspect, next.offset == expected else { return }
    suspect = nil
    give(next.row, to: &bytes)
  }

  /// Whether the dump begins with these two lines, and the only one before them is none of it.
  private func isBeginning(_ first: Misplaced, of second: Misplaced) -> Bool {
    given == UInt64(previous.count) && waiting.isEmpty && first.offset < expected
      && second.offset == first.offset &+ UInt64(first.row.count)
  }

  /// Whether another dump begins.
  private func isRestart(_ line: Misplaced) -> Bool {
    line.offset == start && previous.offset.value(radix ?? .hexadecimal) != line.offset
  }

  /// Keeps a line that comes too early.
  private mutating func settle(_ line: Misplaced) {
    guard line.offset > expected else { return findings.append(Finding(kind: .repeated, line: line.line)) }
    let index = waiting.firstIndex { $0.offset > line.offset } ?? waiting.endIndex
    waiting.insert(line, at: index)
  }

  /// Gives the first line that waits, and something for what is missing before it.
  private mutating func giveWaiting(to bytes: inout [UInt8]) {
    let first = waiting.removeFirst()
    guard first.offset >= expected else { return findings.append(Finding(kind: .repeated, line: first.line)) }
    if first.offset > expected { fill(first.offset - expected, to: &bytes, line: first.line) }
    expected = first.offset
    give(first.row, to: &bytes)
  }

  private mutating func fill(_ count: UInt64, to bytes: inout [UInt8], line: Int) {
    // However many are missing, events of both widths keep their offsets.
    let filled = count <= allowance ? count : count % Self.commonSize
    allowance -= min(filled, allowance)
    findings.append(Finding(kind: .missing(count, given..<given + filled), line: line))
    bytes.append(contentsOf: repeatElement(0xff, count: Int(filled)))
    given += filled
  }

  /// The size of two wide records or three narrow ones, in bytes.
  private static let commonSize: UInt64 = 48

  private mutating func give(_ line: HexdumpRow, to bytes: inout [UInt8]) {
    row = line
    giveRow(to: &bytes)
  }

  /// Gives the row that was read last.
  private mutating func giveRow(to bytes: inout [UInt8]) {
    row.append(to: &bytes)
    given &+= UInt64(row.count)
    expected &+= UInt64(row.count)
    widest = max(widest, row.count)
    swap(&row, &previous)
  }
}
