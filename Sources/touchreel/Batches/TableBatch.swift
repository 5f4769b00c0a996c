import ArgumentParser
import TouchReelByteStreams
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelStudies

/// One table of any number of recordings, which are read by as many threads as the machine runs at once.
struct TableBatch: Sendable {
  private let table: RecordingTable
  private let part: DumpSelection?
  private let input: InputOptions
  private let labels: LabelsOfFiles

  /// - Parameters:
  ///   - part: the touches that have rows; `nil` for all.
  ///   - labels: the columns of trials.
  init(
    _ table: RecordingTable, _ part: DumpSelection?, _ input: InputOptions, _ labels: LabelsOfFiles = LabelsOfFiles()
  ) {
    self.table = table
    self.labels = labels
    self.part = part
    self.input = input
  }

  private struct Files: WorkSource {
    let names: [String]
    private var index = 0

    init(_ names: [String]) { self.names = names }

    mutating func next() -> (name: String, index: Int)? {
      guard index < names.count else { return nil }
      defer { index += 1 }
      return (names[index], index)
    }

    var progress: Double { Double(index) / Double(names.count) }
  }

  /// Recordings that cannot be read are reported and have no rows.
  func write(_ files: [String], to out: sending OutputFile) throws {
    try write(files, to: out) { (file) throws(FileError) in try input.bytes(of: file) }
  }

  /// Writes the rows of a file that is open, such as a pipe, which opens once.
  func write(of opened: any ByteSource & Sendable, to out: sending OutputFile) throws {
    try write([opened.name], to: out) { _ in opened }
  }

  private func write(
    _ files: [String], to out: sending OutputFile,
    _ open: @escaping @Sendable (String) throws(FileError) -> any ByteSource & Sendable
  ) throws {
    let isFile = out.isSeekable
    let output = OutputInTurn(try table.output(to: out))
    let isWhole = FileBatch.run(Files(files), threads: min(FileBatch.cores, files.count), title: "Reading") { part in
      report(on: part.name, part.index, output) { report in
        do { try write(part.name, part.index, output, open, &report) } catch let error as FileError
          where error.isOfReading
        {
          // A new file would look whole, and one that was there would be lost.
          if isFile { output.abandon() }
          throw error
        }
      }
    }
    try output.commit()
    if !isWhole { throw ExitCode.failure }
  }

  private func report(
    on file: String, _ index: Int, _ output: OutputInTurn, _ write: (inout BatchReport) throws -> Void
  ) -> BatchReport {
    var report = BatchReport()
    guard !output.hasFailed else { return report }
    report.noteErrors(of: file, write)
    output.finish(index)
    return report
  }

  private func write(
    _ file: String, _ index: Int, _ output: OutputInTurn,
    _ open: (String) throws(FileError) -> any ByteSource & Sendable, _ report: inout BatchReport
  ) throws {
    if let error = labels.unread[index] { throw error }
    let bytes = try open(file)
    if let set = try DrawingRows.reading(bytes, limits: input.limits.ink) {
      try write(set, file, index, output, &report)
    } else {
      try write(try input.open(bytes), table, index, output, &report)
    }
  }

  private func write(
    _ recording: Recording, _ table: RecordingTable, _ index: Int, _ output: OutputInTurn, _ report: inout BatchReport
  ) throws(FileError) {
    do throws(FileError) {
      let warnings = try write(recording, table) { (bytes) throws(FileError) in try output.write(bytes, to: index) }
      report.warn(table.drawing == nil ? warnings : warnings.map(\.withoutOwnLine), of: recording.name)
    } catch {
      // One of the table, not of this recording, is reported once, at the end.
      if !output.hasFailed || error.isOfClosedReader { throw error }
    }
  }

  /// Writes the rows of all drawings of a file; one that cannot be read is reported and has none.
  private func write(
    _ set: DrawingRows, _ file: String, _ index: Int, _ output: OutputInTurn, _ report: inout BatchReport
  ) throws {
    (report.unit, report.count) = (.drawing, 0)
    try set.forEachBlock { block in
      report.count += block.lines.count
      for line in block.lines {
        report.noteErrors(of: "\(file):\(line.number)") { report in
          var table = table
          table.drawing = (line.index, file)
          do {
            try write(try input.open(try block.drawing(line, of: file)), table, index, output, &report)
          } catch { throw block.fault(of: line, input.limits.ink, in: file) ?? error }
        }
      }
      return !output.hasFailed
    }
  }

  /// - Returns: warnings.
  private func write(
    _ recording: Recording, _ table: RecordingTable, _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> [String] {
    var table = table
    let trial = try TrialFacts(beginningOf: recording)
    table.labels = labels.all.labels(trial, trial == nil ? nil : try TrialEnd(of: recording))
    // One that was skipped has no rows, which is no fault of its file.
    if trial != nil, try !hasEvents(recording) { return [] }
    guard let part, !part.isOfAllTouches else { return try table.write(recording, take) }
    let facts = try input.facts(of: recording, rules: table.options.rules, showsProgress: false)
    if facts.eventCount == 0 { try recording.requireEvents() }
    table.options.choice = part.choice(among: facts.openings)
    return try table.write(recording, facts, take)
  }

  private func hasEvents(_ recording: Recording) throws(FileError) -> Bool {
    do throws(FileError) { try recording.requireEvents() } catch {
      if error.isOfReading { throw error }
      return false
    }
    return true
  }
}

/// The columns that files of trials have in a table, which are known before the first row.
struct LabelsOfFiles: Sendable {
  private(set) var all = TrialLabels()
  /// What the system failed to read of a file, by its index: it may be of a trial, so it has no rows.
  private(set) var unread: [Int: FileError] = [:]

  init() {}

  /// What else is wrong with a file is said where its rows are made.
  init(of files: [String], _ input: InputOptions) {
    for (index, file) in files.enumerated() {
      do throws(FileError) {
        if let facts = try TrialFacts(beginningOf: try input.open(file)) { all.add(facts) }
      } catch {
        if error.isOfReading { unread[index] = error }
      }
    }
  }
}
