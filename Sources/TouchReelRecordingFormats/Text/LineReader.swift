import Glibc
import TouchReelByteStreams
import TouchReelRecordings

/// The lines of a byte source, one after another, without a copy.
///
/// Line ends may be LF, CR LF or CR; a byte order mark, trailing blanks and the quotation marks of mails (`> `) are not
/// part of a line. It reads no further than it must, so the lines of a pipe come as they are written.
final class LineReader {
  /// A line longer than this is skipped and reported.
  static let longestLine = 1 << 20

  let issues: ReadingIssues
  /// The number of the line that was read last, from 1.
  private(set) var number: Int
  /// Where that line begins, in bytes from the start of the source.
  private(set) var offset: UInt64
  /// Whether that line ended by a line feed; false only for the last one of a file that lacks it.
  private(set) var isTerminated = true

  /// That line itself, until the next call.
  private(set) var line = UnsafeRawBufferPointer(start: nil, count: 0)

  var name: String { source.name }
  var readFraction: Double { source.readFraction }

  private let source: any ByteSource
  private let limit: UInt64
  private var window: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var filled: UInt64
  private(set) var margin: LineMargin
  /// A line whose tabs were replaced.
  private var scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var isAtEnd = false
  private var isSkipping = false
  /// Whether a carriage return was read, which no line has in most files.
  private var hasReturns = false
  /// Whether bytes were read that text is cleaned of, which most files have not.
  private var hasControls = false

  /// - Parameters:
  ///   - range: the bytes to read; it begins at the start of a line.
  ///   - firstLine: the number of the line at which the range begins.
  ///   - window: how many bytes are read at once.
  ///   - margin: what stands before the lines, as far as that is known.
  ///   - issues: where lines are reported that are too long.
  init(
    _ source: any ByteSource, range: Range<UInt64> = 0..<UInt64.max, firstLine: Int = 1,
    window: Int = 256 << 10, margin: LineMargin = LineMargin(), issues: ReadingIssues = ReadingIssues()
  ) {
    self.source = source
    self.issues = issues
    self.margin = margin
    self.window = .allocate(byteCount: max(window, 64), alignment: 16)
    limit = range.upperBound
    filled = range.lowerBound
    offset = range.lowerBound
    number = firstLine - 1
  }

  deinit {
    window.deallocate()
    scratch.deallocate()
  }

  /// The next line, without its end; `nil` at the end of the source.
  ///
  /// The bytes are valid until the next call.
  func next() throws(FileError) -> UnsafeRawBufferPointer? {
    var searched = start
    while true {
      if let last = lineEnd(from: searched) {
        if let line = taken(upTo: last, resumingAt: last + 1) { return line }
        searched = start
        continue
      }
      let pending = end - start
      if !isAtEnd { isAtEnd = try !fill() }
      if isAtEnd { return lastLine() }
      // A carriage return at the end may be half of a line's end.
      searched = isSkipping ? start : start + max(pending - 1, 0)
    }
  }

  /// Takes the next line if it lies in the window and `read` knows it. Where nearly all lines look alike, neither
  /// their ends nor blanks around them need to be looked for.
  ///
  /// - Parameters:
  ///   - count: how many bytes there have to be from the beginning of the line on.
  ///   - read: given these bytes, of the line and those behind it; returns what the line is, and its length with its
  ///     line feed, or `nil`.
  @inline(__always)
  func take<Value>(
    ofAtLeast count: Int, _ read: (UnsafeRawBufferPointer) -> (value: Value, length: Int)?
  ) -> Value? {
    guard end - start >= count, !isSkipping,
      let (value, length) = read(UnsafeRawBufferPointer(rebasing: window[start..<end]))
    else { return nil }
    number += 1
    offset = filled - UInt64(end - start)
    start += length
    return value
  }

