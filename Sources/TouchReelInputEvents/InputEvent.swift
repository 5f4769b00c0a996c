/// One record of the kernel's input layer: `struct input_event` of `linux/input.h`.
@frozen
public struct InputEvent: Hashable, Sendable {
  /// The time at which the kernel received it.
  public var time: Timestamp
  /// The type of the event.
  public var type: EventType
  /// The code of the event, whose meaning depends on its type.
  public var code: EventCode
  /// The value, in device units.
  public var value: Int32

  /// An event by its four parts.
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

  /// SYN_REPORT, which ends a frame.
  @inlinable
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

  /// `EV_SYN`.
  @inlinable public static var synchronization: EventType { EventType(rawValue: 0x00) }
  /// `EV_KEY`.
  @inlinable public static var key: EventType { EventType(rawValue: 0x01) }
  /// `EV_REL`.
  @inlinable public static var relative: EventType { EventType(rawValue: 0x02) }
  /// `EV_ABS`.
  @inlinable public static var absolute: EventType { EventType(rawValue: 0x03) }
  /// `EV_MSC`.
  @inlinable public static var miscellaneous: EventType { EventType(rawValue: 0x04) }
  /// `EV_SW`.
  @inlinable public static var switches: EventType { EventType(rawValue: 0x05) }
  /// `EV_LED`.
  @inlinable public static var led: EventType { EventType(rawValue: 0x11) }
  /// `EV_SND`.
  @inlinable public static var sound: EventType { EventType(rawValue: 0x12) }
  /// `EV_REP`.
  @inlinable public static var repetition: EventType { EventType(rawValue: 0x14) }
  /// `EV_FF`.
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
  /// `SYN_REPORT`.
  @inlinable public static var report: EventCode { EventCode(rawValue: 0) }
  /// `SYN_MT_REPORT`.
  @inlinable public static var multitouchReport: EventCode { EventCode(rawValue: 2) }
  /// `SYN_DROPPED`.
  @inlinable public static var dropped: EventCode { EventCode(rawValue: 3) }
}

/// Codes of EV_ABS.
extension EventCode {
  /// `ABS_X`.
  @inlinable public static var x: EventCode { EventCode(rawValue: 0x00) }
  /// `ABS_Y`.
  @inlinable public static var y: EventCode { EventCode(rawValue: 0x01) }
  /// `ABS_PRESSURE`.
  @inlinable public static var pressure: EventCode { EventCode(rawValue: 0x18) }
  /// `ABS_DISTANCE`.
  @inlinable public static var distance: EventCode { EventCode(rawValue: 0x19) }
  /// `ABS_TILT_X`.
  @inlinable public static var tiltX: EventCode { EventCode(rawValue: 0x1a) }
  /// `ABS_TILT_Y`.
  @inlinable public static var tiltY: EventCode { EventCode(rawValue: 0x1b) }
  /// `ABS_TOOL_WIDTH`.
  @inlinable public static var toolWidth: EventCode { EventCode(rawValue: 0x1c) }
  /// `ABS_VOLUME`.
  @inlinable public static var volume: EventCode { EventCode(rawValue: 0x20) }
  /// `ABS_MT_SLOT`.
  @inlinable public static var slot: EventCode { EventCode(rawValue: 0x2f) }
  /// `ABS_MT_TOUCH_MAJOR`.
  @inlinable public static var touchMajor: EventCode { EventCode(rawValue: 0x30) }
  /// `ABS_MT_TOUCH_MINOR`.
  @inlinable public static var touchMinor: EventCode { EventCode(rawValue: 0x31) }
  /// `ABS_MT_WIDTH_MAJOR`.
  @inlinable public static var widthMajor: EventCode { EventCode(rawValue: 0x32) }
  /// `ABS_MT_WIDTH_MINOR`.
  @inlinable public static var widthMinor: EventCode { EventCode(rawValue: 0x33) }
  /// `ABS_MT_ORIENTATION`.
  @inlinable public static var orientation: EventCode { EventCode(rawValue: 0x34) }
  /// `ABS_MT_POSITION_X`.
  @inlinable public static var positionX: EventCode { EventCode(rawValue: 0x35) }
  /// `ABS_MT_POSITION_Y`.
  @inlinable public static var positionY: EventCode { EventCode(rawValue: 0x36) }
  /// `ABS_MT_TOOL_TYPE`.
  @inlinable public static var toolType: EventCode { EventCode(rawValue: 0x37) }
  /// `ABS_MT_BLOB_ID`.
  @inlinable public static var blobID: EventCode { EventCode(rawValue: 0x38) }
  /// `ABS_MT_TRACKING_ID`.
  @inlinable public static var trackingID: EventCode { EventCode(rawValue: 0x39) }
  /// `ABS_MT_PRESSURE`.
  @inlinable public static var contactPressure: EventCode { EventCode(rawValue: 0x3a) }
  /// `ABS_MT_DISTANCE`.
  @inlinable public static var contactDistance: EventCode { EventCode(rawValue: 0x3b) }
  /// `ABS_MT_TOOL_X`.
  @inlinable public static var toolX: EventCode { EventCode(rawValue: 0x3c) }
  /// `ABS_MT_TOOL_Y`.
  @inlinable public static var toolY: EventCode { EventCode(rawValue: 0x3d) }

