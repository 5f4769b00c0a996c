import TouchReelInputEvents

/// One slot's state in one frame: the ABS_MT axes as the device last reported them.
///
/// An axis keeps its value until the device says otherwise, also when the slot is used again.
struct Contact {
  /// No contact: the slot is empty, or the device gave no id.
  static let noID: Int32 = -1

  /// The values by code, from ABS_MT_SLOT to ABS_MT_TOOL_Y, so that a frame's events are stored without telling axes
  /// apart.
  private var values = Self.initialValues
  /// The axes that the device has, or has sent.
  var axes: ContactAxes = []

  private static var initialValues: InlineArray<15, Int32> {
    var values = InlineArray<15, Int32>(repeating: 0)
    values[ContactAxes.index(of: .trackingID)] = noID
    return values
  }

  var trackingID: Int32 { self[.trackingID] }
  var x: Int32 {
    get { self[.positionX] }
    set { self[.positionX] = newValue }
  }
  var y: Int32 {
    get { self[.positionY] }
    set { self[.positionY] = newValue }
  }
  var major: Int32 { self[.touchMajor] }
  var minor: Int32 { self[.touchMinor] }
  var orientation: Int32 { self[.orientation] }
  var pressure: Int32 { self[.contactPressure] }
  var distance: Int32 { self[.contactDistance] }

  var point: DevicePoint { DevicePoint(x: x, y: y) }

  /// The value of an ABS_MT axis. Setting it does not record that it was sent.
  @inline(__always)
  subscript(code: EventCode) -> Int32 {
    get { values[ContactAxes.index(of: code)] }
    set { values[ContactAxes.index(of: code)] = newValue }
  }

  /// Takes the value of any axis; what is no ABS_MT axis is ignored.
  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32) {
    guard code.isMultitouch else { return }
    self[code] = code == .trackingID ? max(value, Contact.noID) : value
    record(ContactAxes(code))
  }

  /// Axes have been sent.
  @inline(__always)
  mutating func record(_ sent: ContactAxes) { axes.formUnion(sent.intersection(.kept)) }

  /// Whether the device has sent a tracking id, and it says that there is no contact.
  var isDeclaredEmpty: Bool { axes.contains(.trackingID) && trackingID == Contact.noID }

  /// MT_TOOL_… of `linux/input-event-codes.h`; a tool that is neither pen nor palm is a finger.
  var tool: TouchTool {
    guard axes.contains(.tool) else { return .finger }
    switch self[.toolType] {
    case 1: return .pen
    case 2: return .palm
    default: return .finger
    }
  }
}

/// A set of ABS_MT axes.
struct ContactAxes: OptionSet {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The empty set for a code that is no ABS_MT axis.
  @inline(__always)
  init(_ code: EventCode) { rawValue = code.isMultitouch ? 1 << UInt16(Self.index(of: code)) : 0 }

  /// The index of an ABS_MT axis among them.
  @inline(__always)
  static func index(of code: EventCode) -> Int { Int(code.rawValue) - 0x2f }

  static let trackingID = ContactAxes(.trackingID)
  static let position: ContactAxes = [ContactAxes(.positionX), ContactAxes(.positionY)]
  static let major = ContactAxes(.touchMajor)
  static let minor = ContactAxes(.touchMinor)
  static let orientation = ContactAxes(.orientation)
  static let pressure = ContactAxes(.contactPressure)
  static let distance = ContactAxes(.contactDistance)
  static let tool = ContactAxes(.toolType)
  /// The axes that count.
  static let kept: ContactAxes = [
    .trackingID, .position, .major, .minor, .orientation, .pressure, .distance, .tool,
  ]
  /// The axes that say of which contact an event is.
  static let naming: ContactAxes = [ContactAxes(.slot), .trackingID]

  private static let all = (0x2f...0x3d as ClosedRange<UInt16>).map(EventCode.init(rawValue:))

  var codes: [EventCode] { Self.all.filter { contains(ContactAxes($0)) } }

  /// The axes that a description announces.
  init(of device: DeviceDescription) {
    self = []
    for code in Self.all where device.hasAxis(code) { insert(ContactAxes(code)) }
  }
}

/// Protocol A: the contacts of the current frame, each closed by SYN_MT_REPORT.
struct AnonymousContacts {
  private(set) var contacts: [Contact] = []
  /// The current frame has a SYN_MT_REPORT.
  private(set) var hasReport = false
  private var open = Contact()
  private var isOpen = false

  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32, anomalies: inout TrackerAnomalies) {
    guard code != .slot else { return }
    if code == .trackingID, value < -1 || value == .max { anomalies[.idOutOfRange] += 1 }
    open.set(code, to: value)
    isOpen = true
  }

  /// SYN_MT_REPORT. One without axes before it says that there is no contact, and so does a tracking id of −1.
  mutating func close(anomalies: inout TrackerAnomalies) {
    hasReport = true
    guard isOpen else { return }
    if open.isDeclaredEmpty {
      startContact()
      return
    }
    if contacts.count < DeviceLayout.slotLimit {
      contacts.append(open)
    } else {
      anomalies[.tooManyContacts] += 1
    }
    startContact()
  }

  mutating func finishFrame() {
    contacts.removeAll(keepingCapacity: true)
    hasReport = false
    startContact()
  }

  /// A position keeps its value; the other axes belong to one contact.
  private mutating func startContact() {
    let last = open
    open = Contact()
    (open.x, open.y) = (last.x, last.y)
    isOpen = false
  }
}
