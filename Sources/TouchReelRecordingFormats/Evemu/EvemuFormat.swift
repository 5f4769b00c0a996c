package import TouchReelRecordings

extension RecordingFormat {
  /// The text of evemu.
  package static let evemu = RecordingFormat(rawValue: "evemu")
}

struct EvemuFormat: TextFormat {
  typealias Source = EvemuSource

  let format = RecordingFormat.evemu
  let label = "evemu"
  let origin = "`evemu-record` 1.0–1.3; if a file has only events, the description next to it is used"
  let suffixes = ["evemu", "events", "event", "device"]
  let beginnings: [StaticString] = ["# EVEMU "]
  let hasOneDevice = true
  let keepsDescriptions = true
  let needsDescription = true
  let isDescribedBeside = true

  var sink: SinkMaker? { { output, _ in CheckedSink(EvemuSink(output), to: output) } }
}

struct EvemuSource: TextRecordingSource { var text: TextSource<EvemuGrammar> }

extension EvemuGrammar {
  /// Recognizes events, and a description.
  mutating func recognizes(_ line: UnsafeRawBufferPointer) -> Bool {
    switch read(line) {
    case .event: break
    case .malformed, .malformedDescription:
      self = Self()
      return false
    default: guard devices[0].isDescribed else { return false }
    }
    // The description would be taken for the front of all that follows.
    self = Self()
    return true
  }
  /// Recognizes events. A description is kept until a line that is broken.
  mutating func recognizesEvent(_ line: UnsafeRawBufferPointer) -> Bool {
    switch read(line) {
    case .event: return true
    case .malformed, .malformedDescription: self = Self()
    default: break
    }
    return false
  }

  var describesDevice: Bool { devices[0].isDescribed }
}
