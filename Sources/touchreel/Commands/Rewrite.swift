import ByteStreams
import InputEvents
import Recordings
import Replaying
import SystemPackage

/// One or several recordings written anew: what `convert`, `cut` and `join` share.
struct Rewrite {
  private let format: RecordingFormat
  private var transforms: [any EntryTransform]
  /// What is wrong where the transforms leave no event; `nil` where that is allowed.
  var emptyResult: String?

  init(to format: RecordingFormat, _ transforms: [any EntryTransform] = []) {
    self.format = format
    self.transforms = transforms
  }

  /// Formats that begin with a description get one inferred from the events where the recording has none.
  mutating func describe(_ recording: Recording, with input: InputOptions) throws(FileError) {
    guard format == .evemu || format == .libinput || format == .mcap, try recording.lacksDescription() else { return }
    let survey = try input.survey(recording)
    transforms.insert(DescriptionSupplement(survey.descriptions), at: 0)
  }

  /// Writes the recordings, one after another where there are several, and tells what was lost.
  func run(
    _ recordings: [Recording], output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) {
    let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
    let sources = try recordings.map { recording throws(FileError) in try recording.makeSource() }
    let readable = ReadableOutput(out)
    let sink = try FormatSinks.make(
      format, output: readable, epochOffset: recordings.first?.epochOffset() ?? .zero, schemas: .ofBoards)
    var written = TransformedSink(sink, by: transforms)
    var progress = Progress("Writing")
    let join = Join(pause: pause, carriesOver: BoardSettingMessage.isOne)
    let warnings = try written.copy(sources, joinedBy: join) { progress.update($0) }
    progress.finish()
    let name = recordings.first?.name ?? output
    if written.isEmpty, let reason = emptyResult ?? format.reasonForEvents {
      throw FileError(file: name, message: reason)
    }
    if written.isEmpty, format != .mcap, try !describeDevice(recordings) {
      throw FileError(file: name, message: "has neither events nor devices; only mcap holds that")
    }
    try readable.requireReadable(as: format, from: name)
    try out.commit()
    Terminal.warn(warnings + written.losses, of: out.name)
  }
}

/// Whether any opens a device; of use for those without events, which are short.
private func describeDevice(_ recordings: [Recording]) throws(FileError) -> Bool {
  var entry = RecordingEntry()
  for recording in recordings {
    var source = try recording.makeSource()
    while try source.next(into: &entry) { if entry.kind == .opening { return true } }
  }
  return false
}

extension RecordingFormat {
  /// What is wrong with a recording of no events, in formats that hold nothing else.
  fileprivate var reasonForEvents: String? {
    switch self {
    case .getevent, .raw24, .raw16, .evtest, .hexdump, .chromeos:
      "has no events, and \(rawValue) holds nothing else; mcap, evemu and libinput keep the description of a device"
    case .mcap, .evemu, .libinput: nil
    }
  }
}
