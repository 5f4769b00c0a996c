public import InputEvents

/// Turns the frames of one opening of one device into the steps of its touches.
///
/// It knows the kernel's protocols B (slots), A (anonymous contacts), semi-MT, single touch and pens
/// (`Documentation/input/multi-touch-protocol.rst`, `event-codes.rst`), and takes any input: what a sound device would not
/// send is counted in `anomalies` and passed over. It has no clock and does nothing but follow its device: palms, pens
/// that silence fingers, and cancels are `TouchArbiter`'s.
///
/// Touches are numbered from 0 for each tracker; `TouchSession` numbers those of several devices.
public struct TouchTracker: Sendable {
  public let index: DeviceIndex
  public internal(set) var mapping: SurfaceMapping
  public internal(set) var anomalies = TrackerAnomalies()
  /// As given; where it was incomplete, with the codes that were met since.
  public private(set) var device: DeviceDescription
  /// Whether a pen or its eraser touches the surface or is near it.
  public private(set) var isPenNear = false

  var layout: DeviceLayout
  var births: TouchIDAllocator
  var slots: SlotTable
  var anonymous = AnonymousContacts()
  var matcher = ContactMatcher()
  var matching = AnonymousMatching()
  var steady = StableOrderMatcher()
  var pointer: Pointer
  var tracks: [ContactTrack]
  var pointerTrack: ContactTrack
  /// Of the pointer since events were lost, as long as it is not known whether it touches.
  var held: [HeldSample] = []
  /// A touch major of 0 means hover only on a device that has shown another.
  var hasShownMajor = false
  private var isDropping = false
  private var unsyncedDrops = 0
  private var lastTime: Timestamp?
  private var sightings: ObservedCodes?

  public init(device: DeviceDescription, index: DeviceIndex, mapping: SurfaceMapping) {
    self.device = device
    self.index = index
    self.mapping = mapping
    layout = DeviceLayout(device)
    births = TouchIDAllocator(device: index)
    slots = SlotTable(device, layout: layout)
    pointer = Pointer(device)
    pointerTrack = ContactTrack(slot: Slot(rawValue: 0), device: index)
    tracks = []
    growTracks(to: layout.slotCount)
    sightings = device.isComplete ? nil : ObservedCodes(device)
  }

  /// A frame, or a part of one: steps are given at its SYN_REPORT.
  public mutating func handle(_ frame: Frame, into output: inout TrackerOutput) {
    guard let time = frame.time else { return }
    check(frame, at: time)
    learn(from: frame, at: time, into: &output)
    if isDropping || frame.hasDrop { return drop(frame) }
    for event in frame.events { apply(event) }
    guard frame.isComplete else { return }
    let namesContacts = !slots.dirty.isEmpty || !anonymous.contacts.isEmpty
    finishContacts(at: time, into: &output)
    finishPointer(at: time, namesContacts: namesContacts, into: &output)
    isPenNear = isPenTracked()
  }

  /// The true state after a SYN_DROPPED, as a frame of all slots, keys and axes. What it does not mention stays as
  /// uncertain as it was.
  public mutating func handleSync(_ frame: Frame, into output: inout TrackerOutput) {
    guard let time = frame.time, frame.events.contains(where: { !$0.isReport }) else { return }
    anomalies[.droppedWithoutSync] -= unsyncedDrops
    unsyncedDrops = 0
    isDropping = false
    pointer.releaseKeys()
    if frame.events.contains(where: { $0.type == .absolute && $0.code == .slot }) { slots.unnamed = .none }
    for event in frame.events { apply(event) }
    pointer.takeTouchAsState()
    adoptIDs()
    let mentionsContacts = frame.events.contains { $0.type == .absolute && $0.code.isMultitouch }
    if layout.multitouch != .anonymous || mentionsContacts { finishContacts(at: time, into: &output) }
    finishPointer(at: time, namesContacts: mentionsContacts, into: &output)
    isPenNear = isPenTracked()
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
    held.removeAll(keepingCapacity: true)
  }

  private mutating func check(_ frame: Frame, at time: Timestamp) {
    if let lastTime, time < lastTime { anomalies[.timeWentBack] += 1 }
    lastTime = time
    if !frame.isComplete && frame.events.count >= FrameAssembler.limit { anomalies[.endlessFrame] += 1 }
  }

  /// An undescribed device is described by what it sends.
  private mutating func learn(from frame: Frame, at time: Timestamp, into output: inout TrackerOutput) {
    guard sightings != nil, sightings?.note(frame, in: &device) == true else { return }
    let before = layout.multitouch
    layout = DeviceLayout(device)
    guard layout.multitouch != before else { return }
    for track in tracks.indices { tracks[track].end(at: time, into: &output) }
    slots = SlotTable(device, layout: layout)
    anonymous = AnonymousContacts()
    steady.forget()
    tracks.removeAll(keepingCapacity: true)
    growTracks(to: layout.slotCount)
    pointer.markDirty()
  }

  private func isPenTracked() -> Bool {
    if !pointerTrack.isEmpty && pointerTrack.sample.tool.isPen || held.last?.sample.tool.isPen == true { return true }
    guard layout.contactAxes.contains(.tool) else { return false }
    return tracks.contains { !$0.isEmpty && $0.sample.tool.isPen }
  }

  mutating func growTracks(to count: Int) {
    while tracks.count < count { tracks.append(ContactTrack(slot: Slot(rawValue: Int32(tracks.count)), device: index)) }
  }
}
