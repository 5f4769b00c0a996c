import Testing
import TouchReelInputEvents

/// What sort of device it is.
struct DeviceKindTests {
  struct Example: CustomTestStringConvertible {
    let name: String
    var axes: Set<EventCode> = []
    var keys: Set<EventCode> = []
    var relative: Set<EventCode> = []
    var properties: Set<InputProperty> = []
    let kind: DeviceKind
    let contacts: ContactProtocol

    var testDescription: String { name }

    var device: DeviceDescription {
      var device = DeviceDescription()
      device.codes = [.key: keys, .relative: relative]
      for axis in axes { device.axes[axis] = AbsoluteAxis(minimum: 0, maximum: 1000) }
      device.properties = properties
      return device
    }
  }

  private static let pointer: Set<EventCode> = [.x, .y]
  private static let contacts: Set<EventCode> = [.positionX, .positionY]
  private static let slots: Set<EventCode> = [.x, .y, .slot, .positionX, .positionY, .trackingID]
  private static let fingers: Set<EventCode> = [.leftButton, .toolFinger, .toolDoubleTap, .touch]
  private static let pens: Set<EventCode> = [.toolPen, .toolRubber, .touch, .stylus]
  private static let moves = Set([0, 1].map(EventCode.init(rawValue:)))
  private static let buttons = Set((0x100...0x107 as ClosedRange<UInt16>).map(EventCode.init(rawValue:)))

  static let examples = [
    Example(
      name: "touchscreen", axes: slots, keys: [.touch], properties: [.direct], kind: .touchscreen, contacts: .slots),
    Example(name: "touchscreen without properties", axes: slots, keys: [.touch], kind: .touchscreen, contacts: .slots),
    Example(
      name: "infrared screen without keys", axes: slots, properties: [.direct], kind: .touchscreen, contacts: .slots),
    Example(name: "anonymous screen", axes: contacts, keys: [.touch], kind: .touchscreen, contacts: .anonymous),
    Example(
      name: "single-touch screen", axes: pointer, keys: [.touch], properties: [.direct], kind: .touchscreen,
      contacts: .single),
    Example(
      name: "old screen with BTN_LEFT", axes: pointer, keys: [.leftButton], properties: [.direct], kind: .touchscreen,
      contacts: .single),
    Example(name: "old screen with pressure alone", axes: [.x, .y, .pressure], kind: .touchscreen, contacts: .single),
    Example(name: "touchpad", axes: slots, keys: fingers, properties: [.pointer], kind: .touchpad, contacts: .slots),
    Example(
      name: "semi-MT touchpad", axes: slots, keys: fingers, properties: [.semiMultitouch], kind: .touchpad,
      contacts: .semi),
    Example(name: "old touchpad", axes: [.x, .y, .pressure], keys: fingers, kind: .touchpad, contacts: .single),
    Example(
      name: "tablet's finger layer", axes: slots, keys: fingers, properties: [.pointer], kind: .touchpad,
      contacts: .slots),
    Example(name: "pen", axes: [.x, .y, .pressure], keys: pens, kind: .pen, contacts: .single),
    Example(
      name: "pen with puck and wheel", axes: [.x, .y, .pressure], keys: pens.union([.toolMouse, .leftButton]),
      relative: [EventCode(rawValue: 8)], kind: .pen, contacts: .single),
    Example(
      name: "pen that announces REL_X", axes: [.x, .y, .pressure], keys: pens.union([.leftButton]), relative: moves,
      kind: .pen, contacts: .single),
    Example(
      name: "pen and touch in one node", axes: slots, keys: pens, properties: [.direct], kind: .penAndTouch,
      contacts: .slots),
    Example(name: "mouse", keys: [.leftButton, .rightButton], relative: moves, kind: .mouse, contacts: .none),
    Example(
      name: "mouse that feels fingers", axes: [.slot, .positionX, .positionY, .trackingID], keys: [.leftButton],
      relative: moves, kind: .mouse, contacts: .slots),
    Example(
      name: "virtual machine's tablet", axes: pointer, keys: [.leftButton, .rightButton],
      relative: [EventCode(rawValue: 8)], kind: .mouse, contacts: .none),
    Example(
      name: "keyboard", keys: Set((1...100 as ClosedRange<UInt16>).map(EventCode.init(rawValue:))), kind: .keyboard,
      contacts: .none),
    Example(name: "pad", axes: pointer, keys: buttons.union([.stylus]), kind: .other, contacts: .none),
    Example(name: "joystick", axes: pointer, keys: [EventCode(rawValue: 0x120)], kind: .other, contacts: .none),
    Example(name: "nothing", kind: .other, contacts: .none),
  ]

