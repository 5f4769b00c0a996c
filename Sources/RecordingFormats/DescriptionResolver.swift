import ByteStreams
import InputEvents
import Recordings

/// Finds the description of a recording that has none: the caller's, or a file beside the recording.
struct DescriptionResolver {
  let inference: ReadingOptions.Inference
  private let given: (any ByteSource)?
  private let siblings: SiblingFiles?
  private let issues: ReadingIssues
  private var searched: DeviceDescription??

  /// - Parameter siblings: `nil` for formats whose recordings have no descriptions beside them.
  init(_ options: ReadingOptions, siblings: SiblingFiles? = nil, issues: ReadingIssues) {
    inference = options.inference
    given = options.description
    self.siblings = siblings
    self.issues = issues
  }

  mutating func supplied() throws(FileError) -> DeviceDescription? {
    if let searched { return searched }
    let found = try search()
    searched = .some(found)
    return found
  }

  func noteInference() {
    issues.add("the device has no description: its axes and ranges are inferred from its events; pass its description")
  }

  private func search() throws(FileError) -> DeviceDescription? {
    if let given {
      guard let description = try anyDescription(in: given) else {
        throw FileError(
          file: given.name,
          message:
            "does not describe a device; pass a file of evemu-describe, getevent -lp, libinput record or evtest, "
            + "or a recording that has a description")
      }
      return description
    }
    guard let siblings else { return nil }
    for name in siblingNames(of: siblings.recordingName) where name != siblings.recordingName {
      if let file = try siblings.open(name), let description = try evemuDescription(in: file) { return description }
    }
    return nil
  }
}

/// The device that a file of any format describes: the first one with positions, else the first. The state that it was
/// in is not the state that it is in now.
private func anyDescription(in bytes: any ByteSource) throws(FileError) -> DeviceDescription? {
  if let description = try evemuDescription(in: bytes) { return description }
  guard let format = try? RecordingSniffer.format(of: bytes) else { return nil }
  var options = ReadingOptions()
  options.inference = .firstFrame
  var source = try FormatSources.open(format, bytes: bytes, options: options)
  var entry = RecordingEntry()
  var first: DeviceDescription?
  while try source.next(into: &entry) {
    if case .frame = entry { break }
    guard case .opening(let opening, _) = entry, opening.description.isComplete else { continue }
    first = first ?? opening.description
    if opening.description.axes[.positionX] ?? opening.description.axes[.x] != nil {
      first = opening.description
      break
    }
  }
  return first?.atRest
}

extension ReadingOptions.Inference {
  /// Whether no event after this one may be awaited for it: the first frame ends here, or has grown too long for one.
  ///
  /// - Parameter number: of the event, from 1.
  func ends(with event: InputEvent, number: Int) -> Bool {
    isOfBeginning && (event.isReport || number >= FrameAssembler.limit)
  }
}

extension DeviceDescription {
  fileprivate var atRest: DeviceDescription {
    var device = self
    (device.slots, device.active) = ([], [:])
    for code in device.axes.keys { device.axes[code]?.value = 0 }
    return device
  }
}

/// The device that an evemu file describes, before its first event.
private func evemuDescription(in bytes: any ByteSource) throws(FileError) -> DeviceDescription? {
  var grammar = EvemuGrammar()
  let lines = LineReader(bytes, window: 64 << 10)
  while let line = try lines.next() {
    if case .event = grammar.read(line) { break }
  }
  return grammar.devices[0].isDescribed ? grammar.devices[0].description : nil
}

extension Recording {
  /// The names of files that may describe a recording of a name, beside which they lie.
  package static func descriptionNames(beside recording: String) -> [String] { siblingNames(of: recording) }
}

/// The names that a description may have beside `A B.c.d.events`: `A B.c.d`, then `A B.c`, `A B` and, since recordings
/// are also named with a blank (`A B tap.events`), `A`, each with a suffix.
private func siblingNames(of recording: String) -> [String] {
  var stems: [Substring] = []
  var stem = recording[...]
  for separator: Character in [".", " "] {
    while stems.count < 16, let end = stem.lastIndex(of: separator), end > stem.startIndex {
      stem = stem[..<end]
      stems.append(stem)
    }
  }
  return stems.flatMap { stem in ["desc", "prop", "device"].map { "\(stem).\($0)" } }
}
