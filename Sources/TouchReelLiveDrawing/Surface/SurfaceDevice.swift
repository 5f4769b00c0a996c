import TouchReelClampedNumbers
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// The devices that the fingers, pens and mice of a desktop are recorded as. Their positions are board points in units
/// of 1/256.
package enum SurfaceDevice: Int, Hashable, Sendable, CaseIterable {
  case touchscreen, pen, mouse

  /// Units for each board point: the resolution of the board itself.
  package static let unitsPerPoint: Int32 = 256
  /// The number of fingers that can draw at the same time.
  package static let slotCount = 32

  static let pressureMaximum: Int32 = 65_535
  /// Units of tilt for each degree.
  static let tiltUnits = 100.0
  private static let busVirtual: UInt16 = 0x06
  /// The kernel's `input_mt_init_slots` uses 16-bit tracking ids.
  static let trackingIDs: ClosedRange<Int32> = 0...65_535

  /// The description of the device, with nothing touching.
  ///
  /// - Parameter board: the size of the board when the device is opened. It may grow later, and positions may be
  ///   outside it.
  package func description(of board: BoardSize) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = name
    device.identity = DeviceIdentity(bus: Self.busVirtual, product: UInt16(rawValue + 1), version: 1)
    device.properties = [.direct]
    device.udev = [DeviceDescription.unitsPerPointFact: String(Self.unitsPerPoint)]
    device.codes = [.synchronization: [.report], .key: keys]
    let (x, y) = (Self.axis(board.width), Self.axis(board.height))
    switch self {
    case .touchscreen: device.addContacts(x, y)
    case .pen:
      device.axes = [.x: x, .y: y, .tiltX: Self.tiltAxis, .tiltY: Self.tiltAxis]
      device.axes[.pressure] = AbsoluteAxis(minimum: 0, maximum: Self.pressureMaximum)
    case .mouse: device.axes = [.x: x, .y: y]
    }
    device.codes[.absolute] = Set(device.axes.keys)
    return device
  }

  private var name: String {
    switch self {
    case .touchscreen: "TouchReel fingers on a window"
    case .pen: "TouchReel pen on a window"
    case .mouse: "TouchReel mouse on a window"
    }
  }

  private var keys: Set<EventCode> {
    self == .pen ? [.toolPen, .toolRubber, .touch] : [.touch]
  }

  /// The axis for a side of the board, rounded up to units.
  private static func axis(_ length: Double) -> AbsoluteAxis {
    AbsoluteAxis(minimum: 0, maximum: max(Int32(clamping: (length * Double(unitsPerPoint)).rounded(.up)), 1))
  }

  /// The resolution is in units per radian.
  private static var tiltAxis: AbsoluteAxis {
    AbsoluteAxis(minimum: -9_000, maximum: 9_000, resolution: 5_730)
  }
}

extension DeviceDescription {
  fileprivate mutating func addContacts(_ x: AbsoluteAxis, _ y: AbsoluteAxis) {
    let ids = SurfaceDevice.trackingIDs
    axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: Int32(SurfaceDevice.slotCount - 1)),
      .trackingID: AbsoluteAxis(minimum: ids.lowerBound, maximum: ids.upperBound), .positionX: x, .positionY: y,
    ]
    slots = Array(repeating: [.trackingID: -1], count: SurfaceDevice.slotCount)
  }
}

extension DevicePoint {
  /// `nil` if a coordinate is not finite.
  init?(on surface: BoardPoint) {
    guard surface.x.isFinite, surface.y.isFinite else { return nil }
    let units = Double(SurfaceDevice.unitsPerPoint)
    self.init(x: Int32(clamping: (surface.x * units).rounded()), y: Int32(clamping: (surface.y * units).rounded()))
  }
}
