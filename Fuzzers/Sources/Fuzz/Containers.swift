import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings

/// The records of an MCAP file, with sums that are not looked at, so that what the fuzzer changes is not refused at
/// once.
func fuzzContainer(_ bytes: [UInt8]) throws {
  let file = withoutSums(bytes)
  var choices = Choices(bytes)
  let whole = records(of: SourceInMemory(file))
  let piped = records(of: PipeInMemory(file, most: choices.number(1...400)))
  // Of an incomplete recording, a file shows more: that a record would reach beyond its end.
  if whole.failure == nil, whole.ending == .complete {
    require(piped.failure == nil, "whole as a file, and not as a pipe: \(piped.failure ?? "")")
    requireSame(piped.records, whole.records, "as a pipe")
  }
  checkSalvage(file, whole)
  checkSummary(file, whole)
  if whole.failure == nil { try rewrite(whole.records) }
  _ = try? entries(of: open(file))
}

/// A record with its data.
private struct WholeRecord: Equatable {
  var record: MCAPRecord
  var data: [UInt8]
}

private struct ReadRecords {
  var records: [WholeRecord] = []
  var failure: String?
  var ending: MCAPEnding?
  var losses: [MCAPLoss] = []
  var doubtedLengths = 0
}

private func records(
  of source: consuming some MCAPSource, damage: MCAPReaderOptions.Damage = .stop
) -> ReadRecords {
  var reader = MCAPReader(source, options: MCAPReaderOptions(damage: damage, maximumChunkSize: chunkLimit))
  var result = ReadRecords()
  do {
    while let record = try reader.next() {
      result.records.append(WholeRecord(record: record, data: try reader.data(of: record)))
    }
  } catch {
    result.failure = "\(error)"
  }
  result.ending = reader.ending
  result.losses = reader.losses
  result.doubtedLengths = reader.doubts.lengths.count
  return result
}

extension MCAPReader where Source: ~Copyable {
  fileprivate mutating func data(of record: MCAPRecord) throws(Failure) -> [UInt8] {
    switch record {
    case .message: return withMessageData { data in data.withUnsafeBytes { Array($0) } }
    case .attachment: return try readAttachmentData()
    case .header, .schema, .channel, .metadata: return []
    }
  }
}

/// A file that is whole has nothing to be saved.
private func checkSalvage(_ file: [UInt8], _ whole: ReadRecords) {
  let saved = records(of: SourceInMemory(file), damage: .salvage)
  // A damaged attachment is an error then, too.
  guard saved.failure == nil else { return }
  for (loss, next) in zip(saved.losses, saved.losses.dropFirst()) {
    require(loss.range.upperBound <= next.range.lowerBound, "losses overlap: \(loss.range), \(next.range)")
  }
  require(
    saved.losses.allSatisfy { $0.range.upperBound <= UInt64(file.count) }, "lost more than there is: \(saved.losses)")
  guard whole.failure == nil, whole.ending == .complete else { return }
  // A length may take in records that only salvaging finds.
  guard saved.doubtedLengths > 0 || !saved.losses.isEmpty else {
    return requireSame(saved.records, whole.records, "salvaged from a whole file")
  }
  var rest = whole.records.filter(\.isMessage)[...]
  for record in saved.records where record == rest.first { rest.removeFirst() }
  require(rest.isEmpty || !saved.losses.isEmpty, "\(rest.count) messages of a whole file are not salvaged")
}

/// Every chunk that the summary names can be gone to, and gives the records that come from there on.
private func checkSummary(_ file: [UInt8], _ whole: ReadRecords) {
  var reader = MCAPReader(SourceInMemory(file), options: MCAPReaderOptions(maximumChunkSize: chunkLimit))
  guard whole.failure == nil, let summary = try? reader.readSummary() else { return }
  for chunk in summary.chunks.prefix(4) {
    reader.seek(to: chunk.offset)
    var rest: [WholeRecord] = []
    do {
      while let record = try reader.next() {
        rest.append(WholeRecord(record: record, data: try reader.data(of: record)))
      }
    } catch {
      // The index may name a place that is no record's.
      continue
    }
  }
}

/// What was read can be written, and is then read as the same.
private func rewrite(_ all: [WholeRecord]) throws {
  guard case .header(let header)? = all.first?.record else { return }
  var writer = try MCAPWriter(
    to: BytesInMemory(), header: header, options: MCAPWriterOptions(compression: .none, chunkSize: 200))
  var written = [WholeRecord(record: .header(header), data: [])]
  for whole in all.dropFirst() {
    // A channel or schema that comes again, otherwise than before, and a message without its channel cannot be written.
    switch whole.record {
    case .header: continue
    case .schema(let schema): try writer.write(schema)
    case .channel(let channel): try writer.write(channel)
    case .metadata(let metadata): try writer.write(metadata)
    case .message(let message): try writer.write(message, data: whole.data.span.bytes)
    case .attachment(let attachment, _): try writer.write(attachment, data: whole.data.span.bytes)
    }
    written.append(whole)
  }
  try writer.finish()
  let again = records(of: SourceInMemory(writer.sink.bytes))
  require(again.failure == nil, "what was written is damaged: \(again.failure ?? "")")
  requireSame(again.records.filter(\.isMessage), written.filter(\.isMessage), "messages, written and read")
  requireSame(again.records.filter(\.isAttachment), written.filter(\.isAttachment), "attachments, written and read")
}

extension WholeRecord {
  fileprivate var isMessage: Bool { if case .message = record { true } else { false } }
  fileprivate var isAttachment: Bool { if case .attachment = record { true } else { false } }
}

