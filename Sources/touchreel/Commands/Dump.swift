import ArgumentParser
import ByteStreams
import DrawingBoard
import Exporting
import Glibc
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage
import TouchTracking
import WindowArguments

struct Dump: ManyFilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print events or touches as text, one per line, or as a table.",
    discussion: """
      Each line has the time in seconds since the first event (what comes before it, as the settings of a drawing, has a negative one), the device, and the type, code and value of an event. With --touches, each \
      line is a step of a touch, in board points. With --format, any number of recordings become one table: a row for each sample, or with \
      --rows touches for each touch.

        touchreel dump session.mcap --touches | grep cancelled
        touchreel dump study/*.mcap --format csv > samples.csv
        touchreel dump study/*.mcap --format jsonl --rows touches > touches.jsonl
      """)

  @Argument(
    help: ArgumentHelp("The recording to print; several for a table.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Flag(help: "Print the steps of touches instead of events.") var touches = false
  @OptionGroup(title: "Tables") var table: TableOptions
  @Option(help: "A table, as csv or as jsonl.") var format: TableFormat?
  @Flag(help: "Keep printing as the file grows, until Ctrl-C.") var follow = false
  @OptionGroup(title: "Part") var part: DumpSelection
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    if follow && touches { throw ValidationError("--follow prints only events; remove --touches.") }
    try table.refuse(unless: format != nil)
    if format != nil && (follow || touches) {
      throw ValidationError("--format makes a table, which has touches and an end; remove --follow and --touches.")
    }
    if !part.touch.isEmpty && format == nil && !touches {
      throw ValidationError("--touch prints the steps of touches; add --touches or --format.")
    }
    try ReplayTime.requireOrder(part.from, part.to)
    if follow && (part.needsLength || part.to == .end) { throw ValidationError("--follow has no end; state --from and --to as times.") }
    if files.count > 1 && format == nil { throw ValidationError("Several recordings become a table; add --format.") }
  }

  private var file: String { files[0] }

  func run() throws {
    if let format {
      var table = table.table(as: format, surface)
      part.apply(to: &table.options)
      return try TableBatch(table, input).write(files, to: OutputFile(path: "-"))
    }
    let out = try OutputFile(path: "-")
    let result = Result { try touches ? dumpTouches(to: out) : dumpEvents(to: out) }
    // What was read before an error is printed.
    try out.commit()
    Terminal.warn(try result.get(), of: file == "-" ? "standard input" : file)
  }

  private func dumpEvents(to out: OutputFile) throws -> [String] {
    let (recording, isStream) = try opened(flushing: out)
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var messages = BoardMessageReader()
    var selects = false
    // Other formats have nothing with a time before their first event.
    let start = try isStream || recording.format != .mcap ? nil : recording.start()
    var lines = EventLines(out, DumpFilter(part, duration: try duration(of: recording)), from: start)
    let reading = Result {
      while try source.next(into: &entry) {
        try lines.take(entry)
        if messages.command(in: entry) == .set(\.tool, .selection) { selects = true }
      }
    }
    try lines.finish()
    try reading.get()
    let ofBoard = try selects && !isStream ? warningsOfBoard(recording) : messages.warnings.lines
    return source.warnings.lines + ofBoard + lines.warnings
  }

  private func duration(of recording: Recording) throws(FileError) -> TimeSpan {
    guard part.needsLength else { return .zero }
    let extent = try input.extent(recording)
    return extent.end.since(extent.start)
  }

  /// A pipe is printed as it comes, and so is a file that is followed.
  private func opened(flushing out: OutputFile) throws -> (recording: Recording, isStream: Bool) {
    let bytes = try input.followedBytes(of: file)
    if let pipe = bytes as? PipeBytes {
      let recording = try input.open(pipe, inferring: .firstFrame) { _ in (try? out.flush()) != nil }
      return (recording, true)
    }
    guard follow else { return (try input.open(bytes), false) }
    var options = try input.readingOptions()
    options.inference = .firstFrame
    let followed = FollowedBytes(bytes) {
      _ = try? out.flush()
      usleep(20_000)
    }
    return (try Recording.open(followed, options: options), true)
  }

  /// Needs a board: only it knows which touch moved a shape that was removed.
  private func warningsOfBoard(_ recording: Recording) throws(FileError) -> [String] {
    var survey = try input.survey(recording, rules: surface.rules)
    try survey.countTouches(onBoardOf: recording, rules: surface.rules)
    return survey.messageWarnings
  }

  private func dumpTouches(to out: OutputFile) throws -> [String] {
    let recording = try input.open(file)
    let survey = try input.survey(recording, rules: surface.rules)
    let plan = survey.plan(options: surface.mapping)
    var options = RenderOptions()
    (options.mapping, options.rules) = (surface.mapping, surface.rules)
    part.apply(to: &options)
    var replayer = Replayer(
      try recording.makeSource(), plan: plan, rules: surface.rules, from: options.from.map(survey.instant))
    let end = options.to.map(survey.instant)
    try out.write(TextDump.heading(of: survey))
    var lines = try BoardedSink(
      TouchLines(from: survey.start, part.choice), recording: recording, survey: survey, options: options)
    while try replayer.step(through: end, into: &lines) { try lines.sink.flush(to: out) }
    // What is down where a part ends goes on behind it.
    if end.map({ $0 >= survey.end }) ?? true { replayer.finish(into: &lines) }
    try lines.sink.flush(to: out)
    return survey.readingWarnings + plan.warnings + replayer.warnings + lines.sink.warnings
  }
}

