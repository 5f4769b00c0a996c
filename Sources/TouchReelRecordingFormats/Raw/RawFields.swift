import TouchReelInputEvents

/// The width of a record of `struct input_event`, in bytes.
enum RawWidth: Int {
  /// 32-bit times.
  case narrow = 16
  /// 64-bit times.
  case wide = 24
}

extension InputEvent {
  /// `nil` if the time lies before zero, beyond the year 2262, or has a million microseconds.
  @inline(__always)
  init?(_ fields: RawFields) {
    guard fields.seconds <= ByteScanner.lastSecond, fields.microseconds < 1_000_000,
      let time = timestamp(seconds: fields.seconds, microseconds: fields.microseconds)
    else { return nil }
    self.init(
      time: time, type: EventType(rawValue: fields.type), code: EventCode(rawValue: fields.code), value: fields.value)
  }
}

/// The fields of a record; a negative time is one too large.
struct RawFields {
  let seconds: UInt64
  let microseconds: UInt64
  let type: UInt16
  let code: UInt16
  let value: Int32

  /// - Parameter record: as many bytes as the width says.
  @inline(__always)
  init(_ record: UnsafeRawPointer, width: RawWidth) {
    let body: UnsafeRawPointer
    switch width {
    case .narrow:
      seconds = UInt64(UInt32(littleEndian: record.loadUnaligned(as: UInt32.self)))
      microseconds = UInt64(UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      body = record + 8
    case .wide:
      seconds = UInt64(littleEndian: record.loadUnaligned(as: UInt64.self))
      microseconds = UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      body = record + 16
    }
    type = UInt16(littleEndian: body.loadUnaligned(as: UInt16.self))
    code = UInt16(littleEndian: body.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    value = Int32(littleEndian: body.loadUnaligned(fromByteOffset: 4, as: Int32.self))
  }
}

/// What distinguishes an event from bytes that only have its size.
extension RawFields {
  /// Whether the kernel can have written it, as far as one record shows that.
  @inline(__always)
  var isUsual: Bool {
    seconds <= ByteScanner.lastSecond && microseconds < 1_000_000 && type <= EventType.last && code <= Self.lastCode
      && (!isReport || 0...1 ~= value)
  }

  /// `KEY_MAX`, the highest of all types.
  private static let lastCode: UInt16 = 0x2ff

  /// SYN_REPORT.
  @inline(__always)
  var isReport: Bool { type == 0 && code == 0 }

  /// Whether its type has the code and, for a key, the value: few bytes that are no event do.
  var isSound: Bool {
    guard isUsual, seconds | microseconds != 0, let last = EventType(rawValue: type).lastCode, code <= last else {
      return false
    }
    switch EventType(rawValue: type) {
    case .key: return 0...2 ~= value
    case .synchronization: return 0...3 ~= value
    default: return true
    }
  }
}