/// The file with all sums set to zero, which means that there are none.
func withoutSums(_ bytes: [UInt8]) -> [UInt8] {
  var file = bytes
  var place = 8
  while place + 9 <= file.count {
    let opcode = Opcode(rawValue: file[place])
    let length = file.integer(at: place + 1, bytes: 8)
    let content = place + 9
    guard length <= UInt64(file.count - content) else { break }
    let end = content + Int(length)
    switch opcode {
    // Start, end and uncompressed size come before.
    case .chunk: file.clear(content + 24, within: end)
    case .attachment: file.clear(end - 4, within: end)
    case .dataEnd: file.clear(content, within: end)
    // Both offsets of the summary come before.
    case .footer: file.clear(content + 16, within: end)
    default: break
    }
    place = end
  }
  return file
}

extension [UInt8] {
  fileprivate func integer(at place: Int, bytes count: Int) -> UInt64 {
    self[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate mutating func clear(_ place: Int, within end: Int) {
    guard place >= 0, place + 4 <= end else { return }
    for index in place..<(place + 4) { self[index] = 0 }
  }
}

struct SourceInMemory: MCAPSource {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var size: UInt64? { UInt64(bytes.count) }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Never) -> Int {
    guard offset < UInt64(bytes.count) else { return 0 }
    let part = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}

/// Gives each byte once, in order, and only some at a time.
struct PipeInMemory: MCAPSource {
  private var rest: ArraySlice<UInt8>
  private let most: Int

  init(_ bytes: [UInt8], most: Int) {
    rest = bytes[...]
    self.most = most
  }

  var size: UInt64? { nil }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Never) -> Int {
    require(offset == UInt64(rest.startIndex), "a pipe is asked for byte \(offset) after \(rest.startIndex)")
    let part = rest.prefix(min(most, buffer.count))
    buffer.copyBytes(from: part)
    rest = rest.dropFirst(part.count)
    return part.count
  }
}

struct BytesInMemory: MCAPSink {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ span: RawSpan) throws(Never) { span.withUnsafeBytes { bytes += $0 } }
}

/// Of a damaged recording, `salvage` makes a sound one that holds nothing that the whole one did not hold; of a sound
/// one, the same.
func fuzzSalvage(_ bytes: [UInt8]) throws {
  // A foreign file, as it is, is damaged enough.
  let own = try? salvaged(withoutSums(bytes))
  if let own { checkSaved(own) }
  let contents = try entries(of: open(bytes))
  // Chunks of ten frames or so.
  let (written, losses) = try mcap(contents, span: TimeSpan(nanoseconds: 100_000_000))
  guard losses.isEmpty else { return }
  let sound = try salvaged(written)
  require(sound.report.isWhole, "a sound file is not whole: \(sound.report)")
  requireSame(sound.contents, try entries(of: open(written)), "salvaged from a sound file")
  var choices = Choices(bytes)
  for _ in 0..<2 {
    guard let saved = try? salvaged(damaged(written, &choices)) else { continue }
    checkSaved(saved)
    let known = contents.events.orAtTheirReport
    for event in saved.contents.events where event.type != .synchronization {
      require(known.contains(event), "an event that was not recorded: \(event)")
    }
  }
}

extension [InputEvent] {
  /// These, and the same at the time of their frame's SYN_REPORT, or of its last event where the recording ends within
  /// it, which they get where times of their own are lost.
  fileprivate var orAtTheirReport: Set<InputEvent> {
    var all = Set(self)
    var report = last?.time
    for var event in reversed() {
      if event.isReport { report = event.time }
      if let report { event.time = report }
      all.insert(event)
    }
    return all
  }
}

private func checkSaved(_ saved: (contents: [EntryContent], file: [UInt8], report: SalvageReport)) {
  requireInOrder(saved.contents)
  let again = unfailing("what was saved") { () throws(FileError) in try salvaged(saved.file) }
  require(again.report.losses.isEmpty && again.report.failure == nil, "what was saved is damaged: \(again.report)")
  requireSame(again.contents.events, saved.contents.events, "saved twice")
}

private func salvaged(
  _ bytes: [UInt8]
) throws(FileError) -> (contents: [EntryContent], file: [UInt8], report: SalvageReport) {
  var options = ReadingOptions()
  options.mcap.maximumChunkSize = chunkLimit
  let recording = try Recording.open(MemoryBytes(bytes), options: options)
  let output = MemoryOutput()
  var sink: any RecordingSink = try RecordingWriter(
    to: output, policy: ChunkPolicy(span: TimeSpan(nanoseconds: 1_000_000_000), compressionLevel: 1))
  let report = try recording.salvage(into: &sink)
  return (try entries(of: open(output.bytes)), output.bytes, report)
}

/// A run of bytes overwritten, cut out or put in.
private func damaged(_ file: [UInt8], _ choices: inout Choices) -> [UInt8] {
  guard file.count > 9 else { return file }
  var bytes = file
  let start = choices.number(8...(file.count - 1))
  let end = min(start + choices.number(1...[2, 40, 2000][choices.number(0...2)]), file.count)
  switch choices.number(0...3) {
  case 0: bytes.removeSubrange(start...)
  case 1: bytes.removeSubrange(start..<end)
  case 2: bytes.insert(contentsOf: (start..<end).map { _ in UInt8(truncatingIfNeeded: choices.next()) }, at: start)
  default: for index in start..<end { bytes[index] = UInt8(truncatingIfNeeded: choices.next()) }
  }
  return bytes
}
