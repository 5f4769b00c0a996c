import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// A recording of any format: what it says is the same in MCAP.
func fuzzRecordings(_ bytes: [UInt8]) throws { try checkAsMCAP(entries(of: open(bytes))) }

/// A file that is read in a format, whatever it looks like: what comes before a fault says the same in MCAP.
func fuzzFormat(_ format: String, _ bytes: [UInt8]) throws {
  let source = try FormatSources.open(RecordingFormat(rawValue: format), bytes: MemoryBytes(bytes))
  try checkAsMCAP(entriesAndFailure(of: source).entries)
}

private func checkAsMCAP(_ contents: [EntryContent]) throws {
  requireInOrder(contents)
  let (written, losses) = try mcap(contents)
  guard losses.isEmpty else { return }
  let again = unfailing("reading what was written") { () throws(FileError) in try entries(of: open(written)) }
  // A synced state without events has no effect.
  let effective = contents.filter { if case .sync(_, let frame) = $0 { !frame.events.isEmpty } else { true } }
  if effective.frames.allSatisfy(\.isComplete) {
    requireSame(again, effective, "written as MCAP and read again")
  } else {
    // A frame that never ends is reported when that is known.
    requireSame(again.channels, effective.channels, "openings, written as MCAP and read again")
    for channel in effective.channels {
      requireSame(
        again.events(of: channel), effective.events(of: channel), "events of \(channel), written as MCAP and read again"
      )
    }
  }
}

/// A recording of any format, written in each of the others and read again: what was read then is written and read as
/// the same events.
func fuzzFormats(_ bytes: [UInt8]) throws {
  let contents = try entries(of: open(bytes))
  guard !contents.events.isEmpty else { return }
  for format in FormatSinks.formats where format != .mcap {
    // A recording of several devices does not fit every format.
    guard let first = try? written(contents, as: format) else { continue }
    let again = reread(first, as: format)
    requireInOrder(again)
    guard let second = try? written(again, as: format) else { fail("\(format) cannot be written as \(format)") }
    requireSame(reread(second, as: format).events, again.events, "\(format), written twice")
  }
}

private func written(_ contents: [EntryContent], as format: RecordingFormat) throws(FileError) -> [UInt8] {
  let output = MemoryOutput()
  var sink = try FormatSinks.make(format, output: output)
  for content in contents { try sink.write(content.entry) }
  try sink.finish()
  return output.bytes
}

/// In the format that it was written in, whatever a few bytes look like.
private func reread(_ bytes: [UInt8], as format: RecordingFormat) -> [EntryContent] {
  unfailing("\(format), read after it was written") { () throws(FileError) in
    let (entries, failure) = entriesAndFailure(of: try FormatSources.open(format, bytes: MemoryBytes(bytes)))
    if let failure { throw failure }
    return entries
  }
}

/// Openings are numbered in their order, and come before their frames.
func requireInOrder(_ contents: [EntryContent]) {
  var opened = 0
  for content in contents {
    switch content {
    case .opening(let channel, _):
      require(channel.rawValue == opened, "opening \(channel) comes at place \(opened)")
      opened += 1
    case .frame(let channel, let frame):
      require((0..<opened).contains(channel.rawValue), "a frame of \(channel) before its opening")
      require(!frame.events.isEmpty, "an empty frame")
    case .sync(let channel, _):
      require((0..<opened).contains(channel.rawValue), "a sync of \(channel) before its opening")
    case .board, .note, .attachment, .foreign, .metadata: continue
    }
  }
}

/// What must not fail, whatever the input was.
func unfailing<Result>(_ what: String, _ body: () throws(FileError) -> Result) -> Result {
  do { return try body() } catch { fail("\(what): \(error)") }
}

/// A pipe, or a file that grows, that gives its bytes in pieces says what the same bytes say at once, and what the
/// whole file says.
func fuzzPieces(_ bytes: [UInt8]) throws {
  var choices = Choices(bytes)
  let whole = outcome(of: MemoryBytes(bytes))
  let atOnce = outcome(of: PieceBytes(bytes))
  requireSameReading(atOnce, whole, "as a pipe", isSummaryHidden: true)
  requireSameReading(outcome(of: PieceBytes(bytes, choices: choices)), atOnce, "in pieces")
  // A pipe whose end has come is as good as a file.
  let piped = outcome(of: try pipe(bytes, memoryLimit: choices.number(0...bytes.count)))
  requireSameReading(piped, whole, "through a pipe", isSummaryHidden: true)
  try follow(bytes, &choices)
}

private struct WarnedReading {
  var entries: [EntryContent] = []
  var failure: FileError?
  /// How many entries came before anything was noticed that is wrong with an MCAP file. From there on the summary of a
  /// file may know what was declared, and how much there was, in what is lost.
  var soundCount: Int?

