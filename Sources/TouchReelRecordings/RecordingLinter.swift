import TouchReelInputEvents

/// Looks for errors and oddities in a recording's events.
///
/// It follows slots and keys as far as needed, and trusts nothing.
///
///     var linter = RecordingLinter()
///     while try source.next(into: &entry) { linter.check(entry) }
///     let findings = linter.finish()
package struct RecordingLinter {
  private var devices: [DeviceLint] = []
  /// The last opening of each device, by its number.
  private var last: [Int: Int] = [:]
  private var firstTime: Timestamp?
  private var reached: Timestamp?

  package init() {}

  package mutating func check(_ entry: RecordingEntry) {
    switch entry {
    case .opening(let opening, _):
      let earlier = last.updateValue(devices.count, forKey: opening.number)
      if let earlier { devices[earlier].close() }
      devices.append(DeviceLint(opening, channel: DeviceChannel(rawValue: devices.count)))
    case .frame(let frame, let channel):
      guard devices.indices.contains(channel.rawValue), let time = frame.events.first?.time else { return }
      let start = firstTime ?? time
      firstTime = start
      let latest = max(reached ?? start, frame.events.last?.time ?? start)
      reached = latest
      devices[channel.rawValue].check(frame, since: start, reached: latest)
    case .sync(let frame, let channel):
      guard devices.indices.contains(channel.rawValue) else { return }
      devices[channel.rawValue].sync(frame)
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: return
    }
  }

  /// The findings by device, in the order of `LintFinding.Kind`.
  package mutating func finish() -> [LintFinding] {
    for index in devices.indices { devices[index].finish() }
    return devices.flatMap(\.findings)
  }
}

/// What is wrong with one opening of a device.
private struct DeviceLint {
  let number: Int
  private let channel: DeviceChannel
  private let device: DeviceDescription
  private let isPartOfBoard: Bool
  private let announced: AnnouncedCodes
  private var hasSlots: Bool
  /// The frame in which each slot got its id, by slot.
  private var identified: [Int: Int] = [:]
  private var found: [Subject: LintFinding] = [:]
  private var state: DeviceState
  /// Whether a contact without an identity would be one from before the first event.
  private var mayBeDownAtStart: Bool
  private var frameCount = 0
  private var location = LintFinding.Location(frame: 0, time: .zero, reached: .zero)
  private var lastTime: Timestamp?
  private var unsynced: (location: LintFinding.Location, count: Int)?
  private var isDropping = false
  /// The contacts that were down where events were lost, by slot: one that goes on moving is down still.
  private var lost: [Int: Int32] = [:]
  private var isClosed = false

  private struct Subject: Hashable {
    var kind: LintFinding.Kind
    var type: EventType?
    var code: EventCode?
  }

  init(_ opening: DeviceOpening, channel: DeviceChannel) {
    number = opening.number
    self.channel = channel
    device = opening.description
    isPartOfBoard = device.unitsPerPoint != nil
    announced = AnnouncedCodes(device)
    hasSlots = device.contactProtocol == .slots || device.contactProtocol == .semi
    state = DeviceState(device)
    mayBeDownAtStart = device.slots.isEmpty
    checkDescription()
  }

  var findings: [LintFinding] {
    let order = LintFinding.Kind.allCases
    return found.sorted {
      let (left, right) = (order.firstIndex(of: $0.key.kind) ?? 0, order.firstIndex(of: $1.key.kind) ?? 0)
      return (left, $0.value.subject ?? "") < (right, $1.value.subject ?? "")
    }.map(\.value)
  }

  /// The device was opened again: what was down when it went away is no finding.
  mutating func close() { isClosed = true }

  mutating func check(_ frame: Frame, since start: Timestamp, reached: Timestamp) {
    guard let first = frame.events.first else { return }
    location = LintFinding.Location(
      frame: frameCount, time: first.time.since(start), reached: reached.since(start))
    frameCount += 1
    if frame.isComplete {
      if frame.events.count == 1 { note(.emptyFrame) }
    } else {
      note(frame.events.count >= FrameAssembler.limit ? .endlessFrame : .unfinishedFrame)
    }
    let isLost = frame.hasDrop || isDropping
    for event in frame.events { check(event, isLost: isLost) }
    if isLost {
      isDropping = !frame.isComplete
      for slot in 0..<state.slots.count { if let id = state.id(inSlot: slot), id >= 0 { lost[slot] = id } }
      state.forgetSlots()
      state.forgetKeys()
      mayBeDownAtStart = false
    }
  }

  /// The true state after the losses of events so far.
  mutating func sync(_ frame: Frame) {
    if let unsynced { note(.droppedAndSynced, at: unsynced.location, count: unsynced.count) }
    unsynced = nil
    isDropping = false
    lost = [:]
    state.forgetKeys()
    for event in frame.events { follow(event, reporting: false) }
  }

