import InputEvents

/// What a device holds down after the events written to it so far: slots with a contact, keys, and contacts without slots.
///
/// It allocates nothing for an event.
struct HeldContacts: Hashable, Sendable {
  private static let slotLimit = VirtualDeviceSetup.slotLimit

  private var ids: [Int32]
  private var current = 0
  private var keys: Set<EventCode> = []
  private let isAnonymous: Bool
  private var hasAnonymousContacts = false
  /// Of the frame that has begun.
  private var frameHasContacts = false
  private var frameTellsContacts = false

  /// - Parameter device: as the kernel has it before anything is written, with its state.
  init(_ device: DeviceDescription) {
    ids = device.slots.prefix(Self.slotLimit).map { $0[.trackingID] ?? -1 }
    current = Int(device.axes[.slot]?.value ?? 0)
    keys = device.active[.key] ?? []
    isAnonymous = !device.hasAxis(.slot)
  }

  mutating func note(_ events: [InputEvent]) {
    for event in events { note(event) }
  }

  @inline(__always)
  private mutating func note(_ event: InputEvent) {
    switch event.type {
    case .absolute where event.code == .slot:
      if ids.indices.contains(Int(event.value)) { current = Int(event.value) }
    case .absolute where event.code == .trackingID && !isAnonymous:
      if ids.indices.contains(current) { ids[current] = event.value }
    case .absolute: if event.code.isMultitouch { frameHasContacts = true }
    case .key: noteKey(event)
    case .synchronization where event.code == .multitouchReport: frameTellsContacts = true
    case .synchronization where event.code == .report: finishFrame()
    default: return
    }
  }

  private mutating func noteKey(_ event: InputEvent) {
    if event.value == 0 { keys.remove(event.code) } else { keys.insert(event.code) }
    // Some drivers lift the last contact by this alone.
    if event.code == .touch && event.value == 0 { frameTellsContacts = true }
  }

  private mutating func finishFrame() {
    if frameTellsContacts { hasAnonymousContacts = frameHasContacts }
    frameTellsContacts = false
    frameHasContacts = false
  }

  /// What lifts everything, and nothing where nothing is down. Contacts go before keys, as drivers send them.
  func lift(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for (slot, id) in ids.enumerated() where id >= 0 {
      add(.absolute, .slot, Int32(slot))
      add(.absolute, .trackingID, -1)
    }
    if hasAnonymousContacts { add(.synchronization, .multitouchReport, 0) }
    for key in keys.sorted() { add(.key, key, 0) }
    return events.isEmpty ? [] : events + [.report(at: time)]
  }
}
