public import InputEvents

/// The state of a device after the frames so far: its slots, keys and axes.
///
/// The kernel sends only what changes, so this is what a recording that begins here must say first. An axis keeps its value until the
/// device says otherwise, also in a slot whose contact was lifted. Frames with a SYN_DROPPED are not believed: what was known before is
/// uncertain from there, until the device says it again or the synced state is read. Anonymous contacts (protocol A) have no state
/// between frames.
public struct StateAccumulator: Sendable {
  /// As given, with the state at the start.
  private let device: DeviceDescription
  private(set) var slots: [SlotState] = []
  /// As the device said it last, whether it has such a slot or not.
  private(set) var selected: Int32 = 0
  /// `nil` where the slot that events are of is not known, or out of range.
  private var current: Int?
  /// Of the axes that are not of slots, by code; 0 where the device did not say.
  private(set) var axes = [Int32](repeating: 0, count: 64)
  /// Bits of the codes of axes. A described device has no others, whatever it sends.
  private let announced: UInt64
  private(set) var keys: [EventType: Set<EventCode>]
  private(set) var anonymous = AnonymousState()
  /// Events were lost since the device last said whether it is touched by a pen, or a finger without a slot.
  private var isPointerUncertain = false
  private var hasPointer: Bool
  private var toldTouch = false
  private var isDropping = false

  /// More slots than this are not followed, whatever a device says.
  static let slotLimit = 256

  public init(_ device: DeviceDescription) {
    self.device = device
    keys = device.active
    announced = device.isComplete ? Self.mask(of: device.axes.keys) : .max
    anonymous.isUsed = device.contactProtocol == .anonymous
    hasPointer = !device.isComplete || device.hasPenTool || [.single, .semi].contains(device.contactProtocol)
    select(device.axes[.slot]?.value ?? 0)
    for (code, axis) in device.axes where !code.isMultitouch { setAxis(code, to: axis.value) }
    for (slot, values) in device.slots.enumerated().prefix(Self.slotLimit) {
      grow(to: slot)
      for (code, value) in values where code.isMultitouch { slots[slot].set(code, to: value) }
    }
  }

  /// A frame, or a part of one.
  public mutating func apply(_ frame: Frame) {
    if frame.hasDrop || isDropping {
      isDropping = !frame.isComplete
      return loseTrack()
    }
    for event in frame.events { apply(event) }
    if frame.isComplete { finishFrame() }
  }

  /// The state after a SYN_DROPPED: keys that it does not mention are up.
  public mutating func applySync(_ frame: Frame) {
    isDropping = false
    isPointerUncertain = false
    keys[.key] = nil
    for event in frame.events { apply(event) }
    toldTouch = false
    anonymous.finishFrame()
  }

  /// The device went away: it will not say that its contacts and keys were let go.
  mutating func letGo() {
    for slot in slots.indices { slots[slot].empty() }
    keys[.key] = nil
    anonymous = AnonymousState(isUsed: anonymous.isUsed)
    (isPointerUncertain, isDropping) = (false, false)
  }

