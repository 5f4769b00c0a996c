/// The state of a device after the frames so far: its slots, keys and axes.
///
/// The kernel sends only what changes, so this is what a recording that begins here must contain first. An axis keeps
/// its value until the device reports another, also in a slot whose contact was lifted. A frame with a SYN_DROPPED is
/// ignored: what was known before is uncertain from there, until the device reports it again or the synced state is
/// read. Anonymous contacts (protocol A) have no state between frames.
package struct DeviceState: Sendable {
  /// The device, as given, with the state at the start.
  let device: DeviceDescription
  package private(set) var slots: [SlotState] = []
  /// The slot that the device selected last, whether it has such a slot or not.
  package private(set) var selected: Int32 = 0
  /// `nil` if the slot that events belong to is unknown or out of range.
  private var current: Int?
  /// The axes outside slots, by code; 0 if the device did not report it.
  private(set) var axes = [Int32](repeating: 0, count: 64)
  /// Bits of the codes of axes. Of a described device, axes that it does not announce are ignored.
  private let announced: UInt64
  private(set) var keys: [EventType: Set<EventCode>]
  private(set) var anonymous: AnonymousState
  /// Events were lost since the device last reported whether a pen, or a finger without a slot, touches it.
  private var isPointerUncertain = false
  private let hasPointer: Bool
  private var reportedTouch = false
  private var isDropping = false
  /// Slots from this number on are not followed.
  private let limit: Int

  /// The number of slots that are followed unless the caller asks for more.
  package static let slotLimit = 256

  package init(_ device: DeviceDescription) { self.init(device, slotLimit: Self.slotLimit) }

  /// - Parameter slotLimit: no more slots are followed, whatever the device announces.
  package init(_ device: DeviceDescription, slotLimit: Int) {
    self.device = device
    limit = device.isComplete ? min(max(device.slotCount, 1), slotLimit) : slotLimit
    keys = device.active
    announced = device.isComplete ? Self.mask(of: device.axes.keys) : .max
    anonymous = AnonymousState(isUsed: device.contactProtocol == .anonymous)
    hasPointer = !device.isComplete || device.hasPenTool || [.single, .semi].contains(device.contactProtocol)
    select(device.axes[.slot]?.value ?? 0)
    for (code, axis) in device.axes where !code.isMultitouch { setAxis(code, to: axis.value) }
    slots = device.slots.prefix(slotLimit).map(SlotState.init)
  }

  /// A frame, or a part of one.
  package mutating func apply(_ frame: Frame) {
    if frame.hasDrop || isDropping {
      isDropping = !frame.isComplete
      return loseTrack()
    }
    for event in frame.events { apply(event) }
    if frame.isComplete { finishFrame() }
  }

  /// The state after a SYN_DROPPED: keys that it does not mention are up.
  package mutating func applySync(_ frame: Frame) {
    isDropping = false
    isPointerUncertain = false
    keys[.key] = nil
    for event in frame.events { apply(event) }
    reportedTouch = false
    anonymous.forgetContacts()
  }

  /// One event of a frame; `finishFrame` ends the frame.
  package mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute where event.code == .slot: select(event.value)
    case .absolute where event.code.isMultitouch: setSlotAxis(event.code, to: event.value)
    case .absolute: setAxis(event.code, to: event.value)
    case .key, .led, .switches: setKey(event)
    case .synchronization where event.code == .multitouchReport:
      if !anonymous.isUsed { slots = [] }
      anonymous.close()
    default: return
    }
  }

  /// Follows what was written to the device. As the kernel does, it ignores the naming of a slot that the device does
  /// not have; and contacts of a device with slots are never anonymous.
  package mutating func applyWritten(_ events: [InputEvent]) {
    for event in events {
      if event.type == .absolute && event.code == .slot && !slots.indices.contains(Int(event.value)) { continue }
      if event.type == .synchronization && event.code == .multitouchReport && device.hasAxis(.slot) { continue }
      apply(event)
      if event.isReport { finishFrame() }
    }
  }

  /// After a loss of events, BTN_TOUCH means that contacts which have been silent since are gone, as it does to a
  /// replay.
  package mutating func finishFrame() {
    if reportedTouch {
      for slot in slots.indices where slots[slot].isUncertain { slots[slot].forgetContact() }
      reportedTouch = false
    }
    anonymous.finishFrame()
  }

  /// Takes the keys that say that something touches for released.
  package mutating func forgetTouchKeys() { keys[.key]?.subtract([.touch, .leftButton]) }

  /// The device went away and cannot report that its contacts and keys were released.
  package mutating func release() {
    for slot in slots.indices { slots[slot].empty() }
    keys[.key] = nil
    anonymous.forgetContacts()
    (isPointerUncertain, isDropping) = (false, false)
  }

  /// The state without the contacts and keys that a frame releases before it reports anything else of them. Put before
  /// that frame's events, they would come and go within one frame, which is a tap.
  ///
  /// - Parameter selected: the slot of events before the frame names one.
  package func withoutReleased(by events: [InputEvent], selected: Int32) -> DeviceState {
    var (state, slot) = (self, selected)
    var (slotsSeen, keysSeen): (Set<Int32>, Set<EventCode>) = ([], [])
    for event in events {
      switch event.type {
      case .absolute where event.code == .slot: slot = event.value
      case .absolute where event.code == .trackingID:
        guard slotsSeen.insert(slot).inserted, event.value < 0, slots.indices.contains(Int(slot)) else { continue }
        state.slots[Int(slot)].empty()
      case .key:
        if keysSeen.insert(event.code).inserted, event.value == 0 { state.keys[.key]?.remove(event.code) }
      default: continue
      }
    }
    return state
  }

  /// The state without contacts and keys that stand for contacts. Axes stay.
  package var withoutContacts: DeviceState {
    var state = self
    for slot in slots.indices { state.slots[slot].empty() }
    state.keys[.key] = keys[.key]?.filter { !$0.meansContact }
    return state
  }

  /// Nothing is known of any slot.
  package mutating func forgetSlots() { slots = [] }

  /// No key is known to be down.
  package mutating func forgetKeys() { keys[.key] = nil }

  // MARK: Events

  private mutating func select(_ value: Int32) {
    selected = value
    current = (0..<Int32(limit)).contains(value) ? Int(value) : nil
  }

  private mutating func setSlotAxis(_ code: EventCode, to value: Int32) {
    anonymous.open()
    guard let current, !anonymous.isUsed else { return }
    while slots.count <= current { slots.append(SlotState()) }
    slots[current].report(code, value)
  }

  private mutating func setAxis(_ code: EventCode, to value: Int32) {
    guard code.rawValue < 64, announced & (1 << UInt64(code.rawValue)) != 0 else { return }
    axes[Int(code.rawValue)] = value
  }

  private static func mask(of codes: some Sequence<EventCode>) -> UInt64 {
    codes.reduce(0) { $1.rawValue < 64 ? $0 | 1 << UInt64($1.rawValue) : $0 }
  }

  private mutating func setKey(_ event: InputEvent) {
    if event.type == .key && event.code == .touch {
      (reportedTouch, isPointerUncertain) = (true, false)
      // Some drivers lift the last anonymous contact by this alone.
      if event.value == 0 { anonymous.mention() }
    }
    if event.value == 0 {
      keys[event.type]?.remove(event.code)
    } else {
      keys[event.type, default: []].insert(event.code)
    }
  }

  /// Loses track: with several contacts down, what comes before the next ABS_MT_SLOT could be any contact's.
  private mutating func loseTrack() {
    if slots.count(where: \.isOccupied) > 1 { current = nil }
    for slot in slots.indices { slots[slot].isUncertain = true }
    isPointerUncertain = hasPointer
    reportedTouch = false
    anonymous.loseFrame()
  }

  // MARK: What is known

  /// The slot that events belong to; `nil` if that is unknown or out of range.
  package var currentSlot: Int? { current }

  /// Empty if nothing is known of it.
  package func slot(_ index: Int) -> SlotState { slots.indices.contains(index) ? slots[index] : SlotState() }

  /// The id of a slot's contact: `slot(_:).id`, without the rest of the slot.
  @inline(__always)
  package func id(inSlot index: Int) -> Int32? { slots.indices.contains(index) ? slots[index].id : nil }

  package var contactCount: Int { slots.count(where: \.isOccupied) }

  package var keysDown: Set<EventCode> { keys[.key] ?? [] }

  /// Whether contacts without slots (protocol A) are down.
  package var hasAnonymousContacts: Bool { anonymous.hasContacts }

  /// Whether a replay that begins here must first report a loss of events: what was down then may be gone.
  package var isUncertain: Bool { isPointerUncertain || slots.contains { $0.isUncertain && $0.isOccupied } }

  /// Whether only pressure shows that a finger or a pen touches, as on screens from before BTN_TOUCH, and it does.
  var isPressed: Bool {
    axes[Int(EventCode.pressure.rawValue)] > 0
      && device.contactProtocol == .single && !device.hasKey(.touch) && device.hasAxis(.pressure)
  }

  /// Whether anything is down or pressed.
  package var isHolding: Bool {
    slots.contains(where: \.isOccupied) || !keysDown.isEmpty || hasAnonymousContacts || isPressed
  }

  /// Whether a reader assumes that every device begins like this, LEDs and switches aside.
  package var isBlank: Bool {
    slots.allSatisfy(\.isBlank) && selected == 0 && axes.allSatisfy { $0 == 0 } && keysDown.isEmpty
  }

  /// Whether the slots, axes and keys are the same.
  package func isSame(as other: DeviceState) -> Bool {
    keysDown == other.keysDown && selected == other.selected && axes == other.axes
      && haveSameSlots(other) { _, _ in true }
  }

  /// Whether the same contacts are down, in the same positions, with the same keys.
  package func holdsTheSame(as other: DeviceState) -> Bool {
    guard isHolding, keysDown == other.keysDown else { return false }
    let hasContacts = slots.contains(where: \.isOccupied)
    return haveSameSlots(other) { $0.isOccupied || $1.isOccupied } && (hasContacts || axes == other.axes)
  }

  private func haveSameSlots(_ other: DeviceState, where counts: (SlotState, SlotState) -> Bool) -> Bool {
    (0..<max(slots.count, other.slots.count)).allSatisfy { index in
      let (one, two) = (slot(index), other.slot(index))
      return !counts(one, two) || one.isSame(as: two)
    }
  }

  /// The device, with the state here as the state at its start.
  package var description: DeviceDescription {
    var described = device
    described.slots = anonymous.isUsed ? [] : slots.map(\.axes)
    described.active = keys.filter { !$0.value.isEmpty }
    for (index, value) in axes.enumerated() {
      let code = EventCode(rawValue: UInt16(index))
      if !code.isMultitouch { described.axes[code]?.value = value }
    }
    described.axes[.slot]?.value = selected
    return described
  }
}

