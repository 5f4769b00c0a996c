public import ByteStreams
import InputEvents
public import RecordingFormats
import Recordings
public import Replaying

/// Writing a table of a recording.
public struct RecordingTable: Sendable {
  public var rows: TouchTable.Rows
  public var format: TableFormat
  /// Whether samples that do not touch have rows as well, in a table of samples.
  public var showsHover = false
  /// Where the devices lie, the rules of touches, which of them have rows, and when.
  public var options = RenderOptions()

  public init(_ rows: TouchTable.Rows, as format: TableFormat) {
    self.rows = rows
    self.format = format
  }

  /// What comes before the rows of all recordings.
  public var heading: [UInt8] { format == .csv ? TouchTable.heading(rows) : [] }

  /// - Parameters:
  ///   - recording: what has rows.
  ///   - write: takes rows, which are there only while it runs.
  /// - Returns: what the user should know.
  public func write(
    _ recording: Recording, _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    let beginning = try RecordingSurvey.ofBeginning(recording, options: options)
    let survey = if let beginning { beginning } else { try RecordingSurvey(recording, rules: options.rules) }
    if survey.eventCount == 0 { try recording.requireEvents() }
    var writing = try TableWriting(self, recording, survey)
    writing.requiresOneDevice = beginning != nil
    let warnings = try writing.run(write)
    let known = beginning.map { $0.counting(touches: writing.touchCount).plan(options: options.mapping) }
    let ofReading = beginning == nil ? survey.readingWarnings : writing.replayer.readingWarnings
    return ofReading + (known ?? writing.plan).warnings + warnings
  }

  /// Writes a table of a stream, each row as its sample or the end of its touch comes.
  ///
  /// - Parameters:
  ///   - stream: what has rows.
  ///   - survey: of its beginning.
  ///   - write: takes the rows of one frame.
  /// - Returns: what the user should know.
  package func write(
    stream: Recording, _ survey: RecordingSurvey, _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    var writing = try TableWriting(self, stream, survey)
    writing.portion = 1
    let warnings = try writing.run(write)
    return writing.replayer.readingWarnings + writing.plan.warnings + warnings
  }
}

/// The state of a table that is being written.
private struct TableWriting {
  /// So many bytes of rows are handed on at once: as much as an output takes without a copy of its own.
  var portion = 256 << 10
  /// Whether all that is known comes from the beginning of a recording of one device.
  var requiresOneDevice = false
  let plan: BoardLayout
  private(set) var replayer: Replayer
  private var sink: BoardedSink<TouchTable>
  private let end: Timestamp?
  private let name: String
  private var deviceCount: Int

  init(_ table: RecordingTable, _ recording: Recording, _ survey: RecordingSurvey) throws(FileError) {
    var options = table.options
    let (start, end) = (options.from.map(survey.instant), survey.bound(options.to))
    // A part has the rows that the whole has at its time.
    (options.from, options.to) = (nil, nil)
    plan = survey.plan(options: options.mapping)
    deviceCount = plan.descriptions.count
    let rows = TouchTable(
      table.rows, as: table.format, of: survey, plan: plan, name: recording.name,
      epochOffset: recording.epochOffset(), showsHover: table.showsHover, choice: options.choice,
      span: RecordingSpan(from: start, to: end.map(RecordingSpan.End.through) ?? .file))
    sink = try BoardedSink(rows, recording: recording, survey: survey, options: options)
    replayer = Replayer(try recording.makeSourceReadAhead(), plan: plan, rules: options.rules)
    self.end = end
    name = recording.name
  }

  var touchCount: Int { sink.sink.touchCount }

  /// - Parameter write: takes rows.
  /// - Returns: what the user should know of what was played.
  mutating func run(
    _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    while try replayer.step(through: end, into: &sink) { try handOn(write) }
    // Touches that are down where a part ends have rows with their ends.
    while sink.sink.isWaitingForEnds, try replayer.step(into: &sink) { try handOn(write) }
    // What is down where a part ends goes on behind it.
    if !replayer.isPending { replayer.finish(into: &sink) }
    try sink.sink.take(write)
    return replayer.warnings + sink.sink.warnings
  }

  @inline(__always)
  private mutating func handOn(
    _ write: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    if replayer.openingCount > deviceCount { describeDevices() }
    if requiresOneDevice { try requireOneDevice() }
    if sink.sink.count >= portion { try sink.sink.take(write) }
  }

  /// - Throws: where an MCAP file's summary leaves out what its messages have.
  private func requireOneDevice() throws(FileError) {
    guard replayer.openingCount > 1 || replayer.hasBoardSize else { return }
    throw FileError(
      file: name, message: "its summary leaves out devices or messages of the board; rewrite it with touchreel convert")
  }

  /// A stream opened a device that its beginning does not have.
  private mutating func describeDevices() {
    deviceCount = replayer.openingCount
    sink.sink.describe(replayer.descriptions)
  }
}
