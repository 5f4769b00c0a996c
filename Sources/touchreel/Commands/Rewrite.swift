import ByteStreams
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// Writes one or several recordings to a new file: what `convert`, `cut` and `join` share.
struct Rewrite {
  private let format: RecordingFormat
  private var transforms: [any EntryTransform]
  /// The error if the transforms leave no event; `nil` if that is allowed.
  var emptyResult: String?
  /// Whether the result says when it was recorded.
  var keepsDates = true

  init(to format: RecordingFormat, _ transforms: [any EntryTransform] = []) {
    self.format = format
    self.transforms = transforms
  }

  mutating func append(_ transform: any EntryTransform) { transforms.append(transform) }

  /// Adds a device description inferred from the events if the format starts with one and the recording has none.
  mutating func describe(_ recording: Recording, with input: InputOptions) throws(FileError) {
    guard format.keepsDescriptions, try recording.lacksDescription() else { return }
    transforms.insert(DescriptionSupplement(try input.facts(of: recording, []).descriptions), at: 0)
  }

  /// Writes the recordings one after another, and warns of what was lost.
  func run(
    _ recordings: [Recording], output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) {
    let (warnings, losses) = try writeShowingProgress(
      recordings, to: output, replacing: replacing, joining: pause)
    Terminal.warn(warnings, of: recordings.count == 1 ? recordings[0].name : outputName(output))
    Terminal.warn(losses, of: outputName(output))
  }

  /// As ``write(_:to:replacing:joining:readsAhead:progress:)``, of recordings that nothing else is done beside.
  func writeShowingProgress(
    _ recordings: [Recording], to output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) -> (warnings: [String], losses: [String]) {
    var progress = Progress("Writing")
    defer { progress.finish() }
    return try write(
      recordings, to: output, replacing: replacing, joining: pause, readsAhead: Processors.areSeveral
    ) {
      progress.update($0)
    }
  }

  /// Writes the recordings one after another.
  ///
  /// - Parameter readsAhead: whether a thread of its own reads a long file; of several, each is opened at the start.
  /// - Returns: what was found while reading, and what the format cannot hold.
  func write(
    _ recordings: [Recording], to output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil,
    readsAhead: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> (warnings: [String], losses: [String]) {
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let isAhead = readsAhead && recordings.count == 1
    let sources = try recordings.map { recording throws(FileError) in
      isAhead ? try recording.makeSourceReadAhead() : try recording.makeSource()
    }
    let readable = ReadableOutput(out)
    let sink = try FormatSinks.make(
      format, output: readable, epochOffset: keepsDates ? recordings.first?.epochOffset() ?? .zero : .zero,
      schemas: .ofBoards)
    var written = TransformedSink(sink, by: transforms)
    let join = Join(pause: pause, carriesOver: BoardSettingMessage.isOne)
    let warnings = try written.copy(sources, joinedBy: join, progress: progress)
    let name = recordings.first?.name ?? output
    if written.isEmpty, let reason = emptyResult ?? format.errorWithoutEvents {
      throw FileError(file: name, message: reason)
    }
    if written.isEmpty, format != .mcap, try !describeDevice(recordings) {
      throw FileError(file: name, message: "has neither events nor devices; only mcap can hold that")
    }
    try readable.requireReadable(as: format, from: name)
    try out.commit()
    return (warnings, written.losses)
  }
}

private func outputName(_ output: String) -> String { output == "-" ? "standard output" : output }

/// Whether any recording opens a device. Reads all of them, so use it for recordings without events, which are short.
private func describeDevice(_ recordings: [Recording]) throws(FileError) -> Bool {
  var entry = RecordingEntry()
  for recording in recordings {
    var source = try recording.makeSource()
    while try source.next(into: &entry) { if case .opening = entry { return true } }
  }
  return false
}

extension RecordingFormat {
  /// The error for a recording without events; `nil` if the format can hold one.
  fileprivate var errorWithoutEvents: String? {
    guard !keepsDescriptions else { return nil }
    let others = FormatSinks.formats.filter(\.keepsDescriptions).map(\.rawValue).listed("and")
    return "has no events, and \(rawValue) holds nothing else; \(others) keep device descriptions"
  }
}
