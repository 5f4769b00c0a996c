public import ByteStreams
public import InputEvents

/// Keeps some contacts of devices with slots; other devices' frames are all kept or all left out.
///
/// The emulation of a single touch that such devices send is removed too, since it may follow another finger. Frames of
/// which nothing is left are left out.
public struct TouchFilter: EntryTransform {
  /// What becomes of devices without slots.
  public enum OtherDevices: Sendable { case kept, leftOut }

  /// The beginning of a contact: a tracking id comes into a slot.
  public struct Beginning: Hashable, Sendable {
    public var device: DeviceChannel
    public var slot: Int32
    public var trackingID: Int32
    /// `nil` if it was there when the device was opened.
    public var time: Timestamp?

    public init(device: DeviceChannel, slot: Int32, trackingID: Int32, time: Timestamp?) {
      (self.device, self.slot) = (device, slot)
      (self.trackingID, self.time) = (trackingID, time)
    }
  }

  private let keeps: @Sendable (Beginning) -> Bool
  private let others: OtherDevices
  private let exempt: Set<DeviceChannel>
  private var devices: [DeviceChannel: SlotFilter] = [:]

  /// - Parameters:
  ///   - others: what becomes of devices without slots.
  ///   - exempt: those of them that stay as they are in any case.
  ///   - keeps: whether the contact that begins so is kept.
  public init(
    others: OtherDevices = .leftOut, exempt: Set<DeviceChannel> = [],
    _ keeps: @escaping @Sendable (Beginning) -> Bool
  ) {
    self.exempt = exempt
    self.others = others
    self.keeps = keeps
  }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(var opening, let channel):
      guard opening.description.contactProtocol == .slots else { return try emit(entry) }
      var filter = SlotFilter(channel, keeps)
      filter.start(&opening.description)
      devices[channel] = filter
      try emit(.opening(opening, as: channel))
    case .frame(let frame, let channel):
      if let left = filtered(frame, of: channel) { try emit(.frame(left, of: channel)) }
    case .sync(let frame, let channel):
      if let left = filtered(frame, of: channel) { try emit(.sync(left, of: channel)) }
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }

  private mutating func filtered(_ frame: Frame, of channel: DeviceChannel) -> Frame? {
    guard devices[channel] != nil else { return others == .kept || exempt.contains(channel) ? frame : nil }
    return devices[channel]?.filter(frame)
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

  private let device: DeviceChannel
  private let keeps: @Sendable (TouchFilter.Beginning) -> Bool
  private var slots: [Int32: Slot] = [:]
  private var current: Int32 = 0
  private var selected: Int32?
  private var events: [InputEvent] = []

  init(_ device: DeviceChannel, _ keeps: @escaping @Sendable (TouchFilter.Beginning) -> Bool) {
    self.device = device
    self.keeps = keeps
  }

  private func keeps(_ id: Int32, in slot: Int32, from time: Timestamp?) -> Bool {
    id >= 0 && keeps(TouchFilter.Beginning(device: device, slot: slot, trackingID: id, time: time))
  }

  /// Touches that are down at the start and not kept are not there.
  mutating func start(_ device: inout DeviceDescription) {
    for index in device.slots.indices.prefix(DeviceState.slotLimit) {
      var slot = Slot(reported: SlotState(device.slots[index]))
      let id = slot.reported.id ?? -1
      slot.isKept = keeps(id, in: Int32(index), from: nil)
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
    slot.isKept = keeps(event.value, in: current, from: event.time)
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