  private mutating func apply(_ event: InputEvent) {
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

  private mutating func select(_ value: Int32) {
    let limit = device.isComplete ? min(max(device.slotCount, 1), Self.slotLimit) : Self.slotLimit
    selected = value
    current = (0..<Int32(limit)).contains(value) ? Int(value) : nil
  }

  private mutating func setSlotAxis(_ code: EventCode, to value: Int32) {
    anonymous.open()
    guard let current, !anonymous.isUsed else { return }
    grow(to: current)
    slots[current].report(code, value)
  }

  private mutating func grow(to slot: Int) {
    while slots.count <= slot { slots.append(SlotState()) }
  }

  private mutating func setAxis(_ code: EventCode, to value: Int32) {
    guard code.rawValue < 64, announced & (1 << UInt64(code.rawValue)) != 0 else { return }
    axes[Int(code.rawValue)] = value
  }

  private static func mask(of codes: some Sequence<EventCode>) -> UInt64 {
    codes.reduce(0) { $1.rawValue < 64 ? $0 | 1 << UInt64($1.rawValue) : $0 }
  }

  private mutating func setKey(_ event: InputEvent) {
    if event.type == .key && event.code == .touch { (toldTouch, isPointerUncertain) = (true, false) }
    if event.value == 0 {
      keys[event.type]?.remove(event.code)
    } else {
      keys[event.type, default: []].insert(event.code)
    }
  }

  /// BTN_TOUCH tells that contacts which have been silent since a loss of events are gone, as it does to a replay.
  private mutating func finishFrame() {
    if toldTouch {
      for slot in slots.indices where slots[slot].isUncertain { slots[slot].forgetContact() }
      toldTouch = false
    }
    anonymous.finishFrame()
  }

  /// With several contacts down, what comes before the next ABS_MT_SLOT could be of any.
  private mutating func loseTrack() {
    if slots.count(where: \.isOccupied) > 1 { current = nil }
    for slot in slots.indices { slots[slot].isUncertain = true }
    isPointerUncertain = hasPointer
    toldTouch = false
    anonymous.loseFrame()
  }

  /// Whether a replay that begins here has to be told that events were lost: what was down then may be gone.
  var isUncertain: Bool { isPointerUncertain || slots.contains { $0.isUncertain && $0.isOccupied } }

  /// Whether nothing but pressure tells that a finger or a pen touches, as on screens from before BTN_TOUCH.
  var tellsContactByPressure: Bool {
    device.contactProtocol == .single && !device.hasKey(.touch) && device.hasAxis(.pressure)
  }

  /// The device, with the state here as the state at its start.
  public var description: DeviceDescription {
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

/// The axes of a slot as they were last told.
struct SlotState: Sendable {
  /// By code − ABS_MT_SLOT; 0 where the device did not say.
  private(set) var values = [Int32](repeating: 0, count: 16)
  private var known: UInt16 = 0
  /// Events were lost since, and whether the contact is still here is not known.
  var isUncertain = false

  private static func index(_ code: EventCode) -> Int { Int(code.rawValue - EventCode.slot.rawValue) }
  private static let identity = index(.trackingID)
  /// The codes of a slot's axes but its identity.
  static let codes = (1..<16).filter { $0 != identity }
    .map { EventCode(rawValue: EventCode.slot.rawValue + UInt16($0)) }

  subscript(code: EventCode) -> Int32 { values[Self.index(code)] }

  /// `nil` where the device did not say whether a contact is here.
  var id: Int32? { known & (1 << UInt16(Self.identity)) == 0 ? nil : values[Self.identity] }
  var isOccupied: Bool { (id ?? -1) >= 0 }

  mutating func set(_ code: EventCode, to value: Int32) {
    values[Self.index(code)] = value
    known |= 1 << UInt16(Self.index(code))
  }

  /// After a loss of events, what reports is here; a contact that began in the lost events has no identity that is known.
  mutating func report(_ code: EventCode, _ value: Int32) {
    set(code, to: value)
    guard isUncertain else { return }
    if code == .trackingID || isOccupied {
      isUncertain = false
    } else if code == .positionX || code == .positionY {
      known &= ~(1 << UInt16(Self.identity))
    }
  }

  mutating func empty() {
    set(.trackingID, to: -1)
    isUncertain = false
  }

  mutating func forgetContact() {
    if id != nil { set(.trackingID, to: -1) }
  }

  var axes: [EventCode: Int32] {
    var axes: [EventCode: Int32] = [:]
    for index in 1..<16 where known & (1 << UInt16(index)) != 0 {
      axes[EventCode(rawValue: EventCode.slot.rawValue + UInt16(index))] = values[index]
    }
    return axes
  }

  /// Whether nothing was said that a reader would not take for granted.
  var isBlank: Bool { !isOccupied && Self.codes.allSatisfy { self[$0] == 0 } }

  func isSame(as other: SlotState) -> Bool {
    (id == other.id || (isBlank && other.isBlank)) && Self.codes.allSatisfy { self[$0] == other[$0] }
  }
}

/// Protocol A: whether the last frame had contacts.
struct AnonymousState: Sendable {
  var isUsed = false
  private var isOpen = false
  private var count = 0
  private(set) var lastCount = 0

  init(isUsed: Bool = false) { self.isUsed = isUsed }

  mutating func open() { isOpen = true }

  mutating func close() {
    isUsed = true
    if isOpen { count += 1 }
    isOpen = false
  }

  mutating func finishFrame() {
    (lastCount, count, isOpen) = (count, 0, false)
  }

  mutating func loseFrame() { (count, isOpen) = (0, false) }
}
