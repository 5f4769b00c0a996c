import TouchReelByteStreams
import TouchReelInputEvents

/// Bytes of which some may be missing, for which others stand.
protocol IncompleteBytes: ByteSource {
  /// Whether some of these bytes are missing. Asked of what was read, in order.
  func lacks(_ range: Range<UInt64>) -> Bool

  /// How many bytes were missing so far.
  var missingCount: UInt64 { get }
}

/// The events of raw bytes, also behind bytes that are missing, came in or are damaged: they are found again by what
/// events have in common.
///
/// What is read does not depend on how the bytes come: a file and a pipe give the same.
struct RawReader {
  private let width: RawWidth
  private let window: RawWindow
  private let issues: ReadingIssues?
  /// The bytes, if some of them may be missing.
  private let incomplete: (any IncompleteBytes)?
  /// Up to this offset records are read one by one, as nothing better was found.
  private var alignedEnd: UInt64 = 0
  /// What was read last.
  private(set) var latest: RawFields?
  /// Whether the record here was looked at already, with the one before, and nothing speaks against it.
  private var isKnown = false
  /// Whether it is settled where the first whole event begins.
  private var hasBegun = false
  /// No byte before this offset is missing.
  private var wholeEnd: UInt64 = 0

  /// - Parameter issues: gets what is skipped; `nil` to count nothing.
  init(_ bytes: any ByteSource, _ width: RawWidth, issues: ReadingIssues? = nil) {
    (self.width, self.issues) = (width, issues)
    window = RawWindow(bytes, capacity: width.rawValue * (Self.searchedRecords + 2 * Self.runLength))
    incomplete = bytes as? any IncompleteBytes
  }

  /// The offset of the next event.
  var offset: UInt64 { window.offset }
  /// The number of bytes behind the last whole record, at the end.
  var tailCount: Int { window.buffered.count }

  private var size: Int { width.rawValue }

  /// The next event; `nil` at the end.
  mutating func next() throws(FileError) -> InputEvent? {
    if !hasBegun { try begin() }
    while try window.load(size) {
      if isMissing(at: 0) {
        skip(size, "an event of which bytes are missing: skipped")
        continue
      }
      let fields = fields(at: 0)
      if try !isAligned(fields), try skipToEvent() { continue }
      if let event = InputEvent(fields) {
        latest = fields
        window.consume(size)
        return event
      }
      skip(size, "an event's time is broken: skipped")
    }
    return nil
  }

  /// Hands on events as long as nothing speaks against them, nor against the one behind each. What comes then is left
  /// to ``next()``; both together read what that alone would, faster.
  ///
  /// - Parameter handle: returns true to stop behind an event.
  /// - Returns: true if it was stopped so.
  @inline(__always)
  mutating func readUsual(_ handle: (InputEvent) -> Bool) -> Bool {
    let end = window.buffered.count
    guard window.offset >= alignedEnd, end >= size, incomplete == nil || window.offset + UInt64(end) <= wholeEnd else {
      return false
    }
    var (here, before, index) = (fields(at: 0), latest, 0)
    var isStopped = false
    var isNextUsual = isUsual(here, after: before)
    while isNextUsual, !isStopped, index + 2 * size <= end {
      let behind = fields(at: index + size)
      isNextUsual = isUsual(behind, after: here)
      guard isNextUsual || here.isReport, let event = InputEvent(here) else { break }
      (before, here) = (here, behind)
      index += size
      isStopped = handle(event)
    }
    (latest, isKnown) = (before, false)
    window.consume(index)
    return isStopped
  }

  /// Skips what is left of an event at the front, whose bytes with those of the next ones may look usual for a while.
  private mutating func begin() throws(FileError) {
    hasBegun = true
    guard try window.load(2 * size), !isRun(of: 2, at: 0) else { return }
    _ = try window.load((Self.firstRunLength + 1) * size)
    let count = min(window.buffered.count / size - 1, Self.firstRunLength)
    guard count >= Self.runLength, let index = (1..<size).first(where: { isRun(of: count, at: $0) }) else { return }
    skip(index, "the file begins inside an event: \(index) byte\(index == 1 ? " is" : "s are") skipped")
  }

  /// Skips what lies before the next event; false if that is here.
  private mutating func skipToEvent() throws(FileError) -> Bool {
    guard let count = try bytesToSkip() else { return false }
    skip(count, count == 1 ? "1 byte is of no event: skipped" : "\(count) bytes are of no event: skipped")
    return true
  }

