import TouchReelInputEvents

extension DeviceDescription {
  /// Ten slots of 0…1000 × 0…500, all empty at the start.
  static let screen: DeviceDescription = {
    var device = DeviceDescription(
      axes: [
        .slot: 0...9, .positionX: 0...1000, .positionY: 0...500, .trackingID: 0...65535, .toolType: 0...2,
        .x: 0...1000, .y: 0...500,
      ], keys: [.touch])
    device.properties = [.direct]
    device.slots = Array(repeating: [.trackingID: -1], count: 10)
    return device
  }()

  /// Contacts between SYN_MT_REPORTs, of 0…1000 × 0…500.
  static let anonymousScreen: DeviceDescription = {
    var device = DeviceDescription(axes: [.positionX: 0...1000, .positionY: 0...500], keys: [.touch])
    device.properties = [.direct]
    return device
  }()

  static let singleTouchScreen: DeviceDescription = {
    var device = DeviceDescription(axes: [.x: 0...1000, .y: 0...500], keys: [.touch])
    device.properties = [.direct]
    return device
  }()

  /// With pen and eraser, BTN_TOUCH, pressure of 0…1000, distance, and tilt in 57 units a radian.
  static let pen: DeviceDescription = {
    var device = DeviceDescription(
      axes: [.x: 0...1000, .y: 0...500, .pressure: 0...1000, .distance: 0...63, .tiltX: -64...63, .tiltY: -64...63],
      keys: [.toolPen, .toolRubber, .toolBrush, .toolPencil, .toolAirbrush, .touch, .stylus])
    device.axes[.tiltX]?.resolution = 57
    device.axes[.tiltY]?.resolution = 57
    device.properties = [.direct]
    return device
  }()

  static let semiTouchpad: DeviceDescription = {
    var device = DeviceDescription(
      axes: [
        .slot: 0...1, .positionX: 0...1000, .positionY: 0...500, .trackingID: 0...65535, .x: 0...1000, .y: 0...500,
        .pressure: 0...100,
      ], keys: [.touch, .toolFinger, .toolDoubleTap, .leftButton])
    device.properties = [.pointer, .semiMultitouch]
    return device
  }()

  /// One node for pen and fingers, as of N-Trig.
  static let penAndTouch: DeviceDescription = {
    var device = DeviceDescription.screen
    device.codes[.key] = [.touch, .toolPen, .toolRubber, .stylus]
    device.axes[.pressure] = AbsoluteAxis(minimum: 0, maximum: 1000)
    return device
  }()

  /// Nothing was said of it.
  static let undescribed: DeviceDescription = {
    var device = DeviceDescription()
    device.isComplete = false
    return device
  }()

  init(axes: [EventCode: ClosedRange<Int32>], keys: Set<EventCode>) {
    self.init()
    self.axes = axes.mapValues { AbsoluteAxis(minimum: $0.lowerBound, maximum: $0.upperBound) }
    codes = [.absolute: Set(axes.keys), .key: keys]
  }

  func with(_ code: EventCode, _ range: ClosedRange<Int32>) -> DeviceDescription {
    var device = self
    device.axes[code] = AbsoluteAxis(minimum: range.lowerBound, maximum: range.upperBound)
    return device
  }

  func without(_ keys: EventCode...) -> DeviceDescription {
    var device = self
    device.codes[.key]?.subtract(keys)
    return device
  }
}
