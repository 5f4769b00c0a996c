import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Finds the description of a recording that has none: the caller's, or a file beside the recording.
struct DescriptionResolver {
  let inference: ReadingOptions.Inference
  private let given: (any ByteSource)?
  private let known: KnownDevice?
  private let siblings: SiblingFiles?
  private let issues: ReadingIssues
  private var searched: DeviceDescription??

  /// - Parameter siblings: `nil` for formats whose recordings have no descriptions beside them.
  init(_ options: ReadingOptions, siblings: SiblingFiles? = nil, issues: ReadingIssues) {
    inference = options.inference
    given = options.description
    known = options.knownDevice
    self.siblings = siblings
    self.issues = issues
  }

  mutating func supplied() throws(FileError) -> DeviceDescription? {
    if let searched { return searched }
    let found = try search()
    searched = .some(found)
    return found
  }

  static let inferenceWarning =
    "the device has no description: its axes and ranges are inferred from its events; pass its description with --description"

  static let lateDescription =
    "the device is described behind its first events, where a stream cannot use it; "
    + "pass what describes it with --description, also to what was written"

  static let cutDescription =
    "the file is truncated inside the description of its device, of which the rest is missing"

  func noteInference() { issues.add(Self.inferenceWarning) }

  /// Warns where the recording describes its device, although the caller did as well.
  func noteUnused() {
    guard given != nil || known != nil else { return }
    issues.add("it describes its device itself: --description and --device-like have no effect")
  }

  private func search() throws(FileError) -> DeviceDescription? {
    if let given {
      return try DescriptionFile.read(given) { issues.add("\(given.name): \($0)") }
    }
    if let known { return known.description }
    guard let siblings else { return nil }
    for name in siblingNames(of: siblings.recordingName) where name != siblings.recordingName {
      guard let file = try siblings.open(name) else { continue }
      guard let found = try evemuDescription(in: file) else {
        issues.add("\(name) beside it does not describe a device: ignored")
        continue
      }
      issues.add("its device is described by \(name) beside it")
      for line in found.warnings.lines { issues.add("\(name): \(line)") }
      return found.description
    }
    return nil
  }
}

extension ReadingOptions.Inference {
  /// Whether no event after this one may be awaited for it: the first frame ends here, or has grown too long for one.
  ///
  /// - Parameter number: of the event, from 1.
  func ends(with event: InputEvent, number: Int) -> Bool {
    isOfBeginning && (event.isReport || number >= FrameAssembler.limit)
  }
}

extension Recording {
  /// The names of files that may describe a recording of a name, beside which they lie.
  package static func descriptionNames(beside recording: String) -> [String] { siblingNames(of: recording) }
}

/// The names that a description may have beside `A B.c.d.events`: `A B.c.d`, then `A B.c`, `A B` and, since recordings
/// are also named with a blank, a hyphen or an underscore (`A tap.events`, `A-tap.events`, `A_tap.events`), `A`, each
/// with a suffix. The longest comes first.
private func siblingNames(of recording: String) -> [String] {
  let dotted = stems(of: recording[...], before: ["."])
  let stems = dotted + stems(of: dotted.last ?? recording[...], before: [" ", "-", "_"])
  return stems.flatMap { stem in ["desc", "prop", "device"].map { "\(stem).\($0)" } }
}

/// What is left of a name when it is cut at its last separator again and again, up to 16 times.
private func stems(of name: Substring, before separators: Set<Character>) -> [Substring] {
  var stems: [Substring] = []
  var stem = name
  while stems.count < 16, let end = stem.lastIndex(where: separators.contains), end > stem.startIndex {
    stem = stem[..<end]
    stems.append(stem)
  }
  return stems
}
