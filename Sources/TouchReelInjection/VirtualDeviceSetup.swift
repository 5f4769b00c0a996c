import CTouchReelEvdev
public import TouchReelInputEvents

/// What uinput needs to create a device like a recorded one, and what it cannot reproduce.
public struct VirtualDeviceSetup: Hashable, Sendable {
  /// What happens to the fuzz of an axis: the changes that the kernel takes for noise.
  public enum Fuzz: Hashable, Sendable {
    /// Recorded values were already filtered by it.
    case removed
    case kept
  }

  /// The kernel's own limit in newer versions.
  static let slotLimit = 1024
  /// UINPUT_MAX_NAME_SIZE, less the terminating 0.
  static let nameLimit = 79

  /// The device's name.
  public private(set) var name: String
  /// How it says that it is connected.
  public private(set) var phys: String
  /// Its bus, vendor, product and version.
  public private(set) var identity: DeviceIdentity
  /// The properties that it announces.
  public private(set) var properties: [InputProperty] = []
  /// The codes that it announces, by type.
  public private(set) var codes: [EventType: [EventCode]] = [:]
  /// The ranges of its axes.
  public private(set) var axes: [EventCode: AbsoluteAxis] = [:]
  /// What the virtual device will not have or pass on, one line a kind.
  public private(set) var losses: [String] = []
  /// What is made up, one line a kind.
  public private(set) var additions: [String] = []

  /// A device like a recorded one.
  public init(_ device: DeviceDescription, fuzz: Fuzz = .removed) {
    name = device.name
    phys = device.phys
    identity = device.identity
    shortenName()
    if !device.uniq.isEmpty { losses.append("uinput has no way to set the unique id (uniq)") }
    addProperties(of: device.statingItsKind)
    addCodes(of: device)
    addAxes(of: device, fuzz)
  }

  /// The device as the kernel creates it, before anything was written: all keys up, all slots empty.
  package var blank: DeviceDescription {
    var device = DeviceDescription()
    device.codes = codes.mapValues(Set.init)
    device.axes = axes
    let contactAxes = axes.keys.filter { $0.isMultitouch && $0 != .slot }
    let empty = Dictionary(uniqueKeysWithValues: contactAxes.map { ($0, $0.blankValue) })
    device.slots = Array(repeating: empty, count: slotCount)
    return device
  }

  private var slotCount: Int {
    axes[.slot].map { min(max(Int($0.maximum) + 1, 0), Self.slotLimit) } ?? 0
  }

  private mutating func shortenName() {
    if name.isEmpty {
      name = "TouchReel device"
      additions.append("is called '\(name)', since uinput needs a name")
    }
    let whole = name
    while name.utf8.count > Self.nameLimit { name.removeLast() }
    if name != whole { losses.append("the name was cut to \(Self.nameLimit) bytes") }
  }

  private mutating func addProperties(of device: DeviceDescription) {
    properties = device.properties.filter { $0.rawValue < UInt16(INPUT_PROP_CNT) }.sorted()
    if properties.count < device.properties.count { losses.append("properties that the kernel does not know") }
  }

  private mutating func addCodes(of device: DeviceDescription) {
    for (type, announced) in device.codes.sorted(by: { $0.key < $1.key }) where type != .synchronization {
      switch type {
      case .repetition:
        losses.append("key repeat by the kernel (EV_REP): the repeats that were recorded are passed on, and no others")
      case .forceFeedback:
        losses.append("force feedback (EV_FF): nothing would answer the programs that ask for it")
      default: addCodes(announced, of: type)
      }
    }
  }

  private mutating func addCodes(_ announced: Set<EventCode>, of type: EventType) {
    guard let limit = Self.codeCounts[type] else {
      losses.append(
        "events of type \(EventNames.name(of: type) ?? String(type.rawValue)), which uinput cannot announce")
      return
    }
    codes[type] = announced.filter { $0.rawValue < limit }.sorted()
    let unknown = announced.filter { $0.rawValue >= limit }.sorted()
    if !unknown.isEmpty { losses.append("codes that the kernel does not know: \(Self.list(unknown, of: type))") }
  }

  private mutating func addAxes(of device: DeviceDescription, _ fuzz: Fuzz) {
    let announced = Set(codes[.absolute] ?? []).union(device.axes.keys.filter { $0.rawValue < UInt16(ABS_CNT) })
    if !announced.isEmpty { codes[.absolute] = announced.sorted() }
    for code in announced {
      var axis = device.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      if fuzz == .removed { axis.fuzz = 0 }
      // Slots have values of their own, and the first one is selected.
      if code.isMultitouch { axis.value = 0 }
      axes[code] = axis
    }
  }

  private static func list(_ codes: [EventCode], of type: EventType) -> String {
    let name = EventNames.name(of: type) ?? String(type.rawValue)
    let shown = codes.prefix(5).map { "0x" + String($0.rawValue, radix: 16) }.joined(separator: ", ")
    return "\(name) \(shown)" + (codes.count > 5 ? " and \(codes.count - 5) more" : "")
  }

  private static let codeCounts: [EventType: UInt16] = [
    .key: UInt16(KEY_CNT), .relative: UInt16(REL_CNT), .absolute: UInt16(ABS_CNT), .miscellaneous: UInt16(MSC_CNT),
    .switches: UInt16(SW_CNT), .led: UInt16(LED_CNT), .sound: UInt16(SND_CNT),
  ]
}

extension VirtualDeviceSetup {
  /// Whether the kernel would make the same device, but for the state at its start.
  func hasShape(of other: VirtualDeviceSetup) -> Bool {
    var (first, second) = (self, other)
    for code in first.axes.keys { first.axes[code]?.value = 0 }
    for code in second.axes.keys { second.axes[code]?.value = 0 }
    return first == second
  }
}
