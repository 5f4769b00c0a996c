public import ByteStreams
public import RecordingFormats
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

  /// So many bytes of rows are handed on at once: as much as an output takes without a copy of its own.
  private static let portion = 256 << 10

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
    let plan = survey.plan(options: options.mapping)
    let table = TouchTable(
      rows, as: format, of: survey, plan: plan, name: recording.name, epochOffset: recording.epochOffset(),
      showsHover: showsHover, choice: options.choice)
    var sink = try BoardedSink(table, recording: recording, survey: survey, options: options)
    var replayer = Replayer(
      try recording.makeSourceReadAhead(), plan: plan, rules: options.rules, from: options.from.map(survey.instant))
    let end = options.to.map(survey.instant)
    while try replayer.step(through: end, into: &sink) {
      if beginning != nil { try requireOneDevice(replayer, of: recording) }
      if sink.sink.count >= Self.portion { try sink.sink.take(write) }
    }
    // What is down where a part ends goes on behind it.
    if !replayer.isPending { replayer.finish(into: &sink) }
    try sink.sink.take(write)
    let known = beginning.map { $0.counting(touches: sink.sink.touchCount).plan(options: options.mapping) } ?? plan
    let ofReading = beginning == nil ? survey.readingWarnings : replayer.readingWarnings
    return ofReading + known.warnings + replayer.warnings + sink.sink.warnings
  }

  /// - Throws: where an MCAP file's summary leaves out what its messages have.
  private func requireOneDevice(_ replayer: Replayer, of recording: Recording) throws(FileError) {
    guard replayer.openingCount > 1 || replayer.hasBoardSize else { return }
    throw FileError(
      file: recording.name,
      message: "its summary leaves out devices or messages of the board; rewrite it with touchreel convert")
  }
}
