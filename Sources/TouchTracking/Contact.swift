import InputEvents

/// One slot's state in one frame: the ABS_MT axes as the device last reported them.
///
/// An axis keeps its value until the device says otherwise, also when the slot is used again.
struct Contact {
  /// No contact: the slot is empty, or the device gave no id.
  static let noID: Int32 = -1

  var trackingID = Contact.noID
  var x: Int32 = 0
  var y: Int32 = 0
  var major: Int32 = 0
  var minor: Int32 = 0
  var orientation: Int32 = 0
  var pressure: Int32 = 0
  var distance: Int32 = 0
  var toolType: Int32 = 0
  /// The axes that the device has, or has sent.
  var axes: ContactAxes = []

  var point: DevicePoint { DevicePoint(x: x, y: y) }

  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32) {
    switch code {
    case .positionX: x = value
    case .positionY: y = value
    case .trackingID: trackingID = max(value, Contact.noID)
    case .touchMajor: major = value
    case .touchMinor: minor = value
    case .orientation: orientation = value
    case .contactPressure: pressure = value
    case .contactDistance: distance = value
    case .toolType: toolType = value
    default: return
    }
    axes.insert(ContactAxes(code))
  }

  /// The axes that are kept.
  static let codes: [EventCode] = [
    .positionX, .positionY, .trackingID, .touchMajor, .touchMinor, .orientation, .contactPressure, .contactDistance,
    .toolType,
  ]

  /// The value of one of `codes`; 0 of any other.
  subscript(code: EventCode) -> Int32 {
    switch code {
    case .positionX: x
    case .positionY: y
    case .trackingID: trackingID
    case .touchMajor: major
    case .touchMinor: minor
    case .orientation: orientation
    case .contactPressure: pressure
    case .contactDistance: distance
    case .toolType: toolType
    default: 0
    }
  }

  /// MT_TOOL_… of `linux/input-event-codes.h`; a tool that is neither pen nor palm is a finger.
  var tool: TouchTool {
    guard axes.contains(.tool) else { return .finger }
    switch toolType {
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
  init(_ code: EventCode) { rawValue = code.isMultitouch ? 1 << (code.rawValue - 0x2f) : 0 }

  static let trackingID = ContactAxes(.trackingID)
  static let position: ContactAxes = [ContactAxes(.positionX), ContactAxes(.positionY)]
  static let major = ContactAxes(.touchMajor)
  static let minor = ContactAxes(.touchMinor)
  static let orientation = ContactAxes(.orientation)
  static let pressure = ContactAxes(.contactPressure)
  static let distance = ContactAxes(.contactDistance)
  static let tool = ContactAxes(.toolType)

  /// Those that a description announces.
  init(of device: DeviceDescription) {
    self = []
    for code in (0x2f...0x3d as ClosedRange<UInt16>).map(EventCode.init(rawValue:)) where device.hasAxis(code) {
      insert(ContactAxes(code))
    }
  }
}

/// Protocol A: the contacts of the current frame, each closed by SYN_MT_REPORT.
struct AnonymousContacts {
  private(set) var contacts: [Contact] = []
  private var open = Contact()
  private var isOpen = false

  @inline(__always)
  mutating func set(_ code: EventCode, to value: Int32, anomalies: inout TrackerAnomalies) {
    guard code != .slot else { return }
    if code == .trackingID, value < -1 || value == .max { anomalies[.idOutOfRange] += 1 }
    open.set(code, to: value)
    isOpen = true
  }

  /// SYN_MT_REPORT. One without axes before it says that there is no contact.
  mutating func close(anomalies: inout TrackerAnomalies) {
    guard isOpen else { return }
    if contacts.count < DeviceLayout.slotLimit {
      contacts.append(open)
    } else {
      anomalies[.tooManyContacts] += 1
    }
    startContact()
  }

  mutating func finishFrame() {
    contacts.removeAll(keepingCapacity: true)
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
