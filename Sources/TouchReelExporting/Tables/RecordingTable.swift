public import TouchReelByteStreams
import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings
public import TouchReelReplaying
import TouchReelTouchTracking

/// Writing a table of a recording.
public struct RecordingTable: Sendable {
  package var rows: TouchTable.Rows
  /// The format of the rows.
  public var format: TableFormat
  /// Whether samples that do not touch have rows as well, in a table of samples.
  public var showsHover = false
  /// Where the devices lie, the rules of touches, which of them have rows, and when.
  public var options = RenderOptions()
  /// The devices that have rows, for a stream: it may open one of them after its beginning, by which the choice of
  /// ``options`` is made.
  package var devices = DeviceChoice([])
  /// Columns behind the others, of one value in all rows of a recording. All recordings of a table have those of the
  /// same names.
  package var labels: [RowLabel] = []

  /// Which of a file's drawings has rows, from 0, and the file; `nil` if the file is a recording.
  package var drawing: (index: Int, file: String)?

  package init(_ rows: TouchTable.Rows, as format: TableFormat) {
    self.rows = rows
    self.format = format
  }

  /// What comes before the rows of all recordings.
  public var heading: [UInt8] { format == .csv ? TouchTable.heading(rows, labels: labels) : [] }

  /// Where the rows of all recordings go, behind the heading: the file itself, or what makes columns of them.
  package func output(to file: OutputFile) throws(FileError) -> any WholeOutput {
    if format == .npz { return NumPyTable(rows, labels: labels.map(\.name), to: file) }
    try file.write(heading)
    return file
  }

  /// - Parameters:
  ///   - recording: what has rows.
  ///   - write: takes rows, which are there only while it runs.
  /// - Returns: what the user should know.
  public func write(
    _ recording: Recording, _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    guard let beginning = try RecordingFacts.ofBeginning(recording, options: options) else {
      let facts = try RecordingFacts(recording, rules: options.rules)
      if facts.eventCount == 0 { try recording.requireEvents() }
      return try self.write(recording, facts, write)
    }
    var writing = try TableWriting(self, recording, beginning)
    writing.endsWhereOutgrown = true
    let warnings = try writing.run(write)
    if writing.hasOutgrownBeginning { return try writeAnew(recording, after: writing, write) }
    let plan = beginning.counting(touches: writing.touchCount).plan(options: options.mapping)
    return writing.replayer.readingWarnings + plan.warnings + warnings
  }

  /// Writes a table of a recording of which all is known.
  ///
  /// - Parameters:
  ///   - recording: what has rows.
  ///   - facts: of all of it.
  ///   - write: takes rows.
  /// - Returns: what the user should know.
  package func write(
    _ recording: Recording, _ facts: RecordingFacts,
    _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    var writing = try TableWriting(self, recording, facts)
    let warnings = try writing.run(write)
    return facts.readingWarnings + writing.plan.warnings + warnings
  }

  /// Writes a table whose beginning was written before it was known that a file's summary leaves out devices or
  /// messages of the board.
  ///
  /// - Throws: if rows were written that say something else of where the device lies than its table does.
  private func writeAnew(
    _ recording: Recording, after former: TableWriting, _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let facts = try RecordingFacts(recording, rules: options.rules)
    guard former.written == 0 || former.plan.placesFirstDevice(as: facts.plan(options: options.mapping)) else {
      throw FileError(
        file: recording.name,
        message: "its summary leaves out devices or messages of the board; rewrite it with touchreel convert")
    }
    var rest = former.written
    return try self.write(recording, facts) { bytes throws(FileError) in
      let skipped = min(rest, bytes.count)
      rest -= skipped
      if skipped < bytes.count { try write(UnsafeRawBufferPointer(rebasing: bytes[skipped...])) }
    }
  }

  /// Writes a table of a stream, each row as its sample or the end of its touch comes.
  ///
  /// - Parameters:
  ///   - stream: what has rows.
  ///   - facts: of its beginning.
  ///   - write: takes the rows of one frame.
  /// - Returns: what the user should know.
  /// - Throws: also if the stream has ended without one of the chosen touches or devices.
  package func write(
    stream: Recording, _ facts: RecordingFacts, _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    var writing = try TableWriting(self, stream, facts)
    writing.portion = 1
    let warnings = try writing.run(write)
    if !writing.replayer.isPending, let missing = writing.missing(options.choice.touches) {
      throw FileError(file: stream.name, message: missing)
    }
    return writing.replayer.readingWarnings + writing.plan.warnings + warnings
  }
}