/// Prints the lines of entries.
private struct EventLines {
  private let out: OutputFile
  private var filter: DumpFilter
  /// `nil` before the first event of a stream, from which times are counted.
  private var start: Timestamp?
  /// What came before it, in part with times.
  private var waiting: [RecordingEntry] = []

  /// In a stream of messages alone, times are then counted from the first of them.
  private static let mostWaiting = 1000

  /// - Parameter start: of the recording, if that is known.
  init(_ out: OutputFile, _ filter: DumpFilter, from start: Timestamp?) {
    (self.out, self.filter, self.start) = (out, filter, start)
  }

  var warnings: [String] { filter.warnings }

  mutating func take(_ entry: RecordingEntry) throws(FileError) {
    guard start == nil else { return try print(entry) }
    waiting.append(entry)
    if let first = entry.frame?.events.first?.time {
      try begin(at: first)
    } else if waiting.allSatisfy({ $0.occurrence == nil }) || waiting.count >= Self.mostWaiting {
      try finish()
    }
  }

  /// Prints what still waits.
  mutating func finish() throws(FileError) {
    guard !waiting.isEmpty else { return }
    let first = waiting.lazy.compactMap(\.occurrence).first
    try begin(at: first)
  }

  private mutating func begin(at first: Timestamp?) throws(FileError) {
    start = first
    for entry in waiting { try print(entry) }
    waiting = []
  }

  private mutating func print(_ entry: RecordingEntry) throws(FileError) {
    // What has no time needs no start.
    let start = start ?? Timestamp(nanoseconds: 0)
    if filter.keeps(entry, since: start) { try out.write(TextDump(from: start).lines(of: entry)) }
  }
}

/// Collects the lines of touches between two flushes.
private struct TouchLines: ReplaySink {
  private let dump: TextDump
  private var text = ""
  private var isEmpty = true
  private let choice: TouchChoice

  init(from start: Timestamp, _ choice: TouchChoice) {
    dump = TextDump(from: start)
    self.choice = choice
  }

  mutating func handle(_ event: TouchEvent) {
    guard choice.contains(event.touch) else { return }
    isEmpty = false
    text += dump.line(of: event)
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}

  mutating func flush(to out: OutputFile) throws(FileError) {
    guard !text.isEmpty else { return }
    try out.write(text)
    text = ""
  }

  var warnings: [String] { choice.warnings(ofNone: isEmpty) }
}
