package import TouchReelInputEvents

/// What a device announces, in tables.
package struct AnnouncedCodes {
  /// Bits of the codes 0…1023 of the types 0…31; the kernel's end at KEY_MAX, 0x2ff.
  private var bits = [UInt64](repeating: 0, count: 32 * 16)
  private var ranges = [ClosedRange<Int32>?](repeating: nil, count: 64)

  package init(_ device: DeviceDescription) {
    for (type, codes) in device.codes { for code in codes { insert(type, code) } }
    for (code, axis) in device.axes {
      insert(.absolute, code)
      if axis.maximum > axis.minimum, code.rawValue < 64 { ranges[Int(code.rawValue)] = axis.minimum...axis.maximum }
    }
  }

  /// Every device has EV_SYN, whether it announces it or not.
  @inline(__always)
  package func has(_ event: InputEvent) -> Bool {
    if event.type == .synchronization { return true }
    guard event.type.rawValue < 32, event.code.rawValue < 1024 else { return false }
    return bits[word(event.type, event.code)] & bit(event.code) != 0
  }

  /// `nil` for an axis without a range.
  @inline(__always)
  func range(of code: EventCode) -> ClosedRange<Int32>? {
    code.rawValue < 64 ? ranges[Int(code.rawValue)] : nil
  }

  private mutating func insert(_ type: EventType, _ code: EventCode) {
    guard type.rawValue < 32, code.rawValue < 1024 else { return }
    bits[word(type, code)] |= bit(code)
  }

  private func word(_ type: EventType, _ code: EventCode) -> Int {
    Int(type.rawValue) * 16 + Int(code.rawValue >> 6)
  }

  private func bit(_ code: EventCode) -> UInt64 { 1 << UInt64(code.rawValue & 63) }
}
