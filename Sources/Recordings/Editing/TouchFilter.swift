public import ByteStreams
public import InputEvents

/// Keeps the touches with certain tracking ids, of devices with slots; other devices' frames are left out.
///
/// The emulation of a single touch that such devices send is removed too, since it may follow another finger. Frames of
/// which nothing is left are left out.
public struct TouchFilter: EntryTransform {
  private let keeps: @Sendable (DeviceChannel, Int32) -> Bool
  private var devices: [DeviceChannel: SlotFilter] = [:]

  /// - Parameter keeps: whether the touch with this tracking id is kept.
  public init(_ keeps: @escaping @Sendable (DeviceChannel, Int32) -> Bool) { self.keeps = keeps }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(var opening, let channel):
      guard opening.description.contactProtocol == .slots else { return try emit(entry) }
      var filter = SlotFilter { [keeps] in keeps(channel, $0) }
      filter.start(&opening.description)
      devices[channel] = filter
      try emit(.opening(opening, as: channel))
    case .frame(let frame, let channel):
      if let left = devices[channel]?.filter(frame) { try emit(.frame(left, of: channel)) }
    case .sync(let frame, let channel):
      if let left = devices[channel]?.filter(frame) { try emit(.sync(left, of: channel)) }
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }
}

/// Keeps some touches of one device.
private struct SlotFilter {
  private struct Slot {
    var isKept = false
    /// What the device reported, and what was passed on of it.
    var reported = SlotState()
    var passed = SlotState()
  }

  private let keeps: (Int32) -> Bool
  private var slots: [Int32: Slot] = [:]
  private var current: Int32 = 0
  private var selected: Int32?
  private var events: [InputEvent] = []

  init(_ keeps: @escaping (Int32) -> Bool) { self.keeps = keeps }

  /// Touches that are down at the start and not kept are not there.
  mutating func start(_ device: inout DeviceDescription) {
    for index in device.slots.indices.prefix(DeviceState.slotLimit) {
      var slot = Slot(reported: SlotState(device.slots[index]))
      let id = slot.reported.id ?? -1
      slot.isKept = id >= 0 && keeps(id)
      if !slot.isKept { device.slots[index] = [.trackingID: -1] }
      slot.passed = SlotState(device.slots[index])
      slots[Int32(index)] = slot
    }
    current = device.axes[.slot]?.value ?? 0
    selected = current
    device.active[.key]?.remove(.touch)
  }

  /// `nil` if no event but the SYN_REPORT remains.
  mutating func filter(_ frame: Frame) -> Frame? {
    events.removeAll(keepingCapacity: true)
    for event in frame.events {
      switch event.type {
      case .absolute where event.code == .slot: current = event.value
      case .absolute where event.code.isMultitouch: note(event)
      case .synchronization where event.isDropped: events.append(event)
      default: continue
      }
    }
    guard !events.isEmpty else { return nil }
    if let last = frame.events.last, last.isReport { events.append(last) }
    return Frame(events: events)
  }

  private mutating func note(_ event: InputEvent) {
    guard (0..<Int32(DeviceState.slotLimit)).contains(current) else { return }
    var slot = slots[current] ?? Slot()
    slot.reported.set(event.code, to: event.value)
    if event.code == .trackingID {
      begin(event, in: &slot)
    } else if slot.isKept {
      pass(event, of: &slot)
    }
    slots[current] = slot
  }

  /// A kept touch starts with what its slot received while other touches were in it.
  private mutating func begin(_ event: InputEvent, in slot: inout Slot) {
    let wasKept = slot.isKept
    slot.isKept = event.value >= 0 && keeps(event.value)
    if !slot.isKept {
      if wasKept { pass(InputEvent(time: event.time, type: .absolute, code: .trackingID, value: -1), of: &slot) }
      return
    }
    pass(event, of: &slot)
    let reported = slot.reported
    for code in reported.knownCodes where !slot.passed.has(code) || slot.passed[code] != reported[code] {
      pass(InputEvent(time: event.time, type: .absolute, code: code, value: reported[code]), of: &slot)
    }
  }

  private mutating func pass(_ event: InputEvent, of slot: inout Slot) {
    if selected != current {
      selected = current
      events.append(InputEvent(time: event.time, type: .absolute, code: .slot, value: current))
    }
    slot.passed.set(event.code, to: event.value)
    events.append(event)
  }
}
