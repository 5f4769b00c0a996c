package import SystemPackage
package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordingFormats
package import TouchReelRecordings
import TouchReelReplaying

/// A pipe that is written while it comes, until it ends or something else ends it.
package struct PipeConversion {
  /// Opens the recording of the pipe. The first argument says what is inferred of a device that is not described; the
  /// second is called before each read that would wait for the pipe's writer, and ends the recording by false.
  package typealias Opening =
    (ReadingOptions.Inference, @escaping (PendingRead) -> Bool) throws(FileError) -> Recording

  /// What is done to the entries, in this order.
  package var transforms: [any EntryTransform] = []
  /// Whether the result says when it was recorded.
  package var keepsDates = true
  private let pipe: PipeBytes
  private let output: FilePath
  private let existing: OutputFile.Existing
  private let interruption: CInt
  private let open: Opening

  /// - Parameters:
  ///   - pipe: what comes.
  ///   - output: the new file.
  ///   - existing: what becomes of a file that is there already.
  ///   - interruption: a descriptor; input on it ends the pipe.
  ///   - open: opens the recording.
  /// - Throws: if the output exists and is not to be replaced, before anything is awaited.
  package init(
    _ pipe: PipeBytes, to output: FilePath, existing: OutputFile.Existing, endedBy interruption: CInt,
    open: @escaping Opening
  ) throws(FileError) {
    _ = try OutputFile(path: output, existing: existing)
    (self.pipe, self.output, self.existing) = (pipe, output, existing)
    (self.interruption, self.open) = (interruption, open)
  }

  /// What comes until the end or the interruption, for what needs all of it.
  package var whole: StreamedBytes {
    StreamedBytes(pipe) { [interruption] in $0.wait(orInputOn: interruption) == .ready }
  }

  /// Writes a recording.
  ///
  /// - Parameters:
  ///   - format: the new file's.
  ///   - clock: any that goes on while the pipe is silent.
  ///   - warn: takes what was noticed, also where the rest fails.
  /// - Returns: false if nothing was written, since the format begins with a description and all events are needed for
  ///   one.
  package func record(
    as format: RecordingFormat, clock: @escaping () -> Timestamp, _ warn: ([String]) -> Void
  ) throws(FileError) -> Bool {
    if format.needsDescription, try opened.lacksDescription() { return false }
    pipe.stopKeeping()
    var recorder = StreamRecorder(clock: clock)
    let witness = format.keepsDescriptions ? nil : TouchWitness()
    (recorder.format, recorder.transforms) = (format, transforms + (witness.map { [$0] } ?? []))
    recorder.schemas = .ofBoards
    recorder.keepsDates = keepsDates
    recorder.interruption = interruption
    let file = LiveOutput(output, existing: existing)
    let result = Result { () throws(FileError) in
      try recorder.record { (wait) throws(FileError) in
        try open(.nothing, wait)
      } to: { () throws(FileError) in
        try file.open()
      }
    }
    try file.close()
    warn(try result.get())
    if format != .mcap { try file.readable?.requireReadable(as: format, from: pipe.name) }
    if let witness { warn(try file.warnings(of: witness)) }
    return true
  }

  /// Writes a table.
  ///
  /// - Parameters:
  ///   - table: which rows.
  ///   - warn: takes what was noticed.
  /// - Returns: false if nothing was written, since all events are needed to know where touches are.
  package func write(_ table: RecordingTable, _ warn: ([String]) -> Void) throws(FileError) -> Bool {
    let rows = RowOutput()
    let stream = try open(.firstFrame) { [interruption] pending in
      rows.flush() && pending.wait(orInputOn: interruption) == .ready
    }
    guard let survey = try RecordingFacts.ofStream(stream, options: table.options.mapping) else { return false }
    pipe.stopKeeping()
    let file = LiveOutput(output, existing: existing)
    rows.file = try file.open()
    try rows.write(table.heading)
    let result = Result { () throws(FileError) in
      try table.write(stream: stream, survey) { (bytes) throws(FileError) in try rows.write(bytes) }
    }
    _ = rows.flush()
    try file.close()
    warn(try result.get())
    return true
  }

  private var opened: Recording {
    get throws(FileError) { try open(.nothing) { [interruption] in $0.wait(orInputOn: interruption) == .ready } }
  }
}

/// The output, made when it is known what is written.
private final class LiveOutput {
  private let path: FilePath
  private let existing: OutputFile.Existing
  private var file: RecorderFile?
  private(set) var readable: ReadableOutput?

  init(_ path: FilePath, existing: OutputFile.Existing) { (self.path, self.existing) = (path, existing) }

  func open() throws(FileError) -> any ByteOutput {
    let opened = try RecorderFile(path: path, existing: existing, readers: .umask)
    let output = ReadableOutput(opened)
    (file, readable) = (opened, output)
    return output
  }

  /// What to report of the touches in it; nothing of a pipe, which cannot be read again.
  func warnings(of witness: TouchWitness) throws(FileError) -> [String] {
    guard path != "-", (try? path.stat())?.type == .regular else { return [] }
    return try witness.warnings(comparedWith: try Recording.open(path))
  }

  func close() throws(FileError) { try file?.close() }
}

/// Rows of a table, of which every one is in the file before the next is awaited.
private final class RowOutput {
  var file: (any ByteOutput)?
  private var bytes: [UInt8] = []
  private static let limit = 64 << 10

  func write(_ rows: UnsafeRawBufferPointer) throws(FileError) {
    bytes.append(contentsOf: rows)
    if bytes.count >= Self.limit { try send() }
  }

  func write(_ heading: [UInt8]) throws(FileError) { bytes += heading }

  /// - Returns: whether the file took them.
  func flush() -> Bool { (try? send()) != nil }

  private func send() throws(FileError) {
    guard !bytes.isEmpty, let file else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    try file.write(bytes)
  }
}