  /// The next line feed, or a carriage return before it that ends a line by itself.
  private func lineEnd(from start: Int) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: window[..<end])
    let feed = bytes.firstIndex(of: 0x0a, from: start)
    guard hasReturns else { return feed }
    let limit = (feed ?? end) - 1
    guard let alone = bytes.firstIndex(of: 0x0d, from: start), alone < limit else { return feed }
    // Some lines end by two of them and a line feed.
    return feed.map { bytes[alone..<$0].allSatisfy { $0 == 0x0d } } == true ? feed : alone
  }

  private func taken(upTo stop: Int, resumingAt next: Int) -> UnsafeRawBufferPointer? {
    let first = start
    number += 1
    offset = filled - UInt64(end - start)
    start = next
    guard !isSkipping else {
      isSkipping = false
      issues.add("is longer than 1 MiB: skipped", line: number)
      return nil
    }
    let stop = cleaned(first..<stop)
    line = trimmed(UnsafeRawBufferPointer(rebasing: window[first..<stop]))
    return line
  }

  private func lastLine() -> UnsafeRawBufferPointer? {
    guard start < end || isSkipping else { return nil }
    isTerminated = start < end && window[end - 1] == 0x0d
    return taken(upTo: end, resumingAt: end)
  }

  /// Reads on; false at the end.
  private func fill() throws(FileError) -> Bool {
    makeRoom()
    let room = Int(min(UInt64(window.count - end), limit - filled))
    guard room > 0 else { return false }
    let count = try source.read(at: filled, into: UnsafeMutableRawBufferPointer(rebasing: window[end..<end + room]))
    note(UnsafeRawBufferPointer(rebasing: window[end..<end + count]))
    end += count
    filled += UInt64(count)
    return count > 0
  }

  private func note(_ bytes: UnsafeRawBufferPointer) {
    if !hasReturns { hasReturns = bytes.firstIndex(of: 0x0d, from: 0) != nil }
    if !hasControls { hasControls = PastedText.isPossible(in: bytes) }
  }

  private func makeRoom() {
    if isSkipping { start = end }
    if start == end || window.count - end < window.count / 4 { moveToFront() }
    guard end == window.count else { return }
    if window.count < Self.longestLine {
      grow()
    } else {
      isSkipping = true
      end = 0
    }
  }

  private func moveToFront() {
    guard start > 0, let base = window.baseAddress else { return }
    memmove(base, base + start, end - start)
    end -= start
    start = 0
  }

  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(window.count * 2, Self.longestLine), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(window))
    window.deallocate()
    window = larger
  }

  /// Cleans the window's bytes there of what is no text.
  ///
  /// - Returns: the end of what is left of them.
  @inline(__always)
  private func cleaned(_ bytes: Range<Int>) -> Int {
    guard hasControls, PastedText.isPossible(in: UnsafeRawBufferPointer(rebasing: window[bytes])) else {
      return bytes.upperBound
    }
    return bytes.lowerBound + PastedText.clean(UnsafeMutableRawBufferPointer(rebasing: window[bytes]))
  }

  private func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var first = 0
    var last = line.count
    while last > 0, isBlank(line[last - 1]) { last -= 1 }
    if offset == 0, last >= 3, line[0] == 0xef, line[1] == 0xbb, line[2] == 0xbf { first = 3 }
    first = front(of: line, from: first, to: last)
    return withoutTabs(UnsafeRawBufferPointer(rebasing: line[first..<last]))
  }

  /// The margin is written back where it was learned from, which is once: writing is checked for exclusive access.
  @inline(__always)
  private func front(of line: UnsafeRawBufferPointer, from first: Int, to last: Int) -> Int {
    var margin = margin
    let front = margin.front(of: line, from: first, to: last)
    if margin.padsQuotations != self.margin.padsQuotations { self.margin = margin }
    return front
  }

  private func withoutTabs(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard margin.tabWidth > 0, let expanded = margin.expanded(line) else { return line }
    if scratch.count < expanded.count {
      scratch.deallocate()
      scratch = .allocate(byteCount: 2 * expanded.count, alignment: 1)
    }
    scratch.copyBytes(from: expanded)
    return UnsafeRawBufferPointer(rebasing: scratch[..<expanded.count])
  }

  @inline(__always)
  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x0d || byte == 0x20 || byte == 0x09 }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress, let found = memchr(base + start, CInt(byte), count - start) else {
      return nil
    }
    return base.distance(to: UnsafeRawPointer(found))
  }
}

/// Warnings about a text, shared by the cursors that read parts of it.
final class ReadingIssues {
  private(set) var warnings = WarningList()

  func add(_ kind: String, line: Int) { warnings.add(kind, at: "line \(line)") }
  func add(_ kind: String, offset: UInt64) { warnings.add(kind, at: "offset \(offset)") }
  func add(_ kind: String) { warnings.add(kind) }
}