  mutating func finish() {
    if let unsynced { note(.dropped, at: unsynced.location, count: unsynced.count) }
    unsynced = nil
    guard !isClosed else { return }
    let count = hasSlots ? state.contactCount : 0
    if count > 0 { note(.contactDownAtEnd, at: nil, count: count) }
    for key in state.keysDown.sorted() where count == 0 || !key.isTouchTool {
      note(.keyDownAtEnd, of: .key, key, at: nil)
    }
    isClosed = true
  }

  private mutating func check(_ event: InputEvent, isLost: Bool) {
    if let lastTime, event.time < lastTime { note(.timeWentBack) }
    lastTime = event.time
    if event.isDropped { unsynced = (unsynced?.location ?? location, (unsynced?.count ?? 0) + 1) }
    if device.isComplete && !announced.has(event) { note(.unannouncedCode, of: event.type, event.code, at: location) }
    if !isLost { follow(event, reporting: true) }
  }

  private mutating func follow(_ event: InputEvent, reporting: Bool) {
    switch event.type {
    case .key: state.apply(event)
    case .absolute:
      if !device.isComplete && event.code == .slot { hasSlots = true }
      if hasSlots, event.code.isMultitouch, let kind = followSlots(event), reporting { note(kind) }
      if reporting { checkRange(event) }
    default: return
    }
  }

  /// What is wrong with an event of a multitouch axis.
  private mutating func followSlots(_ event: InputEvent) -> LintFinding.Kind? {
    switch event.code {
    case .slot:
      state.apply(event)
      return state.currentSlot == nil ? .slotOutOfRange : nil
    case .trackingID: return followIdentity(event)
    default:
      restoreLost(at: event.time)
      guard mayBeDownAtStart, let slot = state.currentSlot, state.id(inSlot: slot) == nil else { return nil }
      mayBeDownAtStart = false
      return .downAtStart
    }
  }

  private mutating func restoreLost(at time: Timestamp) {
    guard !lost.isEmpty, let slot = state.currentSlot, let id = lost.removeValue(forKey: slot) else { return }
    state.apply(InputEvent(time: time, type: .absolute, code: .trackingID, value: id))
  }

  private mutating func followIdentity(_ event: InputEvent) -> LintFinding.Kind? {
    guard let slot = state.currentSlot else { return nil }
    lost.removeValue(forKey: slot)
    let before = state.id(inSlot: slot) ?? -1
    state.apply(event)
    if event.value < -1 || event.value == .max { return .strangeID }
    guard event.value >= 0, event.value != before else { return nil }
    let isSecond = identified.updateValue(frameCount, forKey: slot) == frameCount
    guard before >= 0 else { return nil }
    return isSecond ? .idsInOneFrame : .idWithoutLift
  }

  /// A stroke may leave a surface that is part of a board; a finger cannot leave a screen.
  private mutating func checkRange(_ event: InputEvent) {
    guard !isPartOfBoard, device.isComplete, event.code != .slot, event.code != .trackingID else { return }
    guard let range = announced.range(of: event.code), !range.contains(event.value) else { return }
    note(.valueOutOfRange, of: event.type, event.code, at: location)
  }

  private mutating func checkDescription() {
    guard device.isComplete || device.hasOwnRanges else { return note(.missingDescription, at: nil) }
    guard device.contactProtocol != .none else { return }
    let usesContacts = device.contactProtocol != .single
    let pair: [EventCode] = usesContacts ? [.positionX, .positionY] : [.x, .y]
    for code in pair {
      let span = device.axes[code]?.span ?? 0
      if span <= 0 { note(span < 0 ? .invertedRange : .emptyRange, of: .absolute, code, at: nil) }
    }
    if !isPartOfBoard, pair.contains(where: { device.axes[$0]?.resolution ?? 0 <= 0 }) {
      note(.missingResolution, at: nil)
    }
  }

  private mutating func note(_ kind: LintFinding.Kind) { note(kind, at: location) }

  private mutating func note(
    _ kind: LintFinding.Kind, of type: EventType? = nil, _ code: EventCode? = nil, at location: LintFinding.Location?,
    count: Int = 1
  ) {
    let subject = Subject(kind: kind, type: type, code: code)
    if found[subject] != nil {
      found[subject]?.count += count
    } else {
      guard found.count < Self.findingLimit else { return }
      found[subject] = LintFinding(
        kind: kind, device: channel, deviceNumber: number, subject: name(type, code), location: location, count: count)
    }
    if let location { found[subject]?.times.add(location.reached) }
  }

  /// A file of random bytes has a million codes that no device announces.
  private static let findingLimit = 100

  private func name(_ type: EventType?, _ code: EventCode?) -> String? {
    guard let type, let code else { return nil }
    return EventNames.name(of: code, in: type) ?? "code \(code.rawValue) of type \(type.rawValue)"
  }
}

extension EventCode {
  /// BTN_TOUCH and the BTN_TOOL keys, which add nothing to the contacts.
  fileprivate var isTouchTool: Bool { (0x140...0x14F).contains(rawValue) }
}
