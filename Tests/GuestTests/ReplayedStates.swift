import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// The states that a device goes through, as the kernel sees what is written to it.
///
/// Codes that the device does not announce, slots that it does not have, and repeats of a key change nothing. Contacts
/// without slots have no state between frames; each frame's contacts stand for it.
struct ReplayedState: Hashable, CustomStringConvertible {
  private var slots: [[EventCode: Int32]]
  private var axes: [EventCode: Int32] = [:]
  private var active: [EventType: Set<EventCode>]
  private var contacts: [[EventCode: Int32]] = []

  /// The state at the start, as far as it is known.
  init(_ device: DeviceDescription) {
    let codes = device.axes.keys.filter { $0.isMultitouch && $0 != .slot }
    let empty = Dictionary(uniqueKeysWithValues: codes.map { ($0, $0 == .trackingID ? Int32(-1) : 0) })
    let count = device.axes[.slot].map { Int($0.maximum) + 1 } ?? 0
    slots = (0..<count).map { slot in
      device.slots.indices.contains(slot) ? empty.merging(device.slots[slot]) { $1 } : empty
    }
    for (code, axis) in device.axes where !code.isMultitouch { axes[code] = axis.value }
    active = device.active.filter { !$0.value.isEmpty }
  }

  mutating func apply(_ frame: Frame, of device: DeviceDescription, slot current: inout Int) {
    contacts = []
    var contact: [EventCode: Int32] = [:]
    for event in frame.events where device.has(event.type, event.code) || event.type == .synchronization {
      switch event.type {
      case .absolute where event.code == .slot:
        if slots.indices.contains(Int(event.value)) { current = Int(event.value) }
      case .absolute where event.code.isMultitouch && slots.isEmpty: contact[event.code] = event.value
      case .absolute where event.code.isMultitouch: slots[current][event.code] = event.value
      case .absolute: axes[event.code] = event.value
      case .key, .led, .switches: set(event)
      case .synchronization where event.code == .multitouchReport && slots.isEmpty:
        contacts.append(contact)
        contact = [:]
      default: break
      }
    }
  }

  private mutating func set(_ event: InputEvent) {
    switch event.value {
    case 0: active[event.type]?.remove(event.code)
    case 2 where event.type == .key: return
    default: active[event.type, default: []].insert(event.code)
    }
    if active[event.type]?.isEmpty == true { active[event.type] = nil }
  }

  /// The state when everything that is down is lifted.
  var lifted: ReplayedState {
    guard isHolding else { return self }
    var state = self
    for slot in slots.indices where slots[slot][.trackingID] != nil { state.slots[slot][.trackingID] = -1 }
    state.active[.key] = nil
    state.contacts = contacts.allSatisfy(\.isEmpty) ? [] : [[:]]
    return state
  }

  var withoutKeys: ReplayedState {
    var state = self
    state.active[.key] = nil
    return state
  }

  private var isHolding: Bool {
    active[.key] != nil || slots.contains { $0[.trackingID, default: -1] >= 0 } || !contacts.allSatisfy(\.isEmpty)
  }

  var description: String {
    let slots = slots.enumerated().filter {
      $1[.trackingID] != -1 || $1.contains { $0.key != .trackingID && $0.value != 0 }
    }
    .map { "slot \($0): \(Self.text($1))" }
    let keys = active.values.flatMap { $0.map(\.rawValue) }.sorted()
    return (slots + ["axes \(Self.text(axes))", "on \(keys)", "contacts \(contacts.map(Self.text))"]).joined(
      separator: "\n    ")
  }

  private static func text(_ values: [EventCode: Int32]) -> String {
    values.sorted { $0.key < $1.key }.map { "\(EventNames.name(of: $0, in: .absolute) ?? "?")=\($1)" }
      .joined(separator: " ")
  }
}

/// What a recording makes of each of its devices: the states after the frames that changed something, and when they
/// were reached.
struct ReplayedRecording {
  struct Step {
    var time: Timestamp
    var state: ReplayedState
  }

  /// The steps by the number of the device.
  private(set) var steps: [Int: [Step]] = [:]
  /// The state at the end, with what a frame without an end began.
  private(set) var last: [Int: ReplayedState] = [:]
  /// Devices that were unplugged, with whatever was down.
  private(set) var removed: Set<Int> = []
  let facts: RecordingFacts

  init(_ recording: Recording) throws {
    facts = try RecordingFacts(recording)
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var followed: [DeviceChannel: Followed] = [:]
    while try source.next(into: &entry) {
      switch entry {
      case .opening(let opening, let channel):
        followed[channel] = Followed(number: opening.number, facts.descriptions[channel.rawValue])
      case .frame(let frame, let channel), .sync(let frame, let channel):
        guard let time = frame.time, var device = followed[channel] else { continue }
        followed[channel] = nil
        if let state = device.follow(frame, isSync: entry.isSync) {
          steps[device.number, default: []].append(Step(time: time, state: state))
        }
        followed[channel] = device
      case .note(let text, _):
        guard let channel = RecordingNote.removedChannel(in: text), let device = followed[channel] else {
          continue
        }
        removed.insert(device.number)
      case .board, .attachment, .foreignMessage, .foreignMetadata: continue
      }
    }
    for device in followed.values { last[device.number] = device.state }
  }

  private struct Followed {
    let number: Int
    private let description: DeviceDescription
    private(set) var state: ReplayedState
    private var slot: Int
    private var isDropping = false
    private var shown: ReplayedState

    init(number: Int, _ description: DeviceDescription) {
      self.number = number
      self.description = description
      state = ReplayedState(description)
      shown = state
      slot = max(Int(description.axes[.slot]?.value ?? 0), 0)
    }

    /// - Returns: the state; `nil` if it did not change. A frame without an end takes effect with the next one.
    mutating func follow(_ frame: Frame, isSync: Bool) -> ReplayedState? {
      if !isSync && (frame.hasDrop || isDropping) {
        isDropping = !frame.isComplete
        return nil
      }
      state.apply(frame, of: description, slot: &slot)
      guard frame.isComplete, state != shown else { return nil }
      shown = state
      return state
    }
  }
}

/// A description of the first difference of two lists of states; `nil` if they are the same.
func difference(_ found: [ReplayedState], _ expected: [ReplayedState]) -> String? {
  for (index, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
    return "state \(index) of \(expected.count)\n  recorded\n    \(pair.0)\n  played\n    \(pair.1)"
  }
  return found.count == expected.count ? nil : "\(found.count) states were recorded, \(expected.count) played"
}
