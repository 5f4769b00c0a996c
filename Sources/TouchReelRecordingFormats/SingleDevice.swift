import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// The device of a format that holds only one: the first with a frame.
struct SingleDevice {
  private let format: RecordingFormat
  private let file: String
  private var openings: [DeviceChannel: DeviceOpening] = [:]
  private var first: DeviceOpening?
  private var chosen: DeviceOpening?
  private var current: DeviceChannel?
  private var held: HeldState?

  init(format: RecordingFormat, file: String) {
    self.format = format
    self.file = file
  }

  mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    openings[channel] = opening
    if first == nil { first = opening }
  }

  /// What the first frame of an opening brings into the file.
  struct Start {
    /// What the device is, to be written first; `nil` but for the first opening of all.
    var description: DeviceDescription?
    /// Whether the device was plugged in again while something was down.
    var letsGo = false
    /// The opening, with its state.
    var opening: DeviceDescription
    /// The frame, and what puts the device into the state that the opening begins with.
    var frames: [Frame]
  }

  /// Takes a frame into account, which is written unless something else is returned.
  ///
  /// - Throws: if another device spoke before.
  @inline(__always)
  mutating func start(with frame: Frame, of channel: DeviceChannel) throws(FileError) -> Start? {
    guard channel == current else { return try change(to: channel, with: frame) }
    held?.apply(frame)
    return nil
  }

  /// What a file without a frame describes, and what else was opened.
  mutating func silent() -> DeviceDescription? { chosen == nil ? first?.description : nil }

  /// The number of devices without frames, which are not in the file.
  var omitted: Int {
    let kept = (chosen ?? first)?.number
    return Set(openings.values.map(\.number)).count { $0 != kept }
  }

  private mutating func change(to channel: DeviceChannel, with frame: Frame) throws(FileError) -> Start {
    guard let opening = openings[channel] else {
      throw FileError(file: file, message: "a frame came before its device was opened; the recording is damaged")
    }
    if let chosen, chosen.number != opening.number { throw severalDevices(chosen, opening) }
    let isFirst = chosen == nil
    if isFirst { chosen = opening }
    current = channel
    var state = held ?? HeldState(opening.description)
    defer { held = state }
    return Start(
      description: isFirst ? opening.description : nil, letsGo: state.isHolding,
      opening: opening.description, frames: state.begin(opening.description, with: frame))
  }

  private func severalDevices(_ one: DeviceOpening, _ other: DeviceOpening) -> FileError {
    let message =
      "\(format.rawValue) holds one device, and the recording has events of \(name(one)) and of \(name(other))"
    return FileError(file: file, message: message, advice: .pickDevice(one.number))
  }

  private func name(_ opening: DeviceOpening) -> String {
    let name = opening.description.name.filter { !$0.isNewline }
    return name.isEmpty ? "device \(opening.number)" : "device \(opening.number) (\(name))"
  }
}

/// What a reader of the file knows of a device's state, for formats that express states by events only.
///
/// An opening's state is written at the beginning of its first frame, in that frame, so that it draws nothing of its
/// own: a finger that is down begins where the frame has it, and a value that no event repeats is there. Where a device
/// was plugged in again, everything is let go first.
struct HeldState {
  private var state: DeviceState
  private var time: Timestamp?

  /// - Parameter description: of the device, which the reader takes to begin with nothing down and all axes at 0.
  init(_ description: DeviceDescription) { state = DeviceState(description.withoutState) }

  /// Whether anything is down or pressed.
  var isHolding: Bool { state.isHolding }

  @inline(__always)
  mutating func apply(_ frame: Frame) {
    state.apply(frame)
    time = frame.time ?? time
  }

  /// What is to be written for the first frame of an opening.
  ///
  /// - Parameter description: of the opening, with its state. One that has none leaves what is known.
  mutating func begin(_ description: DeviceDescription, with frame: Frame) -> [Frame] {
    var frames: [Frame] = []
    if let time, let release = state.releaseFrame(at: time) {
      state.apply(release)
      frames.append(release)
    }
    let first = stated(description, with: frame)
    for frame in first { apply(frame) }
    return frames + first
  }

  private func stated(_ description: DeviceDescription, with frame: Frame) -> [Frame] {
    let wanted = DeviceState(description)
    guard let time = frame.events.first?.time, !wanted.isBlank || !description.slots.isEmpty else { return [frame] }
    let known = state.isBlank ? nil : state
    guard frame.hasDrop else {
      let begun = wanted.withoutReleased(by: frame.events, selected: wanted.selected)
      return [Frame(events: begun.events(after: known, at: time, before: frame.events) + frame.events)]
    }
    // A frame that lost events is not believed. What was down is not known to be, and only its values are.
    let begun = wanted.withoutContacts
    let events = begun.events(after: known, at: time)
    guard !events.isEmpty else { return [frame] }
    return [Frame(events: events + begun.takingBackForLoss(at: time) + [.report(at: time)]), frame]
  }
}
