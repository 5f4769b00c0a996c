import TouchReelInputEvents

/// Where on a device touches come from, decided by what it announces.
struct DeviceLayout {
  enum Multitouch {
    case none, slots, anonymous
    /// Slots that hold corners: they only say whether something touches.
    case box
  }

  /// What may touch at ABS_X and ABS_Y.
  struct PointerTools: OptionSet {
    let rawValue: UInt8
    static let pens = PointerTools(rawValue: 1)
    /// Only if no multitouch axes report the fingers.
    static let fingers = PointerTools(rawValue: 2)
  }

  /// What says that the pointer touches.
  enum PointerContact { case touchKey, pressure, leftButton }

  let multitouch: Multitouch
  let pointerTools: PointerTools
  let pointerContact: PointerContact
  /// More slots than this are not followed, whatever the device says.
  static let slotLimit = 256
  let slotCount: Int
  let contactAxes: ContactAxes
  let contactPressure: AxisScale?
  let pointerPressure: AxisScale?
  /// A touchscreen of one finger: it has no position while nothing touches.
  let positionMeansTouch: Bool
  let hasPointerDistance: Bool
  let tiltX: TiltScale?
  let tiltY: TiltScale?
  let xRange: ClosedRange<Int32>
  let yRange: ClosedRange<Int32>
  /// Protocol A: how far a contact may go between two frames, along each axis. No finger crosses a third of the surface
  /// between two frames: one was lifted and another put down.
  let reach: SIMD2<Double>
  let pointerXRange: ClosedRange<Int32>
  let pointerYRange: ClosedRange<Int32>

  init(_ device: DeviceDescription) {
    multitouch = Self.multitouch(of: device)
    pointerTools = Self.pointerTools(of: device)
    pointerContact = Self.pointerContact(of: device)
    slotCount = Self.slotCount(of: device)
    contactAxes = ContactAxes(of: device)
    contactPressure = device.axes[.contactPressure].flatMap(AxisScale.init)
    pointerPressure = device.axes[.pressure].flatMap(AxisScale.init)
    positionMeansTouch = pointerTools == .fingers && !device.hasKey(.toolFinger)
    hasPointerDistance = device.axes[.distance] != nil
    tiltX = device.axes[.tiltX].map(TiltScale.init)
    tiltY = device.axes[.tiltY].map(TiltScale.init)
    xRange = Self.range(of: device.axes[.positionX])
    yRange = Self.range(of: device.axes[.positionY])
    // What touches have covered is no surface.
    let isSurface = device.isComplete || device.hasOwnRanges
    reach = SIMD2(Self.reach(isSurface ? xRange : .min ... .max), Self.reach(isSurface ? yRange : .min ... .max))
    pointerXRange = Self.range(of: device.axes[.x])
    pointerYRange = Self.range(of: device.axes[.y])
  }

  private static func multitouch(of device: DeviceDescription) -> Multitouch {
    guard device.kind.touches else { return .none }
    switch device.contactProtocol {
    case .slots: return .slots
    case .anonymous: return .anonymous
    case .semi: return .box
    case .single, .none: return .none
    }
  }

  private static func pointerTools(of device: DeviceDescription) -> PointerTools {
    guard device.kind.touches, device.hasAxis(.x), device.hasAxis(.y) else { return [] }
    var tools: PointerTools = device.hasPenTool || device.hasKey(.stylus) ? .pens : []
    let contacts = multitouch(of: device)
    if contacts == .none || contacts == .box { tools.insert(.fingers) }
    return tools
  }

  private static func pointerContact(of device: DeviceDescription) -> PointerContact {
    if device.hasKey(.touch) { return .touchKey }
    return device.hasAxis(.pressure) ? .pressure : .leftButton
  }

  /// Where the slots are not described, the table grows as they appear.
  private static func slotCount(of device: DeviceDescription) -> Int {
    let announced = min(device.slotCount, slotLimit)
    return device.isComplete ? announced : max(announced, 1)
  }

  private static func reach(_ range: ClosedRange<Int32>) -> Double { Double(range.length / 3) }

  private static func range(of axis: AbsoluteAxis?) -> ClosedRange<Int32> {
    guard let axis, axis.span > 0 else { return .min ... .max }
    return axis.minimum...axis.maximum
  }
}

extension DeviceKind {
  /// Mice, pads and keyboards are recorded, and make no touches.
  var touches: Bool {
    switch self {
    case .touchscreen, .touchpad, .pen, .penAndTouch: true
    case .mouse, .keyboard, .other: false
    }
  }
}

/// An axis' device units as 0…1 of its range.
struct AxisScale {
  private let minimum: Double
  private let factor: Double

  init?(_ axis: AbsoluteAxis) {
    guard axis.span > 0 else { return nil }
    minimum = Double(axis.minimum)
    factor = 1 / Double(axis.span)
  }

  @inline(__always)
  func callAsFunction(_ value: Int32) -> Double { min(max((Double(value) - minimum) * factor, 0), 1) }
}

/// A tilt axis as degrees, where its resolution (units per radian) is known.
struct TiltScale {
  private let factor: Double

  init(_ axis: AbsoluteAxis) { factor = axis.resolution > 0 ? 180 / (Double.pi * Double(axis.resolution)) : 1 }

  @inline(__always)
  func callAsFunction(_ value: Int32) -> Double { Double(value) * factor }
}

/// Adds the codes that a device sends to its description, and says when there is a new one.
struct ObservedCodes {
  /// Bits of the codes 0…1023 of the types 0…31. The kernel's end at KEY_MAX, 0x2ff.
  private var seen = [UInt64](repeating: 0, count: 32 * 16)

  init(_ device: DeviceDescription) {
    for (type, codes) in device.codes { for code in codes { _ = isNew(type, code) } }
    for code in device.axes.keys { _ = isNew(.absolute, code) }
  }

  /// True where the frame had a code that the description lacked.
  mutating func record(_ frame: Frame, in device: inout DeviceDescription) -> Bool {
    var found = false
    for event in frame.events where record(event, in: &device) { found = true }
    return found
  }

  /// True where the description lacked this code.
  @inline(__always) @discardableResult
  mutating func record(_ event: InputEvent, in device: inout DeviceDescription) -> Bool {
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