  private mutating func skip(_ count: Int, _ warning: @autoclosure () -> String) {
    isKnown = false
    issues?.add(warning(), offset: window.offset)
    window.consume(count)
  }

  /// - Parameter index: of a record that is in memory.
  @inline(__always)
  private func fields(at index: Int) -> RawFields {
    RawFields(window.front + index, width: width)
  }

  @inline(__always)
  private mutating func isMissing(at index: Int) -> Bool {
    guard let incomplete, window.offset + UInt64(index + size) > wholeEnd else { return false }
    return lacksBytes(at: index, incomplete)
  }

  /// All that is in memory is asked of at once, as in most dumps nothing is missing.
  private mutating func lacksBytes(at index: Int, _ incomplete: any IncompleteBytes) -> Bool {
    let (start, end) = (window.offset + UInt64(index), window.offset + UInt64(window.buffered.count))
    guard incomplete.lacks(start..<end) else {
      wholeEnd = end
      return false
    }
    return incomplete.lacks(start..<start + UInt64(size))
  }

  /// Whether nothing speaks against the record here, and against the one behind it: bytes that are missing in an event
  /// may leave it as it is but for its value. A report is not kept waiting for what follows.
  @inline(__always)
  private mutating func isAligned(_ here: RawFields) throws(FileError) -> Bool {
    if window.offset < alignedEnd { return true }
    guard isKnown || isUsual(here, after: latest) else { return false }
    isKnown = false
    guard !here.isReport, try window.load(2 * size), !isMissing(at: size) else { return true }
    isKnown = isUsual(fields(at: size), after: here)
    return isKnown
  }

  @inline(__always)
  private func isUsual(_ event: RawFields, after other: RawFields?) -> Bool {
    guard event.isUsual else { return false }
    return other.map { event.isWithin(Self.day, of: $0) } ?? true
  }

  /// How many bytes lie before the next event, where that is not here nor a whole number of records away.
  private mutating func bytesToSkip() throws(FileError) -> Int? {
    guard let count = try nextRun() else {
      alignedEnd = window.offset + UInt64(min(window.buffered.count, Self.searchedRecords * size))
      return nil
    }
    if !count.isMultiple(of: size), count < size || !isWhole(fields(at: 0)) { return count }
    // The record here stands as it is.
    alignedEnd = window.offset + UInt64(count.isMultiple(of: size) ? count : size)
    return nil
  }

  /// Whether it is likely that no byte of an event came in or is missing, although some do behind it: positions and the
  /// like are no large numbers.
  private func isWhole(_ event: RawFields) -> Bool {
    isUsual(event, after: latest) && -0xffff...0xffff ~= event.value
  }

  private static let searchedRecords = 4096
  /// So many sound events on end are no chance.
  private static let runLength = 3
  /// And so many at the front, where nothing came before.
  private static let firstRunLength = 5

  /// The index of the next byte with which sound events begin.
  private func nextRun() throws(FileError) -> Int? {
    for index in 1...Self.searchedRecords * size {
      let isWhole = try window.load(index + Self.runLength * size)
      let count = min((window.buffered.count - index) / size, Self.runLength)
      guard count > 0 else { return nil }
      // At the end of the file fewer are enough if they fill it.
      guard isWhole || window.buffered.count - index == count * size && latest != nil else { continue }
      if isRun(of: count, at: index) { return index }
    }
    return nil
  }

  private func isRun(of count: Int, at index: Int) -> Bool {
    // A clock may be set, but not where bytes are missing as well.
    var before = index.isMultiple(of: size) ? nil : latest
    for number in 0..<count {
      let event = fields(at: index + number * size)
      let span = Self.spans[min(number, Self.spans.count - 1)]
      guard event.isSound, before.map({ event.isWithin(span, of: $0) }) ?? true else { return false }
      before = event
    }
    return true
  }

  private static let day: UInt64 = 86_400
  /// How many seconds an event of a run may be away from the one before: the first byte of its first event may be
  /// another's.
  private static let spans: [UInt64] = [day, 1, 600]
}

extension RawFields {
  @inline(__always)
  fileprivate func isWithin(_ span: UInt64, of other: RawFields) -> Bool {
    max(seconds, other.seconds) &- min(seconds, other.seconds) <= span
  }
}
