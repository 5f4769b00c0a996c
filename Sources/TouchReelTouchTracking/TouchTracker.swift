package import TouchReelInputEvents

/// Turns the frames of one opening of one device into the steps of its touches.
///
/// It knows the kernel's protocols B (slots), A (anonymous contacts), semi-MT, single touch and pens
/// (`Documentation/input/multi-touch-protocol.rst`, `event-codes.rst`), and takes any input: what a sound device would
/// not send is counted in `anomalies` and ignored. It has no clock and does nothing but follow its device: palms, pens
/// that suppress fingers, and cancels are `TouchArbiter`'s.
///
/// Touches are numbered from 0 for each tracker; `TouchSession` numbers those of several devices.
package struct TouchTracker: Sendable {
  package let index: DeviceChannel
  package internal(set) var mapping: SurfaceMapping
  /// What the device sent and should not have.
  package internal(set) var anomalies = TrackerAnomalies()
  /// The device, as given; where it was incomplete, with the codes that were met since.
  package private(set) var device: DeviceDescription
  /// Whether a pen or its eraser touches the surface or is near it.
  package private(set) var isPenNear = false

  var layout: DeviceLayout
  var ids: TouchIDAllocator
  var slots: SlotTable
  private var anonymous = AnonymousContacts()
  private var matching = AnonymousMatching()
  var order = StableOrderMatcher()
  var pointer: Pointer
  private var tracks: [ContactTrack]
  var pointerTrack: ContactTrack
  /// The samples of the pointer since events were lost, as long as it is not known whether it touches.
  var buffered: [BufferedSample] = []
  /// Whether a touch major other than 0 was shown: only then does 0 mean hover in protocol A.
  private var hasShownMajor = false
  private var isDropping = false
  /// Whether the next frame has to look for a pen even if it says nothing of one.
  private var isPenUncertain = false
  private var unsyncedDrops = 0
  private var lastTime: Timestamp?
  private var observed: ObservedCodes?

  /// Its touches give the index as their device.
  package init(device: DeviceDescription, index: DeviceChannel, mapping: SurfaceMapping) {
    self.device = device
    self.index = index
    self.mapping = mapping
    layout = DeviceLayout(device)
    ids = TouchIDAllocator(device: index)
    slots = SlotTable(device, layout: layout)
    pointer = Pointer(device)
    pointerTrack = ContactTrack(slot: Slot(rawValue: 0), device: index)
    tracks = []
    growTracks(to: layout.slotCount)
    observed = device.isComplete ? nil : ObservedCodes(device)
  }

  /// A frame, or a part of one: steps are given at its SYN_REPORT.
  package mutating func handle(_ frame: Frame, into output: inout TrackerOutput) {
    guard let time = frame.time else { return }
    check(frame, at: time)
    learn(from: frame, at: time, into: &output)
    if isDropping || frame.hasDrop { return drop(frame) }
    apply(frame.events)
    guard frame.isComplete else { return }
    let namesContacts = !slots.dirty.isEmpty || !anonymous.contacts.isEmpty
    finishContacts(at: time, into: &output)
    let mayMovePen = pointer.isDirty || isPenUncertain || layout.contactAxes.contains(.tool)
    finishPointer(at: time, namesContacts: namesContacts, into: &output)
    if mayMovePen { updatePen() }
  }

  /// The true state after a SYN_DROPPED, as a frame of all slots, keys and axes. What it does not mention stays as
  /// uncertain as it was.
  package mutating func handleSync(_ frame: Frame, into output: inout TrackerOutput) {
    guard let time = frame.time, frame.events.contains(where: { !$0.isReport }) else { return }
    anomalies[.droppedWithoutSync] -= unsyncedDrops
    unsyncedDrops = 0
    isDropping = false
    pointer.releaseKeys()
    if frame.events.contains(where: { $0.type == .absolute && $0.code == .slot }) { slots.unnamed = .none }
    apply(frame.events)
    pointer.treatTouchAsState()
    adoptIDs()
    let mentionsContacts = frame.events.contains { $0.type == .absolute && $0.code.isMultitouch }
    if layout.multitouch != .anonymous || mentionsContacts { finishContacts(at: time, into: &output) }
    finishPointer(at: time, namesContacts: mentionsContacts, into: &output)
    updatePen()
  }

  @inline(__always)
  private mutating func apply(_ events: [InputEvent]) {
    let hasSlots = layout.multitouch == .slots || layout.multitouch == .box
    var next = 0
    while next < events.count {
      if hasSlots { next = slots.consume(events, from: next, anomalies: &anomalies) }
      guard next < events.count else { return }
      apply(events[next])
      next += 1
    }
  }

  @inline(__always)
  private mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute:
      if !event.code.isMultitouch { return pointer.setAxis(event.code, to: event.value) }
      switch layout.multitouch {
      case .slots, .box: slots.set(event.code, to: event.value, anomalies: &anomalies)
      case .anonymous: anonymous.set(event.code, to: event.value, anomalies: &anomalies)
      case .none: return
      }
    case .key: pointer.setKey(event.code, to: event.value)
    case .synchronization:
      if event.code == .multitouchReport { anonymous.close(anomalies: &anomalies) }
    default: return
    }
  }

  private mutating func finishContacts(at time: Timestamp, into output: inout TrackerOutput) {
    switch layout.multitouch {
    case .slots: finishSlots(at: time, into: &output)
    case .anonymous: finishAnonymous(at: time, into: &output)
    case .box: finishBox()
    case .none: break
    }
  }

  /// All from the last SYN_REPORT through the next is lost. Lives go on with a gap, if they go on.
  private mutating func drop(_ frame: Frame) {
    if frame.hasDrop {
      anomalies[.dropped] += 1
      anomalies[.droppedWithoutSync] += 1
      unsyncedDrops += 1
    }
    isDropping = !frame.isComplete
    slots.loseTrack()
    anonymous.finishFrame()
    pointer.loseTrack()
    for track in tracks.indices { tracks[track].breakOff() }
    pointerTrack.breakOff()
    buffered.removeAll(keepingCapacity: true)
    isPenUncertain = true
  }

  private mutating func check(_ frame: Frame, at time: Timestamp) {
    if let lastTime, time < lastTime { anomalies[.timeWentBack] += 1 }
    lastTime = time
    if !frame.isComplete && frame.events.count >= FrameAssembler.limit { anomalies[.endlessFrame] += 1 }
  }

  /// An undescribed device is described by what it sends.
  private mutating func learn(from frame: Frame, at time: Timestamp, into output: inout TrackerOutput) {
    guard observed != nil, observed?.record(frame, in: &device) == true else { return }
    let before = layout.multitouch
    layout = DeviceLayout(device)
    guard layout.multitouch != before else { return }
    for track in tracks.indices { tracks[track].end(at: time, into: &output) }
    slots = SlotTable(device, layout: layout)
    anonymous = AnonymousContacts()
    order.forget()
    tracks.removeAll(keepingCapacity: true)
    growTracks(to: layout.slotCount)
    pointer.markDirty()
  }

  private mutating func updatePen() {
    isPenNear = isPenTracked()
    isPenUncertain = false
  }

  // Called, it would first copy the tracker.
  @inline(__always)
  private func isPenTracked() -> Bool {
    if !pointerTrack.isEmpty && pointerTrack.sample.tool.isPen { return true }
    if let last = buffered.indices.last, buffered[last].sample.tool.isPen { return true }
    guard layout.contactAxes.contains(.tool) else { return false }
    return tracks.contains { !$0.isEmpty && $0.sample.tool.isPen }
  }

  /// Whether events wait for the slot that they are of: some were lost while several contacts were down.
  package var buffersUnnamedEvents: Bool { if case .buffered = slots.unnamed { true } else { false } }

  /// The slot that such events were found to be of, since the last loss.
  package var slotOfUnnamedEvents: Int? { slots.bufferedSlot }

  /// Whether events were lost, and none since says whether the pointer touches.
  package var isPointerInDoubt: Bool { pointer.isInDoubt }

  private mutating func growTracks(to count: Int) {
    while tracks.count < count { tracks.append(ContactTrack(slot: Slot(rawValue: Int32(tracks.count)), device: index)) }
  }
}