/// The state of a table that is being written.
private struct TableWriting {
  /// So many bytes of rows are written at once: as much as an output takes without a copy of its own.
  var portion = 256 << 10
  /// Whether the facts are those of a beginning, so that nothing is right once it is outgrown.
  var endsWhereOutgrown = false
  private(set) var hasOutgrownBeginning = false
  /// The bytes of rows that were written.
  private(set) var written = 0
  let plan: BoardLayout
  private(set) var replayer: Replayer
  private var sink: BoardedSink<TouchTable>
  private let name: String
  /// When the recording begins, and the part that has rows.
  private let zero: Timestamp
  private let start: Timestamp?
  private let end: Timestamp?
  private var deviceCount: Int
  private let devices: DeviceChoice
  private let rows: TouchTable.Rows

  init(_ table: RecordingTable, _ recording: Recording, _ facts: RecordingFacts) throws(FileError) {
    var options = table.options
    let (start, end) = (options.from.map(facts.instant), facts.bound(options.to))
    // A part has the rows that the whole has at its time.
    (options.from, options.to) = (nil, nil)
    plan = facts.plan(options: options.mapping)
    (deviceCount, devices) = (plan.descriptions.count, table.devices)
    let rows = TouchTable(
      table.rows, as: table.format, of: facts, plan: plan, name: table.drawing?.file ?? recording.name,
      epochOffset: try recording.statedEpochOffset(), showsHover: table.showsHover, choice: options.choice,
      span: RecordingSpan(from: start, to: end.map(RecordingSpan.End.through) ?? .file), labels: table.labels)
    sink = try BoardedSink(rows.ofDrawing(table.drawing?.index), recording: recording, facts: facts, options: options)
    replayer = Replayer(try recording.makeSourceReadAhead(), plan: plan, rules: options.rules)
    (name, zero, self.rows) = (recording.name, facts.start, table.rows)
    (self.start, self.end) = (start, end)
  }

  var touchCount: Int { sink.sink.touchCount }

  /// Rows of samples say where a touch went on; what came and went in between has none.
  private var lossWarnings: [String] {
    rows == .samples
      ? LostEvents(count: replayer.dropCount, trace: "after which rows are 'resumed'").warnings
      : LostEvents(count: replayer.dropCount).warnings
  }

  /// The first chosen touch or device that the recording did not have, as a message.
  func missing(_ touches: Set<Touch.ID>) -> String? {
    TouchChoice(touches: touches).missing(amongTouches: touchCount, devices: replayer.openings)
      ?? devices.missing(from: replayer.openings)
  }

  /// - Parameter write: takes rows.
  /// - Returns: what the user should know of what was played.
  /// - Throws: also if the recording ends before the part that has rows.
  mutating func run(
    _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    while try replayer.step(through: end, into: &sink) {
      guard try handOn(write) else { return [] }
    }
    // Touches that are down where a part ends have rows with their ends.
    while sink.sink.isWaitingForEnds, try replayer.step(into: &sink) {
      guard try handOn(write) else { return [] }
    }
    // What is down where a part ends goes on behind it.
    if !replayer.isPending { replayer.finish(into: &sink) }
    try sink.sink.drain(write)
    if let start, let reached = replayer.reached, reached < start {
      throw FileError(file: name, message: TouchChoice.missingPart(ofLength: reached.since(zero)))
    }
    return replayer.warnings + lossWarnings + sink.sink.warnings
  }

  /// - Returns: false if the facts are outgrown.
  @inline(__always)
  private mutating func handOn(
    _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    if endsWhereOutgrown, replayer.hasOutgrownBeginning {
      hasOutgrownBeginning = true
      return false
    }
    if replayer.openingCount > deviceCount { describeDevices() }
    if sink.sink.count >= portion {
      written += sink.sink.count
      try sink.sink.drain(write)
    }
    return true
  }

  /// A stream opened a device that its beginning does not have.
  private mutating func describeDevices() {
    deviceCount = replayer.openingCount
    sink.sink.describe(replayer.descriptions, replayer.deviceNumbers)
    if !devices.isOfAll { sink.sink.choose(devices: devices.numbers(among: replayer.openings)) }
  }
}

extension BoardLayout {
  /// Whether the first device lies on the same board, and in the same way.
  fileprivate func placesFirstDevice(as other: BoardLayout) -> Bool {
    let first = DeviceChannel(rawValue: 0)
    return board == other.board && mapping(of: first) == other.mapping(of: first)
  }
}
