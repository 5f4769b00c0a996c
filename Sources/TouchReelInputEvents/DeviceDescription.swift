/// What a device reports about itself before its first event: the facts of EVIOCGNAME, EVIOCGID, EVIOCGBIT, EVIOCGABS,
/// EVIOCGPROP, EVIOCGMTSLOTS and EVIOCGKEY.
public struct DeviceDescription: Hashable, Sendable {
  /// The device's name.
  public var name = ""
  /// How it is connected (`usb-0000:00:14.0-8/input0`); empty if the device does not say.
  public var phys = ""
  /// A serial number or address of this very device; mostly empty. `convert --anonymize` removes it.
  public var uniq = ""
  /// Its bus, vendor, product and version.
  public var identity = DeviceIdentity()
  /// The properties that it announces.
  public var properties: Set<InputProperty> = []
  /// Every event code that the device announces, by type. EV_SYN is listed where the source lists it.
  public var codes: [EventType: Set<EventCode>] = [:]
  /// The axes of EV_ABS that have an absinfo.
  public var axes: [EventCode: AbsoluteAxis] = [:]
  /// The state at the start: for each slot, the value of each ABS_MT axis. Empty if it is not known.
  public var slots: [[EventCode: Int32]] = []
  /// Keys, LEDs and switches that were on at the start, by type.
  public var active: [EventType: Set<EventCode>] = [:]
  /// Facts of udev (`ID_INPUT_TOUCHSCREEN`, `LIBINPUT_DEVICE_GROUP`, …).
  public var udev: [String: String] = [:]
  /// What other programs say of it in a recording, by their keys. It is kept as it is.
  package var foreignFacts: [String: String] = [:]
  /// The node it was recorded from (`/dev/input/event5`); `nil` if the source does not contain it.
  public var node: String?
  /// False if nothing described the device and this was inferred from its events.
  public var isComplete = true
  /// Whether the ranges of its positions are the device's own although the description is incomplete.
  package var hasOwnRanges = false
  /// Whether the ranges of its positions, which were inferred, are those of a longer recording of which this is a part.
  public var hasRangesOfWhole = false

  /// A device without a name or codes.
  public init() {}

  /// Whether the device announces this code. A code at an axis' absinfo counts as announced.
  public func has(_ type: EventType, _ code: EventCode) -> Bool {
    codes[type]?.contains(code) == true || (type == .absolute && axes[code] != nil)
  }

  /// Whether the device announces a key or button.
  public func hasKey(_ code: EventCode) -> Bool { has(.key, code) }
  /// Whether the device announces an axis.
  public func hasAxis(_ code: EventCode) -> Bool { has(.absolute, code) }
  /// The fact of `udev` with the number of units in a board point, for a surface that is itself part of a board: its
  /// positions are positions on the board, whatever the board's size.
  package static let unitsPerPointFact = "TOUCHREEL_UNITS_PER_POINT"

  /// The fact of `udev` by which libinput calibrates touchscreens and pens: the first two rows of a 3×3 matrix on
  /// positions of 0…1.
  package static let calibrationFact = "LIBINPUT_CALIBRATION_MATRIX"

  /// The fact of `udev` for how far the device's screen was turned when it was recorded, in degrees clockwise:
  /// `0`, `90`, `180` or `270`. At 90 the screen stands on its right edge. The numbers are those of `wl_output`'s
  /// transform.
  package static let rotationFact = "TOUCHREEL_ROTATION"

  /// Units in a board point, 1…65,536; `nil` for a device that has to be fitted to a board.
  package var unitsPerPoint: Double? {
    udev[Self.unitsPerPointFact].flatMap(Double.init).flatMap { (1...65_536).contains($0) ? $0 : nil }
  }

  /// Whether the device announces a property.
  public func hasProperty(_ property: InputProperty) -> Bool { properties.contains(property) }
}

/// `struct input_id`.
public struct DeviceIdentity: Hashable, Sendable {
  /// `BUS_USB`, `BUS_I2C` and the like of `linux/input.h`.
  public var bus: UInt16
  /// The number of the maker.
  public var vendor: UInt16
  /// The maker's number of the product.
  public var product: UInt16
  /// The version of the product.
  public var version: UInt16

  /// The numbers that a device gives itself.
  public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// `INPUT_PROP_…` of `linux/input-event-codes.h`.
@frozen
public struct InputProperty: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static func < (left: InputProperty, right: InputProperty) -> Bool { left.rawValue < right.rawValue }

  /// `INPUT_PROP_POINTER`.
  public static let pointer = InputProperty(rawValue: 0)
  /// `INPUT_PROP_DIRECT`.
  public static let direct = InputProperty(rawValue: 1)
  /// `INPUT_PROP_BUTTONPAD`.
  public static let buttonPad = InputProperty(rawValue: 2)
  /// `INPUT_PROP_SEMI_MT`.
  public static let semiMultitouch = InputProperty(rawValue: 3)
  /// `INPUT_PROP_TOPBUTTONPAD`.
  public static let topButtonPad = InputProperty(rawValue: 4)
  /// `INPUT_PROP_POINTING_STICK`.
  public static let pointingStick = InputProperty(rawValue: 5)
  /// `INPUT_PROP_ACCELEROMETER`.
  public static let accelerometer = InputProperty(rawValue: 6)
}

/// `struct input_absinfo`: range and resolution of an axis, in device units.
@frozen
public struct AbsoluteAxis: Hashable, Sendable {
  /// The least and the greatest value, both inclusive. A device may send others.
  public var minimum: Int32
  /// The greatest value, in device units.
  public var maximum: Int32
  /// The kernel filters noise of up to this much out of what it passes on.
  public var fuzz: Int32
  /// Values within this distance of a joystick's rest count as rest.
  public var flat: Int32
  /// Units per millimetre (per radian for rotational axes); 0 if the device does not report it.
  public var resolution: Int32
  /// The value at the start of the recording.
  public var value: Int32

  /// An axis by its range and resolution, in device units.
  public init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0, value: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
    self.value = value
  }

  /// The length of the range in device units; not positive if the range is empty.
  public var span: Int64 { Int64(maximum) - Int64(minimum) }
}

extension DeviceDescription {
  /// The surface in millimetres; `nil` unless both position axes have a range and a resolution.
  public var size: (width: Double, height: Double)? {
    let (x, y) = hasAxis(.positionX) ? (axes[.positionX], axes[.positionY]) : (axes[.x], axes[.y])
    guard let x, let y, x.resolution > 0, y.resolution > 0, x.span > 0, y.span > 0 else { return nil }
    return (Double(x.span) / Double(x.resolution), Double(y.span) / Double(y.resolution))
  }
}

/// The number of an opening of a device within a recording or a live session, in the order of appearance, from 0. A
/// device that is plugged in again gets a new one.
@frozen
public struct DeviceChannel: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int

  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable
  public static func < (left: DeviceChannel, right: DeviceChannel) -> Bool { left.rawValue < right.rawValue }
}
