import TouchReelInputEvents

/// The state of every slot, key and axis of a device, as its events make it.
struct DeviceState: Hashable, CustomStringConvertible {
  private var slots: [[EventCode: Int32]]
  private var axes: [EventCode: Int32] = [:]
  private var keys: Set<EventCode> = []
  /// Where the next event goes; no part of what the device shows.
  private var current: Int

  init(_ device: DeviceDescription) {
    slots = device.slots
    if slots.isEmpty {
      let codes = device.axes.keys.filter { $0.isMultitouch && $0 != .slot }
      let empty = Dictionary(uniqueKeysWithValues: codes.map { ($0, $0 == .trackingID ? Int32(-1) : 0) })
      slots = Array(repeating: empty, count: device.slotCount)
    }
    for (code, axis) in device.axes where !code.isMultitouch { axes[code] = axis.value }
    keys = device.active[.key] ?? []
    current = Int(device.axes[.slot]?.value ?? 0)
  }

  mutating func apply(_ event: InputEvent) {
    switch event.type {
    case .absolute where event.code == .slot: current = Int(event.value)
    case .absolute where event.code.isMultitouch: slots[current][event.code] = event.value
    case .absolute: axes[event.code] = event.value
    case .key where event.value == 0: keys.remove(event.code)
    case .key: keys.insert(event.code)
    default: break
    }
  }

  static func == (left: DeviceState, right: DeviceState) -> Bool {
    left.slots == right.slots && left.axes == right.axes && left.keys == right.keys
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(slots)
    hasher.combine(keys)
  }

  var description: String {
    let contacts = slots.enumerated().filter { $1[.trackingID, default: -1] >= 0 }
      .map { "slot \($0): \(Self.text($1))" }
    return (contacts + ["axes \(Self.text(axes))", "keys \(keys.map(\.rawValue).sorted())"]).joined(separator: "; ")
  }

  private static func text(_ values: [EventCode: Int32]) -> String {
    values.sorted { $0.key < $1.key }.map { "\(EventNames.name(of: $0, in: .absolute) ?? "?")=\($1)" }
      .joined(separator: " ")
  }
}

extension DeviceState {
  /// The state after each frame that changed something.
  static func states(of frames: [[InputEvent]], from start: DeviceState) -> [DeviceState] {
    var state = start
    var states: [DeviceState] = []
    for frame in frames {
      let before = state
      for event in frame { state.apply(event) }
      if state != before { states.append(state) }
    }
    return states
  }
}

/// A description of the first difference of two lists of states; `nil` if they are the same.
func difference(_ recorded: [DeviceState], _ injected: [DeviceState]) -> String? {
  for (index, pair) in zip(recorded, injected).enumerated() where pair.0 != pair.1 {
    return "state \(index):\n  recorded \(pair.0)\n  injected \(pair.1)"
  }
  return recorded.count == injected.count ? nil : "recorded \(recorded.count) states, injected \(injected.count)"
}
