import ByteStreams
import EvdevDevices
import Exporting
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// A pipe that is written while it comes, until it ends or a signal ends it.
struct PipeConversion: ~Copyable {
  let input: InputOptions
  let replacing: OutputOptions
  var transforms: [any EntryTransform]
  /// Whether the result says when it was recorded.
  var keepsDates: Bool
  private let pipe: PipeBytes
  private let output: String
  private let signals: SignalWatch

  /// - Throws: if the output exists and is not to be replaced, before anything is awaited.
  init(_ pipe: PipeBytes, to output: String, _ input: InputOptions, replacing: OutputOptions) throws {
    _ = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let watch = try SignalWatch()
    signals = watch
    (self.pipe, self.output) = (pipe, output)
    (self.input, self.replacing) = (input, replacing)
    (transforms, keepsDates) = ([], true)
  }

  /// The signal that ended the pipe has done its work.
  deinit { while signals.next() != nil {} }

  /// Hands on what came until the end or the first signal, for what needs all of it.
  func withWhole(_ body: (StreamedBytes) throws -> Void) rethrows {
    try body(StreamedBytes(pipe) { [stop = signals.readiness] in $0.wait(orInputOn: stop) == .ready })
  }

  /// Writes a recording.
  ///
  /// - Parameter warn: takes what was noticed, also where the rest fails.
  /// - Returns: false if nothing was written, since the format begins with a description and all events are needed for
  ///   one.
  func record(as format: RecordingFormat, _ warn: ([String]) -> Void) throws -> Bool {
    try input.refuseDrawing(pipe)
    if format != .mcap, format.keepsDescriptions, try open(.nothing).lacksDescription() { return false }
    pipe.stopKeeping()
    var recorder = StreamRecorder { MonotonicClock.now }
    (recorder.format, recorder.transforms) = (format, transforms)
    recorder.schemas = .ofBoards
    recorder.keepsDates = keepsDates
    recorder.interruption = signals.readiness
    let file = LiveOutput(FilePath(argument: output), existing: replacing.existing)
    let result = Result { () throws(FileError) in
      try recorder.record { (wait) throws(FileError) in
        try input.open(pipe, inferring: .nothing, wait: wait)
      } to: { () throws(FileError) in
        try file.open()
      }
    }
    try file.close()
    warn(try result.get())
    if format != .mcap { try file.readable?.requireReadable(as: format, from: pipe.name) }
    return true
  }

  /// Writes a table.
  ///
  /// - Parameter warn: takes what was noticed.
  /// - Returns: false if nothing was written, since all events are needed to know where touches are.
  func write(_ table: RecordingTable, _ warn: ([String]) -> Void) throws -> Bool {
    try input.refuseDrawing(pipe)
    let rows = RowOutput()
    let stop = signals.readiness
    let stream = try input.open(pipe, inferring: .firstFrame) { pending in
      rows.flush() && pending.wait(orInputOn: stop) == .ready
    }
    guard let survey = try RecordingFacts.ofStream(stream, options: table.options.mapping) else { return false }
    pipe.stopKeeping()
    let file = LiveOutput(FilePath(argument: output), existing: replacing.existing)
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

  private func open(_ inference: ReadingOptions.Inference) throws(FileError) -> Recording {
    try input.open(pipe, inferring: inference) { [stop = signals.readiness] in $0.wait(orInputOn: stop) == .ready }
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
    let opened = try RecorderFile(path: path, existing: existing)
    let output = ReadableOutput(opened)
    (file, readable) = (opened, output)
    return output
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
