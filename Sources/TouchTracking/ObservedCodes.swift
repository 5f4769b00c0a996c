import InputEvents

/// Adds the codes that a device sends to its description, and says when there is a new one.
struct ObservedCodes {
  /// Bits of the codes 0…1023 of the types 0…31. The kernel's end at KEY_MAX, 0x2ff.
  private var seen = [UInt64](repeating: 0, count: 32 * 16)

  init(_ device: DeviceDescription) {
    for (type, codes) in device.codes { for code in codes { _ = isNew(type, code) } }
    for code in device.axes.keys { _ = isNew(.absolute, code) }
  }

  /// True where the frame had a code that the description lacked.
  mutating func note(_ frame: Frame, in device: inout DeviceDescription) -> Bool {
    var found = false
    for event in frame.events where note(event, in: &device) { found = true }
    return found
  }

  /// True where the description lacked this code.
  @inline(__always) @discardableResult
  mutating func note(_ event: InputEvent, in device: inout DeviceDescription) -> Bool {
    guard isNew(event.type, event.code) else { return false }
    device.codes[event.type, default: []].insert(event.code)
    return true
  }

  @inline(__always)
  private mutating func isNew(_ type: EventType, _ code: EventCode) -> Bool {
    guard type.rawValue < 32, code.rawValue < 1024 else { return false }
    let word = Int(type.rawValue) * 16 + Int(code.rawValue >> 6)
    let bit: UInt64 = 1 << UInt64(code.rawValue & 63)
    defer { seen[word] |= bit }
    return seen[word] & bit == 0
  }
}