/// Protocol B.
extension TouchTracker {
  private mutating func finishSlots(at time: Timestamp, into output: inout TrackerOutput) {
    slots.finishBuffered(at: time, reportsTouch: pointer.reportsTouch, anomalies: &anomalies)
    growTracks(to: slots.entries.count)
    if !slots.passing.isEmpty { passHeld(into: &output) }
    for slot in slots.dirty { finish(slot, at: time, into: &output) }
    if pointer.reportsTouch { endSilentSlots(at: time, into: &output) }
    slots.forgetDirty()
  }

  /// A contact goes on, with a gap, from the first frame after a loss of events, though its slot was known only later.
  private mutating func passHeld(into output: inout TrackerOutput) {
    for (slot, time, contact) in slots.passing {
      let id = contact.trackingID == Contact.noID ? nil : contact.trackingID
      tracks[slot].update(sample(of: contact, at: time), deviceID: id, ids: &ids, into: &output)
    }
    slots.passing.removeAll()
  }

  /// A synced state names contacts that began in lost events and were followed since without an id.
  private mutating func adoptIDs() {
    for slot in slots.dirty where tracks.indices.contains(slot) {
      let id = slots.entries[slot].contact.trackingID
      if id != Contact.noID { tracks[slot].adopt(id) }
    }
  }

