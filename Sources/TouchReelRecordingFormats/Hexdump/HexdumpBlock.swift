import TouchReelByteStreams

/// Some lines of a hexdump, decoded.
struct HexdumpBlock {
  private(set) var bytes: [UInt8] = []
  private let lines: LineReader
  private var dump: Hexdump
  private let style: DumpStyle
  private let size: Int
  private var isAtEnd = false
  /// Bytes that the dump lacks, in order; of those before, nothing is asked again.
  private var missing: [Range<UInt64>] = []
  private var firstMissing = 0
  /// How many bytes were given for missing ones.
  private(set) var missingCount: UInt64 = 0

  /// - Parameter size: how many bytes are gathered at once, at least.
  init(_ lines: LineReader, _ layout: DumpLayout, _ maximumRepeats: Int, size: Int) {
    self.lines = lines
    self.size = size
    style = layout.style
    dump = Hexdump(layout, maximumRepeats: maximumRepeats)
  }

  /// Goes on to the lines that follow; false at the end.
  mutating func readOn() throws(FileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    while bytes.count < size, !isAtEnd {
      guard let line = try lines.next() else {
        isAtEnd = true
        dump.finish(into: &bytes)
        note()
        break
      }
      noteCut(line)
      defer { if dump.hasEnded { isAtEnd = true } }
      switch dump.read(line, number: lines.number, into: &bytes) {
      case .read: continue
      case .misplaced: note()
      case .joined: lines.issues.add("is broken in two: read as one", line: lines.number)
      case .unknown: lines.issues.add("is not part of the dump: skipped", line: lines.number)
      case .tooManyRepeats:
        lines.issues.add(
          "repeated lines of the dump stand for more than 1 MiB and \(dump.maximumRepeats) times its length: left out; "
            + "--limits repeats=N raises the limit",
          line: lines.number)
      }
    }
    return !bytes.isEmpty
  }

  /// An offset without bytes ends a dump, but not without the end of its line, and none of xxd's, which have a colon.
  private func noteCut(_ line: UnsafeRawBufferPointer) {
    guard let last = line.last, last == UInt8(ascii: ":") || !lines.isTerminated else { return }
    let digits = last == UInt8(ascii: ":") ? line.dropLast() : line[...]
    guard style.hasOffsets, digits.count >= 4, digits.allSatisfy({ hexDigit($0) != nil }) else { return }
    lines.issues.add("the file is truncated behind the offset of a line", line: lines.number)
  }

  private mutating func note() {
    for finding in dump.drainFindings() {
      switch finding.kind {
      case .missing(let count, let range):
        missing.append(range)
        missingCount += UInt64(range.count)
        let bytes = count == 1 ? "1 byte is" : "\(count) bytes are"
        lines.issues.add("\(bytes) missing in the dump before this line", line: finding.line)
      case .repeated:
        lines.issues.add("is there twice, or comes too late: skipped", line: finding.line)
      case .wrongOffset:
        lines.issues.add("offset of the dump's line is wrong: its bytes are read where they stand", line: finding.line)
      case .another:
        lines.issues.add(
          "another dump begins, of events of another width: it is not read, nor what follows; read it on its own",
          line: finding.line)
      case .swapped: lines.issues.add("comes too early: read where it belongs", line: finding.line)
      }
    }
  }

  /// Whether some of these bytes are missing.
  mutating func lacks(_ range: Range<UInt64>) -> Bool {
    while firstMissing < missing.count, missing[firstMissing].upperBound <= range.lowerBound { firstMissing += 1 }
    if firstMissing > 1024 {
      missing.removeFirst(firstMissing)
      firstMissing = 0
    }
    return firstMissing < missing.count && missing[firstMissing].overlaps(range)
  }
}
