public import InputEvents

/// Which devices may be recorded.
public struct DeviceAdmission: OptionSet, Hashable, Sendable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Devices without a surface.
  public static let notTouch = DeviceAdmission(rawValue: 1)
  /// Devices that can type, whatever else they are.
  public static let keyboards = DeviceAdmission(rawValue: 2)

  /// Why a device may not be recorded; nothing where it may.
  public func refusal(of device: DeviceDescription) -> DeviceError.Problem? {
    if device.canType { return contains(.keyboards) ? nil : .keyboard }
    return device.isTouch || contains(.notTouch) ? nil : .notTouch(device.kind)
  }
}

extension DeviceDescription {
  /// Whether fingers or a pen draw on it.
  public var isTouch: Bool {
    switch kind {
    case .touchscreen, .touchpad, .pen, .penAndTouch: true
    case .mouse, .keyboard, .other: false
    }
  }

  /// Whether it has a keyboard's letters, also beside a surface: more than a few of KEY_Q to KEY_P.
  var canType: Bool {
    let letters = (16...25).filter { hasKey(EventCode(rawValue: $0)) }
    return letters.count > 3
  }
}