  @inline(__always)
  private mutating func finish(_ slot: Int, at time: Timestamp, into output: inout TrackerOutput) {
    if !slots.brief.isEmpty { finishBrief(slot, at: time, into: &output) }
    let report = slots.entries[slot].report(isOccupied: !tracks[slot].isEmpty)
    switch report.presence {
    case .here(let id):
      guard report.knowsPosition else {
        return tracks[slot].endOthers(than: id, at: time, into: &output)
      }
      if let id, tracks[slot].isEmpty || tracks[slot].deviceID != id { countIfInUse(id, outside: slot) }
      if report.leaps { tracks[slot].breakOff() }
      pass(sample(of: slots.entries[slot].contact, at: time), of: slot, deviceID: id, into: &output)
    case .gone: tracks[slot].end(at: time, into: &output)
    case .unknown: break
    }
  }

  /// The contacts that came and went within the frame.
  @inline(never)
  private mutating func finishBrief(_ slot: Int, at time: Timestamp, into output: inout TrackerOutput) {
    for (briefSlot, contact) in slots.brief where briefSlot == slot {
      let sample = sample(of: contact, at: time)
      tracks[slot].update(sample, deviceID: contact.trackingID, ids: &ids, into: &output)
      tracks[slot].end(at: time, into: &output)
    }
  }

  /// Passes a slot's sample on. Most continue a touch: here they are copied to the output and the track, without the
  /// copies in between of `ContactTrack.update`, which takes the rest.
  @inline(__always)
  private mutating func pass(
    _ sample: TouchSample, of slot: Int, deviceID id: Int32?, into output: inout TrackerOutput
  ) {
    guard tracks[slot].isTouch(of: id), !sample.isHovering else {
      return tracks[slot].update(sample, deviceID: id, ids: &ids, into: &output)
    }
    let hasGap = tracks[slot].hasGap
    guard hasGap || !sample.isSameState(as: tracks[slot].sample) else { return }
    output.touches.append(TouchEvent(touch: tracks[slot].touch, phase: .moved(gap: hasGap), sample: sample))
    tracks[slot].record(sample)
  }

  /// BTN_TOUCH changes only when the first finger comes or the last one goes: what was down before a loss of events
  /// and has been silent since is gone.
  private mutating func endSilentSlots(at time: Timestamp, into output: inout TrackerOutput) {
    for slot in tracks.indices where slots.entries[slot].isUncertain {
      tracks[slot].end(at: time, into: &output)
    }
  }

  private mutating func countIfInUse(_ id: Int32, outside slot: Int) {
    for other in tracks.indices where other != slot && !tracks[other].isEmpty && tracks[other].deviceID == id {
      anomalies[.idInUse] += 1
    }
  }

  @inline(__always)
  private mutating func sample(of contact: Contact, at time: Timestamp) -> TouchSample {
    if contact.major > 0 { hasShownMajor = true }
    if !layout.xRange.contains(contact.x) || !layout.yRange.contains(contact.y) {
      anomalies[.positionOutOfRange] += 1
    }
    let point = contact.point
    var sample = TouchSample(
      time: time, position: point, boardPoint: mapping.boardPoint(of: point), tool: contact.tool,
      isHovering: isHovering(contact))
    sample.axes = SampleAxes(contact)
    if contact.axes.contains(.pressure), let scale = layout.contactPressure {
      sample.pressure = scale(contact.pressure)
    }
    return sample
  }

  @inline(__always)
  private func isHovering(_ contact: Contact) -> Bool {
    if contact.axes.contains(.distance) && contact.distance > 0 { return true }
    guard layout.multitouch == .anonymous, hasShownMajor, contact.axes.contains(.major), contact.major <= 0 else {
      return false
    }
    return !contact.axes.contains(.pressure)
  }
}

/// Protocol A.
extension TouchTracker {
  private mutating func finishAnonymous(at time: Timestamp, into output: inout TrackerOutput) {
    let saysNothing = anonymous.contacts.isEmpty && !anonymous.hasReport && pointer.touchKey != .up
    if !saysNothing, !anonymous.contacts.isEmpty || tracks.contains(where: { !$0.isEmpty }) {
      // Where the contacts go on as they were, so does what continues which.
      if !order.continues(in: anonymous.contacts, reach: layout.reach) { match() }
      updateTracks(at: time, into: &output)
      order.record(anonymous.contacts)
    }
    if pointer.isTapped { endTapped(at: time, into: &output) }
    anonymous.finishFrame()
  }

  /// What the frame lists was down within it only.
  private mutating func endTapped(at time: Timestamp, into output: inout TrackerOutput) {
    for track in tracks.indices { tracks[track].end(at: time, into: &output) }
    order.forget()
  }

  private mutating func match() {
    matching.match(anonymous.contacts, with: tracks, reach: layout.reach)
    growTracks(to: matching.contactOfTrack.count)
  }

  private mutating func updateTracks(at time: Timestamp, into output: inout TrackerOutput) {
    for track in tracks.indices {
      if let index = matching.contactOfTrack[track] {
        let contact = anonymous.contacts[index]
        let id = contact.trackingID == Contact.noID ? nil : contact.trackingID
        tracks[track].update(sample(of: contact, at: time), deviceID: id, ids: &ids, into: &output)
      } else {
        tracks[track].end(at: time, into: &output)
      }
    }
  }
}
