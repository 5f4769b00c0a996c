public import InputEvents

/// The state of a device after the frames so far: its slots, keys and axes.
///
/// The kernel sends only what changes, so this is what a recording that begins here must say first. Frames with a SYN_DROPPED are
/// not believed; the synced state that follows one is. Anonymous contacts (protocol A) have no state between frames.
public struct StateAccumulator: Sendable {
  /// As given, with the state where it stands now.
  private var device: DeviceDescription
  private var slots: [SlotState] = []
  private var current: Int?
  private var axes = AxisValues()
  private var keys: [EventType: Set<EventCode>]
  private var isDropping = false
  private var isAnonymous: Bool

  /// More slots than this are not followed, whatever a device says.
  static let slotLimit = 256

  private struct SlotState {
    var values = [Int32](repeating: 0, count: 16)
    var known: UInt16 = 0
  }

  private struct AxisValues {
    var values = [Int32](repeating: 0, count: 64)
    var known: UInt64 = 0
  }

  public init(_ device: DeviceDescription) {
    self.device = device
    keys = device.active
    isAnonymous = device.contactProtocol == .anonymous
    current = 0
    if let slot = device.axes[.slot]?.value { select(slot) }
    for (slot, values) in device.slots.enumerated().prefix(Self.slotLimit) {
      grow(to: slot)
      for (code, value) in values { setSlotAxis(code, to: value, in: slot) }
    }
  }

  /// A frame, or a part of one.
  public mutating func apply(_ frame: Frame) {
    if frame.hasDrop || isDropping {
      isDropping = !frame.isComplete
      return
    }
    for event in frame.events { apply(event) }
  }

  /// The state after a SYN_DROPPED: keys that it does not mention are up.
  public mutating func applySync(_ frame: Frame) {
    isDropping = false
    keys[.key] = nil
    for event in frame.events { apply(event) }
  }

  private mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute where event.code == .slot: select(event.value)
    case .absolute where event.code.isMultitouch: setSlotAxis(event.code, to: event.value)
    case .absolute: setAxis(event.code, to: event.value)
    case .key, .led, .switches: setKey(event)
    case .synchronization where event.code == .multitouchReport && !isAnonymous:
      isAnonymous = true
      slots = []
    default: return
    }
  }

  private mutating func select(_ value: Int32) {
    let limit = device.isComplete ? min(max(device.slotCount, 1), Self.slotLimit) : Self.slotLimit
    current = (0..<Int32(limit)).contains(value) ? Int(value) : nil
  }

  private mutating func setSlotAxis(_ code: EventCode, to value: Int32) {
    guard let current, !isAnonymous else { return }
    setSlotAxis(code, to: value, in: current)
  }

  private mutating func setSlotAxis(_ code: EventCode, to value: Int32, in slot: Int) {
    guard code.isMultitouch else { return }
    grow(to: slot)
    let index = Int(code.rawValue - EventCode.slot.rawValue)
    slots[slot].values[index] = value
    slots[slot].known |= 1 << UInt16(index)
  }

  private mutating func grow(to slot: Int) {
    while slots.count <= slot { slots.append(SlotState()) }
  }

  private mutating func setAxis(_ code: EventCode, to value: Int32) {
    guard code.rawValue < 64 else { return }
    axes.values[Int(code.rawValue)] = value
    axes.known |= 1 << UInt64(code.rawValue)
  }

  private mutating func setKey(_ event: InputEvent) {
    if event.value == 0 {
      keys[event.type]?.remove(event.code)
    } else {
      keys[event.type, default: []].insert(event.code)
    }
  }

  /// The device, with the state here as the state at its start.
  public var description: DeviceDescription {
    var described = device
    described.slots = isAnonymous ? [] : slots.map(values(of:))
    described.active = keys.filter { !$0.value.isEmpty }
    for index in 0..<64 where axes.known & (1 << UInt64(index)) != 0 {
      described.axes[EventCode(rawValue: UInt16(index))]?.value = axes.values[index]
    }
    if let current { described.axes[.slot]?.value = Int32(current) }
    return described
  }

  private func values(of slot: SlotState) -> [EventCode: Int32] {
    var values: [EventCode: Int32] = [:]
    for index in 1..<16 where slot.known & (1 << UInt16(index)) != 0 {
      values[EventCode(rawValue: EventCode.slot.rawValue + UInt16(index))] = slot.values[index]
    }
    return values
  }
}