/// Protocol A: whether contacts are down.
struct AnonymousState: Sendable {
  private(set) var isUsed: Bool
  /// Whether the last frame had contacts.
  private(set) var hasContacts = false
  /// Whether the last frame that mentioned contacts had any. A frame that mentions none lifts them for a replay, but
  /// maybe not for other programs.
  private(set) var isUnlifted = false
  private var isOpen = false
  private var isMentioned = false
  private var hasClosedContact = false

  init(isUsed: Bool) { self.isUsed = isUsed }

  mutating func open() { isOpen = true }

  mutating func mention() { isMentioned = true }

  /// SYN_MT_REPORT. One without axes before it ends no contact.
  mutating func close() {
    (isUsed, isMentioned) = (true, true)
    hasClosedContact = hasClosedContact || isOpen
    isOpen = false
  }

  mutating func finishFrame() {
    if isMentioned { isUnlifted = hasClosedContact }
    hasContacts = hasClosedContact
    loseFrame()
  }

  mutating func loseFrame() { (isOpen, isMentioned, hasClosedContact) = (false, false, false) }

  mutating func forgetContacts() {
    (hasContacts, isUnlifted) = (false, false)
    loseFrame()
  }
}

extension DeviceDescription {
  /// The description without what was down, on or elsewhere at the start.
  package var withoutState: DeviceDescription {
    var facts = self
    facts.slots = []
    facts.active = [:]
    for code in facts.axes.keys { facts.axes[code]?.value = 0 }
    return facts
  }
}