  init(_ source: any RecordingSource) {
    var source = source
    var entry = RecordingEntry()
    do {
      while try source.next(into: &entry) {
        if source.format == .mcap, soundCount == nil, !source.warnings.isEmpty { soundCount = entries.count }
        entries.append(EntryContent(entry))
      }
      if source.format == .mcap, soundCount == nil, !source.warnings.isEmpty { soundCount = entries.count }
    } catch {
      failure = error
    }
  }
}

private typealias Outcome = Result<WarnedReading, FileError>

private func outcome(of bytes: any ByteSource) -> Outcome {
  Result { () throws(FileError) in WarnedReading(try open(bytes).makeSource()) }
}

/// - Parameter isSummaryHidden: whether one of the two is a pipe, which has no summary, and the other a file.
private func requireSameReading(
  _ left: Outcome, _ right: Outcome, _ what: String, isSummaryHidden: Bool = false
) {
  switch (left, right) {
  case (.success(let left), .success(let right)):
    var count =
      left.failure == nil && right.failure == nil ? Int.max : min(left.entries.count, right.entries.count)
    if isSummaryHidden { count = min(count, left.soundCount ?? .max, right.soundCount ?? .max) }
    requireSame(Array(left.entries.prefix(count)), Array(right.entries.prefix(count)), what)
  case (.failure, .failure): return
  case (.success, .failure(let error)): fail("\(what) it is read, else it is not: \(error)")
  case (.failure(let error), .success): fail("\(what) it is not read, else it is: \(error)")
  }
}

private func pipe(_ bytes: [UInt8], memoryLimit: Int) throws(FileError) -> PipeBytes {
  do {
    // The kernel's pipe holds 64 KiB, more than an input has.
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    try writeEnd.writeAll(bytes)
    try writeEnd.close()
    return PipeBytes(readEnd, name: "pipe", memoryLimit: memoryLimit)
  } catch {
    fail("no pipe: \(error)")
  }
}

/// As `dump --follow` reads: what a growing file says is what the grown one says, as far as it goes.
private func follow(_ bytes: [UInt8], _ choices: inout Choices) throws {
  let growing = GrowingBytes(bytes, choices: choices)
  let followed = FollowedBytes(growing) {
    growing.grow()
    return true
  }
  let early = Result { () throws(FileError) in
    try entriesAndFailure(of: open(followed, inference: .firstFrame).makeSource())
  }
  let late = PieceBytes(bytes, choices: choices)
  let whole = Result { () throws(FileError) in
    try entriesAndFailure(of: open(late, inference: .firstFrame).makeSource())
  }
  guard case .success(let seen) = early, case .success(let all) = whole else { return }
  require(
    seen.entries.count <= all.entries.count, "\(seen.entries.count) entries followed, \(all.entries.count) in all")
  // libinput writes its devices one behind the other, and a pipe brings them into the order of time.
  for channel in seen.entries.channels {
    let (events, whole) = (seen.entries.events(of: channel), all.entries.events(of: channel))
    require(events.count <= whole.count, "\(events.count) events of \(channel) followed, \(whole.count) in all")
    requireSame(events, Array(whole.prefix(events.count)), "followed, \(channel)")
  }
}

/// A pipe that gives no more than a few bytes at once, or, without choices, all that it is asked for.
final class PieceBytes: ByteSource {
  let name = "pieces"
  let isPipe = true
  private let bytes: [UInt8]
  private var choices: Choices?

  init(_ bytes: [UInt8], choices: Choices? = nil) {
    self.bytes = bytes
    self.choices = choices
  }

  func length() -> UInt64 { UInt64(bytes.count) }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset < UInt64(bytes.count) else { return 0 }
    let piece = bytes[Int(offset)...].prefix(min(buffer.count, pieceSize()))
    buffer.copyBytes(from: piece)
    return piece.count
  }

  private func pieceSize() -> Int {
    guard let size = choices?.number(0...3) else { return .max }
    return choices?.number(1...[7, 64, 700, 5000][size]) ?? .max
  }
}

/// A file that grows each time that somebody waits for it, and fails once it is whole.
private final class GrowingBytes: ByteSource {
  let name = "growing"
  private let bytes: [UInt8]
  private var choices: Choices
  private var there = 0
  private var isWhole = false

  init(_ bytes: [UInt8], choices: Choices) {
    self.bytes = bytes
    self.choices = choices
  }

  func grow() {
    if there == bytes.count { isWhole = true }
    there = min(there + choices.number(1...600), bytes.count)
  }

  func length() -> UInt64 { UInt64(there) }

  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !isWhole else { throw FileError(file: name, message: "grows no more") }
    guard offset < UInt64(there) else { return 0 }
    let piece = bytes[Int(offset)..<there].prefix(buffer.count)
    buffer.copyBytes(from: piece)
    return piece.count
  }
}
