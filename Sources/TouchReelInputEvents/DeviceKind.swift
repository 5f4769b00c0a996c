/// What sort of device this is, as far as touch and ink are concerned.
public enum DeviceKind: String, Hashable, Sendable {
  case touchscreen, touchpad, pen, penAndTouch, mouse, keyboard, other
}

/// How a device distinguishes its contacts: `Documentation/input/multi-touch-protocol.rst`.
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
  /// The protocol that the announced axes and properties mean. If the description was inferred,
  /// SYN_MT_REPORT distinguishes A from B: a device of one slot may never send ABS_MT_SLOT.
  public var contactProtocol: ContactProtocol {
    if hasContactAxes {
      if hasProperty(.semiMultitouch) { return .semi }
      if hasAxis(.slot) { return .slots }
      return isComplete || has(.synchronization, .multitouchReport) ? .anonymous : .slots
    }
    guard hasAxis(.x) && hasAxis(.y) && !isPad else { return .none }
    return hasKey(.touch) || hasKey(.toolFinger) || isPenTablet || isOldTouchscreen ? .single : .none
  }

  /// Both multitouch axes. Devices that announce every possible axis, even the unused one before ABS_MT_SLOT, have none
  /// (`libevdev_has_event_code`'s rule for fake multitouch).
  var hasContactAxes: Bool {
    hasAxis(.positionX) && hasAxis(.positionY) && !hasAxis(EventCode(rawValue: EventCode.slot.rawValue - 1))
  }

  /// Screens from before BTN_TOUCH: a mouse button, or pressure alone, reports the contact.
  private var isOldTouchscreen: Bool {
    guard codes[.relative]?.isEmpty != false else { return false }
    return hasAxis(.pressure) || (hasProperty(.direct) && hasKey(.leftButton))
  }

  /// A tablet's buttons and rings: they announce BTN_0 and BTN_STYLUS and no pen (udev's rule), and their node has
  /// meaningless axes of 0…1.
  private var isPad: Bool {
    if hasKey(.button0) && hasKey(.stylus) && !hasPenTool { return true }
    guard !hasPenTool, let x = axes[.x], let y = axes[.y] else { return false }
    return x.span == 1 && y.span == 1
  }

  /// The number of slots that ABS_MT_SLOT's range announces; 0 without slots.
  public var slotCount: Int {
    guard let axis = axes[.slot], axis.maximum >= 0 else { return 0 }
    return Int(axis.maximum) + 1
  }

  /// Whether the device has a pen, brush or eraser.
  public var hasPenTool: Bool {
    hasKey(.toolPen) || hasKey(.toolRubber) || hasKey(.toolBrush) || hasKey(.toolPencil) || hasKey(.toolAirbrush)
  }

  /// A stylus' button or a pen's tool makes a tablet (udev's `input_id`, which of the tools knows the pen alone).
  private var isPenTablet: Bool { hasPenTool || hasKey(.stylus) }

  /// Classified by the rules of udev's `input_id` (`src/udev/udev-builtin-input_id.c` of systemd): a pen's tool or a
  /// stylus' button makes a tablet, a finger's tool on a device that is not direct a touchpad, a mouse's button with
  /// REL_X or ABS_X a mouse, INPUT_PROP_DIRECT or BTN_TOUCH a touchscreen. udev gives some devices several classes;
  /// here a surface with contacts is not also a mouse.
  ///
  /// Beyond it, a tablet's buttons are `other`, screens from before BTN_TOUCH are touchscreens, and INPUT_PROP_POINTER
  /// makes a touchpad without BTN_TOOL_FINGER.
  public var kind: DeviceKind {
    if isAccelerometer || (isPad && hasPosition && !hasContactAxes) { return .other }
    if isMouse { return .mouse }
    if contactProtocol != .none { return surfaceKind }
    let hasLetters = codes[.key]?.contains { $0.rawValue >= 1 && $0.rawValue < 0x100 } ?? false
    if hasMouseButton && (hasPosition || !hasLetters) { return .mouse }
    return hasLetters ? .keyboard : .other
  }

  private var surfaceKind: DeviceKind {
    if isPenTablet { return hasContactAxes && (hasKey(.touch) || hasKey(.toolFinger)) ? .penAndTouch : .pen }
    if hasProperty(.direct) { return .touchscreen }
    if hasProperty(.pointer) || hasProperty(.semiMultitouch) { return .touchpad }
    return hasKey(.toolFinger) && !isInferredScreen ? .touchpad : .touchscreen
  }

  /// Contacts without a pointer beside them, of a device whose properties are unknown: a touchpad moves a pointer, so
  /// that its kernel driver sends ABS_X and ABS_Y too, and phones' screens may send BTN_TOOL_FINGER.
  private var isInferredScreen: Bool { !isComplete && hasContactAxes && !hasPosition }

  /// The description as a reader has to find it who takes it for complete: the properties of a device that nothing
  /// describes are unknown, not absent, and without INPUT_PROP_DIRECT some screens would be touchpads.
  package var statingItsKind: DeviceDescription {
    guard isInferredScreen, kind == .touchscreen, hasKey(.toolFinger) else { return self }
    var device = self
    device.properties.insert(.direct)
    return device
  }

  private var hasPosition: Bool { hasAxis(.x) && hasAxis(.y) }

  /// BTN_LEFT up to the last before the joysticks' buttons.
  private var hasMouseButton: Bool { codes[.key]?.contains { 0x110...0x11f ~= $0.rawValue } ?? false }

  /// Moved by REL_X and REL_Y, even if its back senses fingers; or, as a virtual machine's pointer, positioned by ABS_X
  /// and ABS_Y, even if it announces BTN_TOUCH (QEMU's `virtio-tablet` does).
  private var isMouse: Bool {
    let isTouchpad = hasKey(.toolFinger) && (hasPosition || hasContactAxes)
    guard hasMouseButton, !isPenTablet, !isTouchpad, !hasProperty(.direct) else { return false }
    let moves = codes[.relative] ?? []
    let isMoved = moves.contains(EventCode(rawValue: 0)) && moves.contains(EventCode(rawValue: 1))
    return isMoved || (hasPosition && !hasContactAxes)
  }

  /// Its positions are not a pointer's: INPUT_PROP_ACCELEROMETER, or three axes and no key.
  private var isAccelerometer: Bool {
    if hasProperty(.accelerometer) { return true }
    return codes[.key]?.isEmpty != false && hasPosition && hasAxis(EventCode(rawValue: 2)) && !hasContactAxes
  }
}
