package import TouchReelInputEvents

/// Keeps some contacts of one device with slots.
package struct SlotFilter {
  private struct Slot {
    var isKept = false
    /// What the device reported, and what was passed on of it.
    var reported = SlotState()
    var passed = SlotState()
    /// Whether its contact shows without an id.
    var isUnnamed = false
    /// Whether the current frame says anything of it.
    var isMentioned = false
  }

  private let device: DeviceChannel
  private let course: ContactCourse
  private let keeps: @Sendable (TouchFilter.Beginning) -> Bool
  private var slots: [Int32: Slot] = [:]
  /// The contact that came into a slot last with an id.
  package private(set) var beginnings: [Int32: TouchFilter.Beginning] = [:]
  /// `nil` where the slot of what comes is not known.
  private var current: Int32? = 0
  private var selected: Int32?
  private var events: [InputEvent] = []
  /// The number of the current frame.
  private var number = 0
  private var isDropping = false
  /// Whether events were lost since the device named a slot.
  private var isAfterLoss = false
  /// Whether a tracker guesses whose the events are: until a slot is named, or the contact is lifted, an id of theirs
  /// means nothing.
  private var isGuessed = false
  /// Whether a kept contact that was down when the device was opened begins with the next frame, whatever that says.
  private var begins = false

  package init(
    _ device: DeviceChannel, _ course: ContactCourse, _ keeps: @escaping @Sendable (TouchFilter.Beginning) -> Bool
  ) {
    self.device = device
    self.course = course
    self.keeps = keeps
  }

  /// Touches that are down at the start and not kept are not there.
  package mutating func start(_ device: inout DeviceDescription) {
    for index in device.slots.indices.prefix(DeviceState.slotLimit) {
      var slot = Slot(reported: SlotState(device.slots[index]))
      let id = slot.reported.id ?? -1
      let beginning = TouchFilter.Beginning(device: self.device, slot: Int32(index), trackingID: id, time: nil)
      slot.isKept = id >= 0 && keeps(beginning)
      begins = begins || slot.isKept
      if id >= 0 { beginnings[beginning.slot] = beginning }
      if !slot.isKept && slot.reported.id != nil { device.slots[index] = [.trackingID: -1] }
      slot.passed = SlotState(device.slots[index])
      slots[Int32(index)] = slot
    }
    current = device.axes[.slot]?.value ?? 0
    selected = current
    device.active[.key]?.remove(.touch)
  }

  /// `nil` if no event but the SYN_REPORT remains, and nothing begins with that.
  package mutating func filter(_ frame: Frame, isSync: Bool) -> Frame? {
    defer { number += 1 }
    events.removeAll(keepingCapacity: true)
    if isSync {
      (isDropping, isGuessed) = (false, false)
    } else if frame.hasDrop || isDropping {
      return pass(loss: frame)
    }
    begin(course.beginnings[number] ?? [], at: frame.events.first?.time)
    for event in frame.events where event.type == .absolute {
      if event.code == .slot { select(event) } else if event.code.isMultitouch { note(event, isSync: isSync) }
    }
    if isGuessed { isGuessed = !frame.settlesGuess }
    lift(course.ends[number] ?? [], at: frame.time)
    guard !events.isEmpty || begins else { return nil }
    begins = false
    if let last = frame.events.last, last.isReport { events.append(last) }
    return Frame(events: events)
  }

  /// A frame that lost events says nothing but that: its own are of no effect.
  private mutating func pass(loss frame: Frame) -> Frame? {
    let kept = frame.events.filter { $0.isDropped || $0.isReport }
    isDropping = !frame.isComplete
    isAfterLoss = true
    if let slot = course.slotsAfterLoss[number] {
      // Where it is known, it is named: what is left may not tell.
      (current, selected) = (slot, nil)
      isGuessed = true
    }
    return kept.isEmpty ? nil : Frame(events: kept)
  }

  /// The slot of what comes is not known before one is named.
  package mutating func forgetSlot() { current = nil }

  private mutating func select(_ event: InputEvent) {
    current = event.value
    isGuessed = false
    guard isAfterLoss else { return }
    // That a slot is named says that what came since the loss was another's, whether this one is kept or not.
    isAfterLoss = false
    selected = event.value
    events.append(event)
  }

  private mutating func note(_ event: InputEvent, isSync: Bool) {
    guard let current, (0..<Int32(DeviceState.slotLimit)).contains(current) else { return }
    if isGuessed, !isSync, event.code == .trackingID, event.value >= 0 { return }
    var slot = slots[current] ?? Slot()
    slot.isMentioned = true
    let had = slot.reported.id ?? -1
    slot.reported.set(event.code, to: event.value)
    if event.code == .trackingID {
      name(event, had: had, isSync: isSync, in: &slot)
    } else if slot.isKept {
      pass(event, in: current, of: &slot)
    }
    slots[current] = slot
  }

  /// An id that the slot has already, and one that a synced state gives a contact without, are no new contact.
  private mutating func name(_ event: InputEvent, had: Int32, isSync: Bool, in slot: inout Slot) {
    guard let current else { return }
    let isNew = event.value >= 0 && event.value != had && !(isSync && slot.isUnnamed)
    if isNew {
      let beginning = TouchFilter.Beginning(
        device: device, slot: current, trackingID: event.value, time: event.time)
      beginnings[current] = beginning
      return begin(beginning, at: event.time, in: &slot)
    }
    if slot.isKept { pass(event, in: current, of: &slot) }
    if event.value < 0 { slot.isKept = false }
    slot.isUnnamed = false
  }

  // MARK: Beginnings and ends

  private mutating func begin(_ beginnings: [TouchFilter.Beginning], at time: Timestamp?) {
    for beginning in beginnings {
      guard let time, (0..<Int32(DeviceState.slotLimit)).contains(beginning.slot) else { continue }
      var slot = slots[beginning.slot] ?? Slot()
      if slot.isKept, keeps(beginning) {
        slot.isUnnamed = beginning.trackingID < 0
      } else {
        begin(beginning, at: time, in: &slot)
      }
      slots[beginning.slot] = slot
    }
  }

  /// A kept touch starts with what its slot received while other touches were in it.
  private mutating func begin(_ beginning: TouchFilter.Beginning, at time: Timestamp, in slot: inout Slot) {
    let wasKept = slot.isKept
    slot.isKept = keeps(beginning)
    slot.isUnnamed = beginning.trackingID < 0
    func event(_ code: EventCode, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: .absolute, code: code, value: value)
    }
    guard slot.isKept else {
      if wasKept { pass(event(.trackingID, -1), in: beginning.slot, of: &slot) }
      return
    }
    if !slot.isUnnamed { pass(event(.trackingID, beginning.trackingID), in: beginning.slot, of: &slot) }
    let reported = slot.reported
    for code in reported.knownCodes where code != .trackingID {
      if slot.passed.has(code), slot.passed[code] == reported[code] { continue }
      pass(event(code, reported[code]), in: beginning.slot, of: &slot)
    }
  }

  /// A contact that goes without a word of its slot would stay: what says that it is gone is left out.
  private mutating func lift(_ gone: Set<Int32>, at time: Timestamp?) {
    for number in gone.sorted() {
      guard let time, var slot = slots[number], slot.isKept, !slot.isMentioned else { continue }
      slot.isKept = false
      pass(InputEvent(time: time, type: .absolute, code: .trackingID, value: -1), in: number, of: &slot)
      slots[number] = slot
    }
    for number in slots.keys { slots[number]?.isMentioned = false }
  }

  private mutating func pass(_ event: InputEvent, in number: Int32, of slot: inout Slot) {
    if selected != number {
      selected = number
      events.append(InputEvent(time: event.time, type: .absolute, code: .slot, value: number))
    }
    slot.passed.set(event.code, to: event.value)
    events.append(event)
  }
}

extension Frame {
  /// Whether a tracker that guesses whose events are has to decide with it.
  fileprivate var settlesGuess: Bool {
    events.contains {
      $0.type == .key && $0.code == .touch || $0.type == .absolute && $0.code == .trackingID && $0.value < 0
    }
  }
}