  /// What `input_id` of systemd 252 makes of the same capabilities stands beside each.
  private static let likeUdev = [
    // TABLET, though it is direct and announces no pen.
    Example(
      name: "screen with a stylus' button", axes: [.x, .y, .pressure], keys: [.stylus, .touch], properties: [.direct],
      kind: .pen, contacts: .single),
    // TABLET: a pen comes before a finger.
    Example(
      name: "pen, finger and mouse", axes: pointer, keys: [.toolPen, .toolFinger, .leftButton], relative: moves,
      kind: .pen, contacts: .single),
    // TOUCHPAD, and no MOUSE although it has all of one.
    Example(
      name: "touchpad that announces REL_X", axes: slots, keys: fingers, relative: moves, properties: [.pointer],
      kind: .touchpad, contacts: .slots),
    // TOUCHSCREEN: a finger's tool on what is direct.
    Example(
      name: "screen with a finger's tool", axes: slots, keys: [.toolFinger, .touch], properties: [.direct],
      kind: .touchscreen, contacts: .slots),
    // MOUSE: a mouse's button comes before BTN_TOUCH.
    Example(
      name: "QEMU's virtio-tablet", axes: pointer, keys: [.leftButton, .rightButton, .touch],
      relative: [EventCode(rawValue: 8)], kind: .mouse, contacts: .single),
    Example(
      name: "pressure and a mouse's button", axes: [.x, .y, .pressure], keys: [.leftButton], kind: .mouse,
      contacts: .single),
    // TOUCHSCREEN and MOUSE: it is the one whose contacts are known.
    Example(
      name: "screen with slots and a button", axes: slots, keys: [.leftButton, .touch], kind: .touchscreen,
      contacts: .slots),
    // MOUSE, by any button from BTN_LEFT to the joysticks'.
    Example(
      name: "mouse of side buttons", keys: [EventCode(rawValue: 0x113)], relative: moves, kind: .mouse, contacts: .none),
    // MOUSE: buttons and no axis.
    Example(name: "buttons alone", keys: [.leftButton, .rightButton], kind: .mouse, contacts: .none),
    // POINTINGSTICK and MOUSE.
    Example(
      name: "pointing stick", keys: [.leftButton], relative: moves, properties: [.pointer, .pointingStick],
      kind: .mouse,
      contacts: .none),
    // TABLET, TABLET_PAD and KEY.
    Example(
      name: "pad with keys of a keyboard", axes: pointer, keys: buttons.union([.stylus, EventCode(rawValue: 0x8b)]),
      kind: .other, contacts: .none),
    // KEY: what has no position is no tablet.
    Example(
      name: "keyboard with a pad's buttons", keys: buttons.union([.stylus, EventCode(rawValue: 30)]), kind: .keyboard,
      contacts: .none),
    // ACCELEROMETER.
    Example(name: "three axes and no key", axes: [.x, .y, EventCode(rawValue: 2)], kind: .other, contacts: .none),
    Example(
      name: "accelerometer of a tablet", axes: [.x, .y, EventCode(rawValue: 2), .pressure], keys: [.touch],
      properties: [.accelerometer], kind: .other, contacts: .single),
    // JOYSTICK.
    Example(
      name: "gamepad with sticks", axes: [.x, .y, EventCode(rawValue: 3), EventCode(rawValue: 4)],
      keys: [EventCode(rawValue: 0x130), EventCode(rawValue: 0x131)], kind: .other, contacts: .none),
    // KEY and MOUSE.
    Example(
      name: "keyboard with a mouse's button", keys: [EventCode(rawValue: 30), .leftButton], kind: .keyboard,
      contacts: .none),
  ]

  @Test(arguments: examples + likeUdev)
  func `Classification`(example: Example) {
    #expect(example.device.kind == example.kind)
    #expect(example.device.contactProtocol == example.contacts)
  }

  @Test func `A pad's axes of 0…1 are no position, whatever its keys`() {
    var device = DeviceDescription()
    device.axes = [.x: AbsoluteAxis(minimum: 0, maximum: 1), .y: AbsoluteAxis(minimum: 0, maximum: 1)]
    device.codes = [.key: Self.buttons.union([.toolFinger, .stylus])]
    #expect(device.contactProtocol == .none)
    #expect(device.kind == .other)
  }

  @Test func `A device that announces every axis has no multitouch`() {
    var device = DeviceDescription()
    for code in 0x28...0x3d as ClosedRange<UInt16> {
      device.axes[EventCode(rawValue: code)] = AbsoluteAxis(minimum: 0, maximum: 255)
    }
    #expect(device.contactProtocol == .none)
  }

  @Test(
    arguments: [
      (9, 10), (0, 1), (-1, 0), (.max, 0x8000_0000),
    ] as [(Int32, Int)]) func `As many slots as the axis' range says, and none where it says nonsense`(
      maximum: Int32, count: Int
    )
  {
    var device = DeviceDescription()
    device.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: maximum)
    #expect(device.slotCount == count)
  }
}
