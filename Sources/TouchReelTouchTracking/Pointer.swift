import TouchReelInputEvents

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
  private var doubt = Doubt.none
  /// Events were lost: which of these keys are down is not known until one of their group is reported.
  private var uncertainTools: UInt16 = 0
  private var position = PositionDoubt()
  private var levels = PressureLevels()
  private var reported: Reported = []
  /// The pen's tool key that was pressed last.
  private var lastTool = Pointer.bit(.toolPen)
  /// The keys at the end of the frame before.
  private var keysBefore: UInt16 = 0
  /// The keys that were down at any time in the current frame.
  private var keysWithin: UInt16 = 0
  /// What the events of BTN_TOUCH say of it.
  private(set) var touchKey = KeyState.unknown
  /// Whether the slots of a semi-MT device have contacts.
  private var hasCorners = false
  /// They are there, and did not come with the current frame.
  private var hadCorners = false
  /// The current frame reported BTN_TOUCH.
  private(set) var reportsTouch = false

  enum KeyState { case unknown, up, down }

  /// What the current frame reported.
  private struct Reported: OptionSet {
    let rawValue: UInt16
    static let position = Reported(rawValue: 1)
    static let pressure = Reported(rawValue: 2)
    static let distance = Reported(rawValue: 4)
    /// A tool of a tablet came or left.
    static let penTool = Reported(rawValue: 8)
    static let fingerTool = Reported(rawValue: 16)
    /// BTN_TOUCH, as an event that was no press: it was down.
    static let held = Reported(rawValue: 32)
    /// BTN_TOUCH as a press: it was up.
    static let press = Reported(rawValue: 64)
    /// The same of BTN_LEFT.
    static let leftHeld = Reported(rawValue: 128)
    static let leftPress = Reported(rawValue: 256)
    /// A pressure above 0.
    static let contactPressure = Reported(rawValue: 1024)
    /// All of it is a synced state.
    static let state = Reported(rawValue: 512)
    static let axes: Reported = [.position, .pressure, .distance]
  }

  /// Whether something touches, after a loss of events. The key that says so has stayed as it was from the loss to the
  /// next event of it, so that whatever shows its state shows it for all that time.
  private enum Doubt { case none, open, inferred }

  /// What a doubt turned out to be.
  enum Finding {
    /// There was no doubt, or none that mattered.
    case known
    case open
    /// It has touched, or has not, since the loss.
    case touched, lifted
  }

  /// Whether events were lost, and none since says whether it touches.
  var isInDoubt: Bool { doubt == .open }

  init(_ device: DeviceDescription) {
    point = DevicePoint(x: device.axes[.x]?.value ?? 0, y: device.axes[.y]?.value ?? 0)
    pressure = device.axes[.pressure]?.value ?? 0
    distance = device.axes[.distance]?.value ?? 0
    tiltX = device.axes[.tiltX]?.value ?? 0
    tiltY = device.axes[.tiltY]?.value ?? 0
    for key in device.active[.key] ?? [] { setKey(key, to: 1) }
    // They were pressed before the first frame.
    reported.subtract([.press, .leftPress])
  }

  @inline(__always)
  mutating func setAxis(_ code: EventCode, to value: Int32) {
    switch code {
    case .x:
      (point.x, reported) = (value, reported.union(.position))
      position.recordX()
    case .y:
      (point.y, reported) = (value, reported.union(.position))
      position.recordY()
    case .pressure:
      (pressure, reported) = (value, reported.union(.pressure))
      if value > 0 { reported.insert(.contactPressure) }
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
      reported.insert(value == 1 ? .leftPress : .leftHeld)
      isDirty = true
      return
    }
    guard code >= .toolPen, code <= .toolQuadTap else { return }
    let bit = Self.bit(code)
    if bit & Self.tools != 0 { recordTool(bit) }
    keys = value != 0 ? keys | bit : keys & ~bit
    keysWithin |= keys
    if bit & (Self.pens | Self.bit(.toolRubber)) != 0, value != 0 { lastTool = bit }
    if code == .touch {
      reportsTouch = true
      touchKey = value != 0 ? .down : .up
      reported.insert(value == 1 ? .press : .held)
    }
    isDirty = true
  }

  /// One tool of a group is there at a time: an event of any voids what was assumed of the others before a loss.
  private mutating func recordTool(_ bit: UInt16) {
    let group = bit & Self.fingers != 0 ? Self.fingers : Self.tools & ~Self.fingers
    reported.insert(group == Self.fingers ? .fingerTool : .penTool)
    keys &= ~(group & uncertainTools)
    uncertainTools &= ~group
  }

  /// A synced state follows: what it does not name is released, and its BTN_TOUCH is a state, not a change.
  mutating func releaseKeys() {
    keys = 0
    touchKey = .up
    uncertainTools = 0
    hasLeftButton = false
    isDirty = true
  }

  mutating func treatTouchAsState() {
    if keys & Self.bit(.touch) != 0 { reportsTouch = false }
    reported.remove([.press, .held, .leftPress, .leftHeld])
    reported.insert(.state)
  }

  mutating func markDirty() { isDirty = true }

  mutating func loseTrack() {
    finishFrame()
    doubt = .open
    hasCorners = false
    touchKey = .unknown
    uncertainTools = Self.tools
    position.lose()
  }

  mutating func finishFrame() {
    isDirty = false
    (keysBefore, keysWithin) = (keys, keys)
    reportsTouch = false
    reported = []
  }

  /// What the slots of a semi-MT device say.
  ///
  /// - Parameters:
  ///   - exist: some slot has a contact.
  ///   - haveBegun: the current frame gave one an id.
  mutating func setCorners(_ exist: Bool, haveBegun: Bool) {
    isDirty = isDirty || hasCorners != exist
    hadCorners = exist && (hasCorners || !haveBegun)
    hasCorners = exist
  }

  /// What is near the surface or on it, if anything.
  func tool(_ layout: DeviceLayout) -> TouchTool? { tool(layout, keys, touches: touches(layout)) }

  /// What touched within the current frame, and does not at its end.
  func briefTool(_ layout: DeviceLayout) -> TouchTool? {
    let contact: Reported =
      switch layout.pointerContact {
      case .touchKey: .press
      case .pressure: .contactPressure
      case .leftButton: .leftPress
      }
    guard reported.contains(contact), !reported.contains(.state), !touches(layout) else { return nil }
    return tool(layout, keysWithin, touches: true)
  }

  /// Whether BTN_TOUCH was pressed in the current frame and is up at its end.
  var isTapped: Bool { reported.contains(.press) && touchKey == .up }

  private func tool(_ layout: DeviceLayout, _ keys: UInt16, touches: Bool) -> TouchTool? {
    if layout.pointerTools.contains(.pens) {
      if keys & Self.bit(.toolRubber) != 0 { return .eraser }
      if keys & Self.pens != 0 { return .pen }
    }
    guard layout.pointerTools.contains(.fingers), keys & Self.mice == 0 else { return nil }
    if keys & Self.fingers != 0 { return .finger }
    guard touches else { return nil }
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

  /// Whether both axes of the position have been reported since events were lost.
  mutating func knowsPosition() -> Bool { position.settle(reported.contains(.position)) }

  /// Whether the line breaks here: its position leaps.
  mutating func consumeLeap() -> Bool { position.consumeCorrection() || changesFingers }

  /// The tool keys change among one, two, three, … fingers.
  private var changesFingers: Bool { (keys ^ keysBefore) & Self.fingers != 0 }

  /// What the current frame shows of what was lost.
  ///
  /// - Parameter namesContacts: the frame has multitouch events, of which ABS_X and ABS_Y may be the emulation.
  mutating func settle(_ layout: DeviceLayout, namesContacts: Bool) -> Finding {
    assumeTool(layout, namesContacts: namesContacts)
    guard doubt != .none else {
      recordLevel(layout)
      return .known
    }
    if reported.contains(.state) { return settleByState(layout) }
    let keys: (press: Reported, held: Reported) =
      layout.pointerContact == .leftButton ? (.leftPress, .leftHeld) : (.press, .held)
    if !reported.isDisjoint(with: [keys.press, keys.held]) || layout.pointerContact == .pressure {
      return settleByKey(keys.press, keys.held)
    }
    guard let isDown = evidence(layout) else { return doubt == .open ? .open : .known }
    return settle(isDown, layout)
  }

  /// Settles a doubt that has lasted so long that no event is going to settle it.
  mutating func giveUp(_ layout: DeviceLayout) { _ = settle(false, layout) }

  /// What reports is near, though its coming may have been lost.
  private mutating func assumeTool(_ layout: DeviceLayout, namesContacts: Bool) {
    guard uncertainTools & Self.pens != 0, layout.pointerTools.contains(.pens), keys & Self.tools == 0 else { return }
    if !namesContacts && !reported.isDisjoint(with: .axes) { keys |= lastTool }
  }

  /// Settles by the present state, which has held since the loss.
  private mutating func settleByState(_ layout: DeviceLayout) -> Finding {
    let before = doubt
    doubt = .none
    if !touches(layout) { return .lifted }
    return before == .open ? .touched : .known
  }

  /// Corners come before BTN_TOUCH is pressed: where they are there already, the press does not say that nothing was.
  private mutating func settleByKey(_ press: Reported, _ held: Reported) -> Finding {
    let before = doubt
    doubt = .none
    let wasUp = reported.contains(press) && !hadCorners
    if wasUp { return .lifted }
    return before == .open && !reported.isDisjoint(with: [press, held]) ? .touched : .known
  }

  private mutating func settle(_ isDown: Bool, _ layout: DeviceLayout) -> Finding {
    let before = doubt
    doubt = .inferred
    if layout.pointerContact == .leftButton { hasLeftButton = isDown } else { setTouch(isDown) }
    return before == .open ? (isDown ? .touched : .lifted) : .known
  }

  /// Whether the frame shows that something touches, without the key that says so: that key has not changed.
  private func evidence(_ layout: DeviceLayout) -> Bool? {
    // A tool that comes or goes without an event of its contact has none.
    if reported.contains(.penTool) { return false }
    if reported.contains(.fingerTool) && keys & Self.fingers == 0 { return false }
    if hasCorners { return true }
    if let scale = layout.pointerPressure {
      let isDown = levels.contact(at: pressure, scale(pressure), heldBefore: touches(layout))
      if reported.contains(.pressure), let isDown { return isDown }
    } else if reported.contains(.distance) {
      // That it touched before counts for more than a distance: pens report one while they touch.
      if distance <= 0 { return true }
      if !touches(layout) { return false }
    }
    return layout.positionMeansTouch && reported.contains(.position) ? true : nil
  }

  private mutating func recordLevel(_ layout: DeviceLayout) {
    guard layout.pointerContact == .touchKey, layout.pointerPressure != nil, tool(layout) != nil else { return }
    levels.record(pressure, isTouching: keys & Self.bit(.touch) != 0)
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

/// The pressures that a device has shown with contact and without. Where its driver draws the line is its own affair:
/// pens report some pressure before they count as touching.
struct PressureLevels {
  private var greatestWithout: Int32 = 0
  private var leastWith: Int32?

  @inline(__always)
  mutating func record(_ pressure: Int32, isTouching: Bool) {
    if isTouching {
      leastWith = min(leastWith ?? pressure, pressure)
    } else {
      greatestWithout = max(greatestWithout, pressure)
    }
  }

  /// Whether a pressure shows a contact; `nil` if it could be either. What touched before is held to be lifted only
  /// where there is no pressure at all: drivers let go at a lower pressure than they take hold at.
  ///
  /// - Parameter part: of the range, 0…1.
  func contact(at pressure: Int32, _ part: Double, heldBefore: Bool) -> Bool? {
    if pressure > greatestWithout && pressure > 0 {
      return part >= 0.01 || pressure >= leastWith ?? .max ? true : nil
    }
    return pressure < leastWith ?? 1 && (pressure <= 0 || !heldBefore) ? false : nil
  }
}
