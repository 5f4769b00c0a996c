package import TouchReelInputEvents

extension DeviceDescription {
  /// A touchscreen of ten slots, 3840 × 2160 units at 10 units a millimetre.
  package static func screen(_ name: String) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = name
    device.properties = [.direct]
    device.codes[.key] = [.touch]
    device.axes = [
      .slot: AbsoluteAxis(minimum: 0, maximum: 9),
      .trackingID: AbsoluteAxis(minimum: 0, maximum: 65535),
      .toolType: AbsoluteAxis(minimum: 0, maximum: 2),
      .positionX: AbsoluteAxis(minimum: 0, maximum: 3839, resolution: 10),
      .positionY: AbsoluteAxis(minimum: 0, maximum: 2159, resolution: 10),
    ]
    return device
  }

  /// A screen that reports its contacts one after another, without slots (protocol A).
  package static func anonymousScreen(_ name: String) -> DeviceDescription {
    var device = screen(name)
    device.axes[.slot] = nil
    device.axes[.trackingID] = nil
    device.axes[.toolType] = nil
    return device
  }

  package static func pen(_ name: String) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = name
    device.properties = [.direct]
    device.codes[.key] = [.toolPen, .toolRubber, .touch, .stylus]
    device.axes = [
      .x: AbsoluteAxis(minimum: 0, maximum: 20000, resolution: 100),
      .y: AbsoluteAxis(minimum: 0, maximum: 12000, resolution: 100),
      .pressure: AbsoluteAxis(minimum: 0, maximum: 4095),
      .tiltX: AbsoluteAxis(minimum: -60, maximum: 60),
      .tiltY: AbsoluteAxis(minimum: -60, maximum: 60),
    ]
    return device
  }

  package static func mouse(_ name: String) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = name
    device.codes = [.key: [.leftButton, .rightButton], .relative: [EventCode(rawValue: 0), EventCode(rawValue: 1)]]
    return device
  }

  package static func keyboard(_ name: String) -> DeviceDescription {
    var device = DeviceDescription()
    device.name = name
    device.codes[.key] = Set((1...120).map(EventCode.init(rawValue:)))
    return device
  }
}