  /// ABS_MT_SLOT and above: an axis whose value belongs to a slot or contact.
  @inlinable
  public var isMultitouch: Bool { rawValue >= 0x2f && rawValue <= 0x3d }
}

/// Codes of EV_KEY that touch and pen devices use.
extension EventCode {
  /// `BTN_MISC`.
  @inlinable public static var button0: EventCode { EventCode(rawValue: 0x100) }
  /// `BTN_MOUSE`.
  @inlinable public static var leftButton: EventCode { EventCode(rawValue: 0x110) }
  /// `BTN_RIGHT`.
  @inlinable public static var rightButton: EventCode { EventCode(rawValue: 0x111) }
  /// `BTN_DIGI`.
  @inlinable public static var toolPen: EventCode { EventCode(rawValue: 0x140) }
  /// `BTN_TOOL_RUBBER`.
  @inlinable public static var toolRubber: EventCode { EventCode(rawValue: 0x141) }
  /// `BTN_TOOL_BRUSH`.
  @inlinable public static var toolBrush: EventCode { EventCode(rawValue: 0x142) }
  /// `BTN_TOOL_PENCIL`.
  @inlinable public static var toolPencil: EventCode { EventCode(rawValue: 0x143) }
  /// `BTN_TOOL_AIRBRUSH`.
  @inlinable public static var toolAirbrush: EventCode { EventCode(rawValue: 0x144) }
  /// `BTN_TOOL_FINGER`.
  @inlinable public static var toolFinger: EventCode { EventCode(rawValue: 0x145) }
  /// `BTN_TOOL_MOUSE`.
  @inlinable public static var toolMouse: EventCode { EventCode(rawValue: 0x146) }
  /// `BTN_TOOL_LENS`.
  @inlinable public static var toolLens: EventCode { EventCode(rawValue: 0x147) }
  /// `BTN_TOOL_QUINTTAP`.
  @inlinable public static var toolQuintTap: EventCode { EventCode(rawValue: 0x148) }
  /// `BTN_TOUCH`.
  @inlinable public static var touch: EventCode { EventCode(rawValue: 0x14a) }
  /// `BTN_STYLUS`.
  @inlinable public static var stylus: EventCode { EventCode(rawValue: 0x14b) }
  /// `BTN_STYLUS2`.
  @inlinable public static var stylus2: EventCode { EventCode(rawValue: 0x14c) }
  /// `BTN_TOOL_DOUBLETAP`.
  @inlinable public static var toolDoubleTap: EventCode { EventCode(rawValue: 0x14d) }
  /// `BTN_TOOL_TRIPLETAP`.
  @inlinable public static var toolTripleTap: EventCode { EventCode(rawValue: 0x14e) }
  /// `BTN_TOOL_QUADTAP`.
  @inlinable public static var toolQuadTap: EventCode { EventCode(rawValue: 0x14f) }
}
