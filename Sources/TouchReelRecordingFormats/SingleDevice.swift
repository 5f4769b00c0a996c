import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// The device of a format that holds only one: the first with a frame.
struct SingleDevice {
  private let format: RecordingFormat
  private let file: String
  /// The description with the state that the file's own description tells.
  private let told: (DeviceDescription) -> DeviceDescription
  private var openings: [DeviceChannel: DeviceOpening] = [:]
  private var first: DeviceOpening?
  private var chosen: DeviceOpening?
  private var current: DeviceChannel?
  private var held: HeldState?

  init(
    format: RecordingFormat, file: String,
    telling told: @escaping (DeviceDescription) -> DeviceDescription = { $0.withoutState }
  ) {
    (self.format, self.file, self.told) = (format, file, told)
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
    var beginning: HeldState.Beginning
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

  /// Whether a device without frames has a state that nothing tells.
  func leavesOutState(of silent: DeviceDescription) -> Bool { HeldState(told(silent)).lacks(silent) }

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
    var state = held ?? HeldState(told(opening.description))
    defer { held = state }
    return Start(
      description: isFirst ? opening.description : nil, letsGo: state.isHolding,
      opening: opening.description, beginning: state.begin(opening.description, with: frame))
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

/// What a reader of the file knows of a device's state, for formats that express states by events only, or only in part
/// by a description.
///
/// What the description does not tell of an opening's state is written at the beginning of its first frame, in that
/// frame, so that it draws nothing of its own: a finger that is down begins where the frame has it, and a value that no
/// event repeats is there. Where a device was plugged in again, everything is let go first.
struct HeldState {
  private var state: DeviceState
  private var time: Timestamp?
  /// Whether a frame was written.
  private(set) var hasBegun = false

  /// What the first frame of an opening brings into the file.
  struct Beginning {
    var frames: [Frame]
    /// Whether events were added that tell the state at the start.
    var hasStateEvents = false
    /// Whether a light or switch was on of which nothing tells.
    var leavesLightsOut = false
    /// Whether an axis had a value of which nothing tells.
    var leavesValuesOut = false
  }

  /// - Parameter told: the device, with the state that its description in the file tells. The reader takes it to begin
  ///   with all else empty, up and at 0.
  init(_ told: DeviceDescription) { state = DeviceState(told) }

  /// Whether the frames so far left anything down or pressed.
  var isHolding: Bool { hasBegun && state.isHolding }

  /// Whether a state at the start is not known to the reader.
  func lacks(_ description: DeviceDescription) -> Bool {
    let known = state.description
    return !DeviceState(description).isSame(as: state) || hasOtherLights(description, than: known)
      || hasOtherValues(description, than: known)
  }

  @inline(__always)
  mutating func apply(_ frame: Frame) {
    state.apply(frame)
    time = frame.time ?? time
  }

  /// What is to be written for the first frame of an opening.
  ///
  /// - Parameter description: of the opening, with its state. One that has none leaves what is known.
  mutating func begin(_ description: DeviceDescription, with frame: Frame) -> Beginning {
    var frames: [Frame] = []
    if hasBegun, let time, let release = state.releaseFrame(at: time) {
      state.apply(release)
      frames.append(release)
    }
    let events = stateEvents(of: description, before: frame)
    var beginning = Beginning(frames: frames, hasStateEvents: !events.isEmpty)
    let known = state.description
    beginning.leavesLightsOut = hasOtherLights(description, than: known, and: events)
    beginning.leavesValuesOut = hasOtherValues(description, than: known)
    let first = stated(by: events, of: description, before: frame)
    for frame in first { apply(frame) }
    hasBegun = true
    beginning.frames += first
    return beginning
  }

  private func stateEvents(of description: DeviceDescription, before frame: Frame) -> [InputEvent] {
    let wanted = DeviceState(description)
    guard let time = frame.events.first?.time, !wanted.isBlank || !description.slots.isEmpty else { return [] }
    // A frame that lost events is not believed. What was down is not known to be, and only its values are.
    guard !frame.hasDrop else { return wanted.withoutContacts.events(after: told { $0.withoutContacts }, at: time) }
    let release = { (state: DeviceState) in state.withoutReleased(by: frame.events, selected: wanted.selected) }
    return release(wanted).events(after: told(release), at: time, before: frame.events)
  }

  /// What the reader knows. Of what a description tells, that is left out which is left out of the state: no event
  /// takes it back.
  private func told(_ leavingOut: (DeviceState) -> DeviceState) -> DeviceState { hasBegun ? state : leavingOut(state) }

  private func stated(by events: [InputEvent], of description: DeviceDescription, before frame: Frame) -> [Frame] {
    guard let time = frame.events.first?.time, !events.isEmpty else { return [frame] }
    guard frame.hasDrop else { return [Frame(events: events + frame.events)] }
    let begun = DeviceState(description).withoutContacts
    return [Frame(events: events + begun.takingBackForLoss(at: time) + [.report(at: time)]), frame]
  }

  private func hasOtherLights(
    _ description: DeviceDescription, than known: DeviceDescription, and events: [InputEvent] = []
  ) -> Bool {
    [EventType.led, .switches].contains { type in
      let told = (known.active[type] ?? []).union(events.filter { $0.type == type }.map(\.code))
      return !(description.active[type] ?? []).isSubset(of: told)
    }
  }

  /// The axes of slots: of the others, events tell the values.
  private func hasOtherValues(_ description: DeviceDescription, than known: DeviceDescription) -> Bool {
    description.axes.contains { code, axis in
      code.isMultitouch && code != .slot && axis.value != known.axes[code]?.value ?? 0
    }
  }
}
