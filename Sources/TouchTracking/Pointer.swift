import InputEvents

/// The one contact at ABS_X and ABS_Y: a pen's, or the finger's of a device without multitouch axes.
struct Pointer {
  /// The keys BTN_TOOL_PEN … BTN_TOOL_QUADTAP, by code − 0x140.
  private var keys: UInt16 = 0
  private var hasLeftButton = false
  private(set) var point = DevicePoint(x: 0, y: 0)
  private(set) var pressure: Int32 = 0
  private(set) var distance: Int32 = 0
  private(set) var tiltX: Int32 = 0
  private(set) var tiltY: Int32 = 0
  private(set) var isDirty = false
  /// Events were lost: the keys are not known until they are told again.
  private(set) var isUncertain = false
  private var reported: Reported = []
  /// The pen's tool key that was pressed last.
  private var lastTool = Pointer.bit(.toolPen)
  /// The tool keys changed among one, two, three, … fingers.
  private(set) var changedFingers = false
  /// The frame at hand told BTN_TOUCH.
  private(set) var toldTouch = false

  private struct Reported: OptionSet {
    let rawValue: UInt8
    static let position = Reported(rawValue: 1)
    static let pressure = Reported(rawValue: 2)
    static let distance = Reported(rawValue: 4)
  }

  init(_ device: DeviceDescription) {
    point = DevicePoint(x: device.axes[.x]?.value ?? 0, y: device.axes[.y]?.value ?? 0)
    pressure = device.axes[.pressure]?.value ?? 0
    distance = device.axes[.distance]?.value ?? 0
    tiltX = device.axes[.tiltX]?.value ?? 0
    tiltY = device.axes[.tiltY]?.value ?? 0
    for key in device.active[.key] ?? [] { setKey(key, to: 1) }
  }

  @inline(__always)
  mutating func setAxis(_ code: EventCode, to value: Int32) {
    switch code {
    case .x: (point.x, reported) = (value, reported.union(.position))
    case .y: (point.y, reported) = (value, reported.union(.position))
    case .pressure: (pressure, reported) = (value, reported.union(.pressure))
    case .distance: (distance, reported) = (value, reported.union(.distance))
    case .tiltX: tiltX = value
    case .tiltY: tiltY = value
    default: return
    }
    isDirty = true
  }

  @inline(__always)
  mutating func setKey(_ code: EventCode, to value: Int32) {
    if code == .leftButton {
      hasLeftButton = value != 0
      isDirty = true
      return
    }
    guard code >= .toolPen, code <= .toolQuadTap else { return }
    let bit = Self.bit(code)
    let before = keys
    keys = value != 0 ? keys | bit : keys & ~bit
    changedFingers = changedFingers || (keys ^ before) & Self.fingers != 0
    if bit & (Self.pens | Self.bit(.toolRubber)) != 0, value != 0 { lastTool = bit }
    if code == .touch { (isUncertain, toldTouch) = (false, true) }
    isDirty = true
  }

  /// A synced state follows: what it does not name is released, and its BTN_TOUCH is a state, not a change.
  mutating func releaseKeys() {
    keys = 0
    hasLeftButton = false
    isDirty = true
  }

  mutating func takeTouchAsState() {
    if keys & Self.bit(.touch) != 0 { toldTouch = false }
    isUncertain = false
  }

  mutating func markDirty() { isDirty = true }

  mutating func loseTrack() {
    finishFrame()
    isUncertain = true
  }

  mutating func finishFrame() {
    isDirty = false
    changedFingers = false
    toldTouch = false
    reported = []
  }

  /// A semi-MT device has a contact in some slot.
  var hasCorners = false {
    didSet { isDirty = isDirty || hasCorners != oldValue }
  }

  /// What is near the surface or on it, or nothing.
  func tool(_ layout: DeviceLayout) -> TouchTool? {
    if layout.pointerTools.contains(.pens) {
      if keys & Self.bit(.toolRubber) != 0 { return .eraser }
      if keys & Self.pens != 0 { return .pen }
    }
    guard layout.pointerTools.contains(.fingers), keys & Self.mice == 0 else { return nil }
    if keys & Self.fingers != 0 { return .finger }
    guard touches(layout) else { return nil }
    return layout.pointerTools.contains(.pens) ? .pen : .finger
  }

  /// Whether the tool touches the surface.
  func touches(_ layout: DeviceLayout) -> Bool {
    if hasCorners { return true }
    return switch layout.pointerContact {
    case .touchKey: keys & Self.bit(.touch) != 0
    case .pressure: pressure > 0
    case .leftButton: hasLeftButton
    }
  }

  /// After a loss of events, what reports is near, and its pressure or distance tells whether it touches.
  mutating func infer(_ layout: DeviceLayout) {
    guard isUncertain, !reported.isEmpty else { return }
    if reported.contains(.pressure) {
      setTouch(pressure > 0)
    } else if reported.contains(.distance) {
      setTouch(distance <= 0)
    } else if layout.positionMeansTouch {
      setTouch(true)
    }
    if layout.pointerTools.contains(.pens), keys & Self.tools == 0 { keys |= lastTool }
  }

  private mutating func setTouch(_ isDown: Bool) {
    keys = isDown ? keys | Self.bit(.touch) : keys & ~Self.bit(.touch)
  }

  private static func bit(_ code: EventCode) -> UInt16 { 1 << (code.rawValue & 0xf) }

  private static let pens = bit(.toolPen) | bit(.toolBrush) | bit(.toolPencil) | bit(.toolAirbrush)
  private static let mice = bit(.toolMouse) | bit(.toolLens)
  private static let fingers =
    bit(.toolFinger) | bit(.toolDoubleTap) | bit(.toolTripleTap) | bit(.toolQuadTap) | bit(.toolQuintTap)
  private static let tools = pens | mice | fingers | bit(.toolRubber)
}
