/// One record of the kernel's input layer: `struct input_event` of `linux/input.h`.
@frozen
public struct InputEvent: Hashable, Sendable {
  public var time: Timestamp
  public var type: EventType
  public var code: EventCode
  public var value: Int32

  @inlinable
  public init(time: Timestamp, type: EventType, code: EventCode, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// The end of a frame.
  @inlinable
  public var isReport: Bool { type == .synchronization && code == .report }

  /// The kernel's buffer overflowed: events before the next SYN_REPORT are not reliable.
  @inlinable
  public var isDropped: Bool { type == .synchronization && code == .dropped }

  @inlinable
  /// SYN_REPORT, which ends a frame.
  public static func report(at time: Timestamp) -> InputEvent {
    InputEvent(time: time, type: .synchronization, code: .report, value: 0)
  }
}

/// The `type` of an event (`EV_…`).
@frozen
public struct EventType: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  public static func < (left: EventType, right: EventType) -> Bool { left.rawValue < right.rawValue }

  @inlinable public static var synchronization: EventType { EventType(rawValue: 0x00) }
  @inlinable public static var key: EventType { EventType(rawValue: 0x01) }
  @inlinable public static var relative: EventType { EventType(rawValue: 0x02) }
  @inlinable public static var absolute: EventType { EventType(rawValue: 0x03) }
  @inlinable public static var miscellaneous: EventType { EventType(rawValue: 0x04) }
  @inlinable public static var switches: EventType { EventType(rawValue: 0x05) }
  @inlinable public static var led: EventType { EventType(rawValue: 0x11) }
  @inlinable public static var sound: EventType { EventType(rawValue: 0x12) }
  @inlinable public static var repetition: EventType { EventType(rawValue: 0x14) }
  @inlinable public static var forceFeedback: EventType { EventType(rawValue: 0x15) }
}

/// The `code` of an event; its meaning depends on the event's type.
@frozen
public struct EventCode: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable
  public static func < (left: EventCode, right: EventCode) -> Bool { left.rawValue < right.rawValue }
}

/// Codes of EV_SYN.
extension EventCode {
  @inlinable public static var report: EventCode { EventCode(rawValue: 0) }
  @inlinable public static var multitouchReport: EventCode { EventCode(rawValue: 2) }
  @inlinable public static var dropped: EventCode { EventCode(rawValue: 3) }
}

/// Codes of EV_ABS.
extension EventCode {
  @inlinable public static var x: EventCode { EventCode(rawValue: 0x00) }
  @inlinable public static var y: EventCode { EventCode(rawValue: 0x01) }
  @inlinable public static var pressure: EventCode { EventCode(rawValue: 0x18) }
  @inlinable public static var distance: EventCode { EventCode(rawValue: 0x19) }
  @inlinable public static var tiltX: EventCode { EventCode(rawValue: 0x1a) }
  @inlinable public static var tiltY: EventCode { EventCode(rawValue: 0x1b) }
  @inlinable public static var toolWidth: EventCode { EventCode(rawValue: 0x1c) }
  @inlinable public static var volume: EventCode { EventCode(rawValue: 0x20) }
  @inlinable public static var slot: EventCode { EventCode(rawValue: 0x2f) }
  @inlinable public static var touchMajor: EventCode { EventCode(rawValue: 0x30) }
  @inlinable public static var touchMinor: EventCode { EventCode(rawValue: 0x31) }
  @inlinable public static var widthMajor: EventCode { EventCode(rawValue: 0x32) }
  @inlinable public static var widthMinor: EventCode { EventCode(rawValue: 0x33) }
  @inlinable public static var orientation: EventCode { EventCode(rawValue: 0x34) }
  @inlinable public static var positionX: EventCode { EventCode(rawValue: 0x35) }
  @inlinable public static var positionY: EventCode { EventCode(rawValue: 0x36) }
  @inlinable public static var toolType: EventCode { EventCode(rawValue: 0x37) }
  @inlinable public static var blobID: EventCode { EventCode(rawValue: 0x38) }
  @inlinable public static var trackingID: EventCode { EventCode(rawValue: 0x39) }
  @inlinable public static var contactPressure: EventCode { EventCode(rawValue: 0x3a) }
  @inlinable public static var contactDistance: EventCode { EventCode(rawValue: 0x3b) }
  @inlinable public static var toolX: EventCode { EventCode(rawValue: 0x3c) }
  @inlinable public static var toolY: EventCode { EventCode(rawValue: 0x3d) }

  /// ABS_MT_SLOT and above: an axis whose value belongs to a slot or contact.
  @inlinable
  public var isMultitouch: Bool { rawValue >= 0x2f && rawValue <= 0x3d }
}

/// Codes of EV_KEY that touch and pen devices use.
extension EventCode {
  @inlinable public static var button0: EventCode { EventCode(rawValue: 0x100) }
  @inlinable public static var leftButton: EventCode { EventCode(rawValue: 0x110) }
  @inlinable public static var rightButton: EventCode { EventCode(rawValue: 0x111) }
  @inlinable public static var toolPen: EventCode { EventCode(rawValue: 0x140) }
  @inlinable public static var toolRubber: EventCode { EventCode(rawValue: 0x141) }
  @inlinable public static var toolBrush: EventCode { EventCode(rawValue: 0x142) }
  @inlinable public static var toolPencil: EventCode { EventCode(rawValue: 0x143) }
  @inlinable public static var toolAirbrush: EventCode { EventCode(rawValue: 0x144) }
  @inlinable public static var toolFinger: EventCode { EventCode(rawValue: 0x145) }
  @inlinable public static var toolMouse: EventCode { EventCode(rawValue: 0x146) }
  @inlinable public static var toolLens: EventCode { EventCode(rawValue: 0x147) }
  @inlinable public static var toolQuintTap: EventCode { EventCode(rawValue: 0x148) }
  @inlinable public static var touch: EventCode { EventCode(rawValue: 0x14a) }
  @inlinable public static var stylus: EventCode { EventCode(rawValue: 0x14b) }
  @inlinable public static var stylus2: EventCode { EventCode(rawValue: 0x14c) }
  @inlinable public static var toolDoubleTap: EventCode { EventCode(rawValue: 0x14d) }
  @inlinable public static var toolTripleTap: EventCode { EventCode(rawValue: 0x14e) }
  @inlinable public static var toolQuadTap: EventCode { EventCode(rawValue: 0x14f) }
}
