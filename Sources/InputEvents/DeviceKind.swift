/// What sort of device this is, as far as touch and ink are concerned.
public enum DeviceKind: String, Hashable, Sendable {
  case touchscreen, touchpad, pen, penAndTouch, mouse, keyboard, other
}

/// How a device tells its contacts apart: `Documentation/input/multi-touch-protocol.rst`.
public enum ContactProtocol: String, Hashable, Sendable {
  /// Anonymous contacts ended by SYN_MT_REPORT.
  case anonymous = "A"
  /// Slots.
  case slots = "B"
  /// Slots that hold the corners of a box around all contacts (INPUT_PROP_SEMI_MT).
  case semi
  /// One contact at ABS_X and ABS_Y.
  case single
  /// No contacts.
  case none
}

extension DeviceDescription {
  /// The protocol that the announced axes and properties mean.
  public var contactProtocol: ContactProtocol {
    if hasAxis(.positionX) && hasAxis(.positionY) {
      if hasProperty(.semiMultitouch) { return .semi }
      return hasAxis(.slot) ? .slots : .anonymous
    }
    guard hasAxis(.x) && hasAxis(.y) else { return .none }
    let touches = hasKey(.touch) || hasKey(.toolFinger) || hasPenTool
    return touches || (hasProperty(.direct) && hasKey(.leftButton)) ? .single : .none
  }

  /// The number of slots that ABS_MT_SLOT's range announces; 0 without slots.
  public var slotCount: Int {
    guard let axis = axes[.slot], axis.maximum >= 0 else { return 0 }
    return Int(axis.maximum) + 1
  }

  public var hasPenTool: Bool {
    hasKey(.toolPen) || hasKey(.toolRubber) || hasKey(.toolBrush) || hasKey(.toolPencil) || hasKey(.toolAirbrush)
  }

  /// Classified by the rules of udev's `input_id` and libinput: a pen tool makes a tablet, INPUT_PROP_DIRECT or the lack of a
  /// pointer's tools a touchscreen.
  public var kind: DeviceKind {
    let contacts = contactProtocol
    let hasTouchLayer = hasAxis(.positionX) && hasAxis(.positionY)
    if contacts != .none {
      if hasPenTool && hasTouchLayer && (hasKey(.touch) || hasKey(.toolFinger)) {
        return hasKey(.toolFinger) && !hasProperty(.direct) && !hasKey(.stylus) ? .touchpad : .penAndTouch
      }
      if hasPenTool { return .pen }
      if hasProperty(.direct) { return .touchscreen }
      if hasProperty(.pointer) || hasProperty(.semiMultitouch) || hasKey(.toolFinger) { return .touchpad }
      if hasKey(.touch) || hasTouchLayer { return .touchscreen }
    }
    if codes[.relative]?.isEmpty == false && hasKey(.leftButton) { return .mouse }
    if hasAxis(.x) && hasAxis(.y) && hasKey(.leftButton) { return .mouse }
    let letters = (codes[.key] ?? []).filter { $0.rawValue >= 1 && $0.rawValue < 0x100 }
    return letters.isEmpty ? .other : .keyboard
  }
}
