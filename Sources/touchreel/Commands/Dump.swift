import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelEvdevDevices
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelStudies
import TouchReelTouchTracking
import TouchReelWindowArguments

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
        touchreel dump study/*.mcap --format jsonl --rows touches > all.jsonl
        touchreel dump study/*.mcap --format npz > samples.npz
        adb exec-out getevent -lt | touchreel dump --touches -

      What comes through a pipe is printed as it comes, each row of touches when its touch ends. Touches of a device whose range is neither \
      described nor stated are printed when the pipe ends, and so is a table for NumPy.
      """)

  @Argument(
    help: ArgumentHelp("The recording to print; several for a table.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Flag(help: "Print the steps of touches instead of events.") var touches = false
  @OptionGroup(title: "Tables") var table: TableOptions
  @Option(help: "A table, as csv, as jsonl, or as npz for NumPy.") var format: TableFormat?
  @Flag(help: "Keep printing as the file grows, until Ctrl-C: events, steps of touches, or rows.") var follow = false
  @OptionGroup(title: "Part") var part: DumpSelection
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions

  var files: [String] { operands.flatMap(\.names) }

  func validate() throws {
    try surface.refuseFilmLimit()
    try table.refuse(unless: format != nil)
    try refuseSecondInput()
    if format != nil && touches { throw ValidationError("--format makes a table of touches; remove --touches.") }
    if !touches && format == nil {
      if !part.touch.isEmpty {
        throw ValidationError("--touch prints the steps of touches; add --touches or --format.")
      }
      let given = surface.given.names
      guard given.isEmpty else {
        throw ValidationError(
          "Only touches have a place: add --touches or --format, or remove \(given.joined(separator: ", ")).")
      }
    }
    try ReplayTime.requireOrder(part.from, part.to)
    if follow && (part.needsLength || part.to?.isEnd == true) {
      throw ValidationError("--follow has no end; state --from and --to as times.")
    }
    if follow && format == .npz {
      throw ValidationError("--follow prints rows as they come, and npz has all of them at its end; use csv or jsonl.")
    }
    if files.count > 1 && format == nil { throw ValidationError("Several recordings become a table; add --format.") }
    if files.count > 1 && follow { throw ValidationError("--follow prints one recording; name one.") }
  }

  private var file: String { files[0] }

  func run() throws {
    if let format { return try dumpTable(as: format) }
    let out = try OutputFile(path: "-")
    let result = Result { try touches ? dumpTouches(to: out) : dumpEvents(to: out) }
    // What was read before an error is printed.
    try out.commit()
    Terminal.warn(try result.get(), of: file == "-" ? "standard input" : file)
  }

  private func dumpEvents(to out: OutputFile) throws -> [String] {
    let bytes = try input.bytes(of: file)
    let ending = try follow ? Interruption() : nil
    let stream = try part.needsLength ? nil : stream(bytes, flushing: out, until: ending)
    if stream != nil { (bytes as? PipeBytes)?.stopKeeping() }
    let (recording, isStream) = (try stream ?? input.open(bytes), stream != nil)
    var source = try recording.makeSourceOfEvents()
    var entry = RecordingEntry()
    var messages = BoardMessageReader()
    var selects = false
    // Other formats have nothing with a time before their first event.
    let start = try isStream || recording.format != .mcap ? nil : recording.start()
    var lines = EventLines(out, part.filter(duration: try duration(of: recording)), from: start)
    let reading = Result {
      while try source.next(into: &entry) {
        try lines.handle(entry)
        if case .set(let setting)? = messages.command(in: entry), setting[\.tool]?.selects == true { selects = true }
      }
    }
    try lines.finish()
    try reading.get()
    try requireChosen(lines.missing, of: recording)
    let ofBoard = try selects && !isStream ? warningsOfBoard(recording) : messages.warnings.lines
    return source.warnings.lines + ofBoard
  }

  /// - Parameter missing: the first chosen touch or device that the recording does not have, as a message.
  private func requireChosen(_ missing: String?, of recording: Recording) throws {
    if let missing { throw Failure(message: "\(recording.name): \(missing)") }
  }

  /// What was chosen and a recording does not have, as a message.
  ///
  /// - Parameter facts: of all of it.
  private func missing(from facts: RecordingFacts) -> String? {
    if let from = part.from, facts.eventCount > 0, facts.instant(from) > facts.end {
      return TouchChoice.missingPart(ofLength: facts.end.since(facts.start))
    }
    return part.missing(amongTouches: facts.touches.began, devices: facts.openings)
  }

  private func choice(in facts: RecordingFacts, of recording: Recording) throws -> TouchChoice {
    try requireChosen(part.missing(amongTouches: facts.touches.began, devices: facts.openings), of: recording)
    return part.choice(among: facts.openings)
  }

  private func duration(of recording: Recording) throws(FileError) -> TimeSpan {
    guard part.needsLength else { return .zero }
    let facts = try input.facts(of: recording, [])
    return facts.end.since(facts.start)
  }

  /// Needs a board: only it knows which touch moved a shape that was removed.
  private func warningsOfBoard(_ recording: Recording) throws(FileError) -> [String] {
    try input.facts(of: recording, .touchesOnBoard, rules: surface.rules).messageWarnings
  }

  private func dumpTouches(to out: OutputFile) throws -> [String] {
    let bytes = try input.bytes(of: file)
    let ending = try follow ? Interruption() : nil
    let live = try live(bytes, flushing: out, until: ending)
    let recording = try live?.stream ?? input.open(bytes)
    let survey = try live?.survey ?? input.facts(of: recording, rules: surface.rules)
    if live == nil { try requireChosen(missing(from: survey), of: recording) }
    let plan = survey.plan(options: surface.mapping)
    let end = survey.bound(part.to)
    let span = RecordingSpan(
      from: part.from.map(survey.instant), to: end.map(RecordingSpan.End.through) ?? .file)
    var options = RenderOptions()
    (options.mapping, options.rules) = (surface.mapping, surface.rules)
    try out.write(TextDump.heading(of: survey))
    var lines = try BoardedSink(
      TouchLines(from: survey.start, survey.deviceNumbers, part.choice(among: survey.openings), span),
      recording: recording, facts: survey, options: options)
    var replayer = Replayer(try recording.makeSource(), plan: plan, rules: surface.rules)
    var openingCount = survey.devices.count
    let result = Result {
      while try replayer.step(through: end, into: &lines) {
        if replayer.openingCount > openingCount {
          openingCount = replayer.openingCount
          lines.sink.deviceNumbers = replayer.deviceNumbers
          lines.sink.choice = part.choice(among: replayer.openings)
        }
        try lines.sink.flush(to: out)
      }
    }
    // What is down where a part ends goes on behind it.
    if !replayer.isPending { replayer.finish(into: &lines) }
    try lines.sink.flush(to: out)
    try result.get()
    if live != nil, end == nil {
      if let from = span.start, let reached = replayer.reached, reached < from {
        try requireChosen(TouchChoice.missingPart(ofLength: reached.since(survey.start)), of: recording)
      }
      let missing = part.missing(amongTouches: lines.sink.touchCount, devices: replayer.openings)
      try requireChosen(missing, of: recording)
    }
    let ofReading = live == nil ? survey.readingWarnings : replayer.readingWarnings
    return ofReading + plan.warnings + replayer.warnings + lines.sink.warnings
  }

  /// Requires that the recording has the chosen touches and devices before anything is written.
  private func dump(_ table: RecordingTable, ofChosenIn recording: Recording) throws {
    let facts = try input.facts(of: recording, rules: surface.rules)
    var table = table
    table.options.choice = try choice(in: facts, of: recording)
    table.labels = labels(facts.statistics.ownMetadata)
    if facts.eventCount == 0 { try recording.requireEvents() }
    let out = try table.output(to: OutputFile(path: "-"))
    let result = Result { () throws(FileError) in
      try table.write(recording, facts) { (rows) throws(FileError) in try out.write(rows) }
    }
    try out.commit()
    Terminal.warn(try result.get(), of: recording.name)
  }

  private func dumpTable(as format: TableFormat) throws {
    var table = table.table(as: format, surface)
    part.apply(to: &table.options)
    if format == .npz, isatty(STDOUT_FILENO) == 1 {
      throw Failure(
        message: "a table for NumPy is not written to a terminal; send it to a file: --format npz > samples.npz")
    }
    let bytes = files.count == 1 ? try input.bytes(of: file) : nil
    guard let bytes, follow || bytes is PipeBytes else {
      if let bytes, !part.isOfAllTouches, try DrawingRows.reading(bytes, limits: input.limits.ink) == nil {
        return try dump(table, ofChosenIn: try input.open(bytes))
      }
      let labels = LabelsOfFiles(of: files, input)
      table.labels = labels.all.labels(nil)
      return try TableBatch(table, part, input, labels).write(files, to: OutputFile(path: "-"))
    }
    if !follow, try DrawingRows.reading(bytes, limits: input.limits.ink) != nil {
      return try TableBatch(table, part, input).write(of: bytes, to: OutputFile(path: "-"))
    }
    try dump(table, ofStream: bytes)
  }

  /// Writes the rows of what comes through a pipe or is followed.
  private func dump(_ table: RecordingTable, ofStream bytes: any ByteSource & Sendable) throws {
    var table = table
    let file = try OutputFile(path: "-")
    let ending = try follow ? Interruption() : nil
    let begun = Result { () throws -> (recording: Recording, facts: RecordingFacts, isLive: Bool) in
      if let live = try live(bytes, flushing: file, until: ending) { return (live.stream, live.survey, true) }
      let recording = try input.open(bytes)
      return (recording, try input.facts(of: recording, rules: surface.rules), false)
    }
    table.labels = labels((try? begun.get())?.facts.statistics.ownMetadata ?? [])
    let out = try table.output(to: file)
    let result = Result { () throws in
      let (recording, facts, isLive) = try begun.get()
      if isLive {
        (table.options.choice, table.devices) = (part.choice(among: facts.openings), part.devices)
        return try table.write(stream: recording, facts) { (rows) throws(FileError) in try out.write(rows) }
      }
      if facts.eventCount == 0 { try recording.requireEvents() }
      table.options.choice = try choice(in: facts, of: recording)
      return try table.write(recording, facts) { (rows) throws(FileError) in try out.write(rows) }
    }
    try out.commit()
    Terminal.warn(try result.get(), of: bytes.name)
  }
}

/// What recordings of a study are of, as columns.
extension Dump {
  private func labels(_ metadata: [ForeignMetadata]) -> [RowLabel] {
    var labels = TrialLabels()
    let facts = TrialFacts(metadata)
    if let facts { labels.add(facts) }
    return labels.labels(facts, TrialEnd(metadata))
  }
}

/// Recordings that are printed while they come.
extension Dump {
  /// The recording of a pipe, or of a file that is followed; `nil` for any other.
  ///
  /// - Parameter ending: ends it, where it is followed.
  fileprivate func stream(
    _ bytes: any ByteSource, flushing out: any ByteOutput, until ending: Interruption?
  ) throws -> Recording? {
    if let pipe = bytes as? PipeBytes {
      return try input.open(pipe, inferring: .firstFrame) { pending in
        guard (try? out.flush()) != nil else { return false }
        return ending.map { pending.wait(orInputOn: $0.readiness) == .ready } ?? true
      }
    }
    guard follow else { return nil }
    guard try !(RecordingSniffer.unpacked(bytes) is GzipBytes) else {
      throw Failure(
        message: "\(bytes.name): is packed by gzip, which --follow does not read; unpack it: "
          + "gzip -dc FILE | touchreel dump -")
    }
    var options = try input.readingOptions()
    options.inference = .firstFrame
    let followed = FollowedBytes(bytes) {
      _ = try? out.flush()
      usleep(20_000)
      return ending?.check() != true
    }
    return try Recording.open(followed, options: options)
  }

  /// The same, with where its touches lie; `nil` also for a pipe that has to be read to its end first, as its device's
  /// range is not known.
  fileprivate func live(
    _ bytes: any ByteSource, flushing out: any ByteOutput, until ending: Interruption?
  ) throws -> (stream: Recording, survey: RecordingFacts)? {
    guard !part.needsLength, let stream = try stream(bytes, flushing: out, until: ending) else { return nil }
    if let survey = try RecordingFacts.ofStream(stream, options: surface.mapping) {
      (bytes as? PipeBytes)?.stopKeeping()
      return (stream, survey)
    }
    guard (try? stream.requireEvents()) != nil else { return nil }
    let lack = "does not describe its device, so that its range is known only at the end"
    let advice = "--range, --device-like or --description"
    guard bytes is PipeBytes else {
      throw Failure(message: "\(stream.name): \(lack), and --follow has none; add \(advice)")
    }
    Terminal.warn("\(stream.name): \(lack): touches are printed then; \(advice) has them printed as they come")
    return nil
  }
}
