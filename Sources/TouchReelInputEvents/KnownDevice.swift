/// A device whose description is built in, for recordings that hold none: `cat /dev/input/event1` on a tablet has no
/// room for a description, and few have one at hand.
public enum KnownDevice: String, Hashable, Sendable, CaseIterable {
  case remarkable1Pen = "remarkable-1-pen"
  case remarkable1Touch = "remarkable-1-touch"
  case remarkable2Pen = "remarkable-2-pen"
  case remarkable2Touch = "remarkable-2-touch"
  case remarkableProPen = "remarkable-pro-pen"
  case remarkableProTouch = "remarkable-pro-touch"

  /// The device by its name, in upper or lower case, with or without blanks and hyphens: `reMarkable 2 pen`.
  package init?(name: String) {
    func letters(_ text: String) -> String { text.lowercased().filter { $0 != " " && $0 != "-" } }
    guard let device = Self.allCases.first(where: { letters($0.rawValue) == letters(name) }) else { return nil }
    self = device
  }

  /// What the device's driver reports, with how it lies on its screen as facts of `udev`; nothing is down.
  public var description: DeviceDescription {
    switch self {
    // `evtest` of both in https://remarkable.guide and https://remarkablewiki.com/devel/handling_input.
    case .remarkable1Pen: Self.wacomPen(maximumX: 20967)
    case .remarkable2Pen: Self.wacomPen(maximumX: 20966)
    case .remarkable1Touch: Self.remarkable1Screen
    case .remarkable2Touch: Self.remarkable2Screen
    case .remarkableProPen: Self.elanPen
    case .remarkableProTouch: Self.elanScreen
    }
  }

  /// The pen of reMarkable 1 and 2, `wacom_i2c`. Its x axis runs along the long edge from the bottom up, its y axis
  /// along the short one from left to right, as KOReader's `frontend/device/remarkable/device.lua` turns them. Its
  /// driver reports no resolution; the range covers the screen of 1404×1872 pixels at 226 to the inch, 210.4 mm: 100
  /// units a millimetre.
  private static func wacomPen(maximumX: Int32) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = "Wacom I2C Digitizer"
    device.identity = DeviceIdentity(bus: 0x18, vendor: 0x56a)
    device.codes[.key] = [.toolPen, .toolRubber, .touch, .stylus, .stylus2]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: maximumX, resolution: 100),
      .y: AbsoluteAxis(minimum: 0, maximum: 15725, resolution: 100),
      .pressure: AbsoluteAxis(minimum: 0, maximum: 4095), .distance: AbsoluteAxis(minimum: 0, maximum: 255),
    ]
    device.announceTilt()
    device.udev[DeviceDescription.rotationFact] = "270"
    return device.announced
  }

  /// `cyttsp5_mt`, upside down.
  private static var remarkable1Screen: DeviceDescription {
    var device = paradeScreen(maximumX: 767, maximumY: 1023)
    device.name = "cyttsp5_mt"
    device.udev[DeviceDescription.rotationFact] = "180"
    return device.announced
  }

  /// `pt_mt`, whose y axis runs from the bottom up. Its keys stand for gestures.
  private static var remarkable2Screen: DeviceDescription {
    var device = paradeScreen(maximumX: 1403, maximumY: 1871)
    device.name = "pt_mt"
    device.properties = [.direct]
    device.codes[.key] = Set((59...66).map(EventCode.init(rawValue:)))
    device.udev[DeviceDescription.calibrationFact] = "1 0 0 0 -1 1"
    return device.announced
  }

  /// What the touchscreens of reMarkable 1 and 2 share; both end their touches by the tracking id alone.
  private static func paradeScreen(maximumX: Int32, maximumY: Int32) -> DeviceDescription {
    var device = DeviceDescription()
    let byte = AbsoluteAxis(minimum: 0, maximum: 255)
    device.axes = [
      .distance: byte, .slot: AbsoluteAxis(minimum: 0, maximum: 31), .touchMajor: byte, .touchMinor: byte,
      .orientation: AbsoluteAxis(minimum: -127, maximum: 127),
      .positionX: AbsoluteAxis(minimum: 0, maximum: maximumX),
      .positionY: AbsoluteAxis(minimum: 0, maximum: maximumY),
      .toolType: AbsoluteAxis(minimum: 0, maximum: 1), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .contactPressure: byte,
    ]
    return device
  }

  /// The pen of the Paper Pro: `evtest` in https://github.com/Eeems-Org/remarkable.guide/issues/74. Both its devices
  /// lie upright on the screen. The resolutions that it reports, 2832 and 2064, are the touchscreen's extents and would
  /// distort the drawing: they are left out.
  private static var elanPen: DeviceDescription {
    var device = DeviceDescription()
    device.name = "Elan marker input"
    device.identity = DeviceIdentity(bus: 0x1c)
    device.codes[.key] = [.toolPen, .toolRubber, .touch, .stylus, .stylus2]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: 11180), .y: AbsoluteAxis(minimum: 0, maximum: 15340),
      .pressure: AbsoluteAxis(minimum: 0, maximum: 4096), .distance: AbsoluteAxis(minimum: 0, maximum: 65535),
    ]
    device.announceTilt()
    return device.announced
  }

  /// The touchscreen of the Paper Pro, `elants_spi`; its ranges are those that KOReader scales by.
  private static var elanScreen: DeviceDescription {
    var device = DeviceDescription()
    device.name = "Elan touch input"
    device.identity = DeviceIdentity(bus: 0x1c)
    device.properties = [.direct]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 9), .positionX: AbsoluteAxis(minimum: 0, maximum: 2064),
      .positionY: AbsoluteAxis(minimum: 0, maximum: 2832), .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .contactPressure: AbsoluteAxis(minimum: 0, maximum: 255),
    ]
    return device.announced
  }
}

extension DeviceDescription {
  /// ±90° in hundredths. The drivers report no resolution, which is of radians: 180 × 100 / π = 5730.
  fileprivate mutating func announceTilt() {
    for code in [EventCode.tiltX, .tiltY] {
      axes[code] = AbsoluteAxis(minimum: -9000, maximum: 9000, resolution: 5730)
    }
  }

  /// The device with the codes of its axes announced.
  fileprivate var announced: DeviceDescription {
    var device = self
    device.codes[.absolute] = Set(axes.keys)
    return device
  }
}
