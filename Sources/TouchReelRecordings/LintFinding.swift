package import TouchReelInputEvents

/// Something in a recording that its user should know: where it occurs first, and how often.
package struct LintFinding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case missingDescription
    case emptyRange
    case invertedRange
    case missingResolution
    case timeWentBack
    case unfinishedFrame
    case endlessFrame
    case emptyFrame
    case slotOutOfRange
    case idWithoutLift
    case idsInOneFrame
    case strangeID
    case valueOutOfRange
    case unannouncedCode
    case downAtStart
    case droppedAndSynced
    case dropped
    case contactDownAtEnd
    case keyDownAtEnd
  }

  /// A frame of a device, counted from 0, and its time since the first event of the recording.
  package struct Location: Hashable, Sendable {
    package var frame: Int
    package var time: TimeSpan
    /// The latest time so far, which is a later one where the clock was set back.
    package var reached: TimeSpan
  }

  package var kind: Kind
  package var device: DeviceChannel
  /// The number of the device, as ``DeviceNumbers`` has it.
  package var deviceNumber: Int
  /// The axis, key or other code concerned.
  package var subject: String?
  /// The first occurrence; `nil` for what concerns the whole recording.
  package var location: Location?
  /// How often it occurs, the first time included.
  package var count = 1
  /// The times of all occurrences that have a location, as far as the recording had come.
  package var times = SpacedTimes()
}

extension LintFinding: CustomStringConvertible {
  /// `device 0: time goes backwards (first at 1.204 s, frame 144; 3 times)`.
  package var description: String {
    var notes: [String] = []
    if let location { notes.append("first at \(seconds(location.time)) s, frame \(location.frame)") }
    if count > 1 { notes.append("\(count) times") }
    let tail = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    return "device \(deviceNumber): \(sentence)\(tail)"
  }

  private var sentence: String {
    let subject = subject ?? "a code"
    return switch kind {
    case .missingDescription: "it has no description; its ranges are inferred from its events"
    case .emptyRange: "\(subject) has an empty range; positions are scaled by the values that occur"
    case .invertedRange: "\(subject) has an inverted range; its ends are swapped"
    case .missingResolution: "no resolution: its size in mm is unknown, and its proportions are taken from its ranges"
    case .timeWentBack: "time goes backwards"
    case .unfinishedFrame: "a frame has no SYN_REPORT; events of it may be missing"
    case .endlessFrame: "\(FrameAssembler.limit) events without a SYN_REPORT"
    case .emptyFrame: "a frame has no events"
    case .slotOutOfRange: "ABS_MT_SLOT is out of range; events of that slot are ignored"
    case .idWithoutLift: "a slot gets a new tracking id without a lift; the old touch ends there"
    case .idsInOneFrame: "a slot gets several tracking ids in one frame; the last of them counts"
    case .strangeID: "a tracking id that the kernel does not assign"
    case .valueOutOfRange: "\(subject) is out of range"
    case .unannouncedCode: "\(subject) is sent but not announced"
    case .downAtStart: "a contact was down before the recording began; its beginning is missing"
    case .droppedAndSynced: "SYN_DROPPED: events were lost, and the state was read again"
    case .dropped: "SYN_DROPPED: events were lost, and the state after that is a guess"
    case .contactDownAtEnd: "a contact is still down at the end"
    case .keyDownAtEnd: "\(subject) is still down at the end"
    }
  }

  private func seconds(_ span: TimeSpan) -> String {
    let milliseconds = span.nanoseconds / 1_000_000
    let fraction = String(milliseconds.magnitude % 1000)
    let sign = milliseconds < 0 ? "-" : ""
    return "\(sign)\(milliseconds.magnitude / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
