import InputEvents

/// Events as a recording's messages hold them: 8 bytes each, little-endian `u16 type, u16 code, i32 value`.
struct PackedEvents {
  static let size = 8
  private(set) var words: [UInt64] = []

  mutating func fill(with events: ArraySlice<InputEvent>) {
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: events.lazy.map(\.word))
  }
}

extension InputEvent {
  @inline(__always)
  fileprivate var word: UInt64 {
    let value = UInt64(UInt32(bitPattern: value))
    return (UInt64(type.rawValue) | UInt64(code.rawValue) << 16 | value << 32).littleEndian
  }

  @inline(__always)
  fileprivate init(word: UInt64, time: Timestamp) {
    self.init(
      time: time, type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
      code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
      value: Int32(truncatingIfNeeded: word >> 32))
  }
}

extension Frame {
  /// Adds the whole events of a message, all of one time, and counts the SYN_REPORTs among them.
  @inline(__always)
  mutating func append(packed bytes: RawSpan, at time: Timestamp) -> Int {
    let count = bytes.byteCount / PackedEvents.size
    var reports = 0
    bytes.withUnsafeBytes { source in
      for index in 0..<count {
        let word = source.loadUnaligned(fromByteOffset: index * PackedEvents.size, as: UInt64.self)
        let event = InputEvent(word: UInt64(littleEndian: word), time: time)
        reports += event.isReport ? 1 : 0
        events.append(event)
      }
    }
    return reports
  }
}
