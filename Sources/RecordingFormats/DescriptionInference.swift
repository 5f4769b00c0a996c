import InputEvents

/// What the events of an undescribed device show of it: the codes it uses, and the ranges of its axes.
struct DescriptionInference {
  private static let typeLimit = 32
  private static let codeLimit = 1024

  private var seen = [Bool](repeating: false, count: typeLimit * codeLimit)
  private var lowest = [Int32](repeating: .max, count: 64)
  private var highest = [Int32](repeating: .min, count: 64)

  /// Events of types or codes that no kernel has are not counted.
  @inline(__always)
  mutating func observe(_ event: InputEvent) {
    let (type, code) = (Int(event.type.rawValue), Int(event.code.rawValue))
    guard type < Self.typeLimit, code < Self.codeLimit else { return }
    seen[type * Self.codeLimit + code] = true
    guard event.type == .absolute, code < 64 else { return }
    if event.value < lowest[code] { lowest[code] = event.value }
    if event.value > highest[code] { highest[code] = event.value }
  }

  /// The description, added to what is known already.
  func description(adding known: DeviceDescription) -> DeviceDescription {
    var description = known
    description.isComplete = false
    for type in 0..<Self.typeLimit {
      for code in 0..<Self.codeLimit where seen[type * Self.codeLimit + code] {
        add(EventType(rawValue: UInt16(type)), EventCode(rawValue: UInt16(code)), to: &description)
      }
    }
    if needsSlots { announceSlots(in: &description) }
    return description
  }

  private func add(_ type: EventType, _ code: EventCode, to description: inout DeviceDescription) {
    description.codes[type, default: []].insert(code)
    guard type == .absolute, code.rawValue < 64, description.axes[code] == nil else { return }
    description.axes[code] = axis(code)
  }

  private func axis(_ code: EventCode) -> AbsoluteAxis {
    let index = Int(code.rawValue)
    if code == .trackingID { return AbsoluteAxis(minimum: 0, maximum: max(65535, highest[index])) }
    return AbsoluteAxis(minimum: min(0, lowest[index]), maximum: max(highest[index], 0))
  }

  /// A device with slots that uses only its first never sends ABS_MT_SLOT; one without slots ends each contact by
  /// SYN_MT_REPORT.
  private var needsSlots: Bool {
    has(.absolute, .positionX) && !has(.absolute, .slot) && !has(.synchronization, .multitouchReport)
  }

  private func has(_ type: EventType, _ code: EventCode) -> Bool {
    seen[Int(type.rawValue) * Self.codeLimit + Int(code.rawValue)]
  }

  private func announceSlots(in description: inout DeviceDescription) {
    description.codes[.absolute, default: []].formUnion([.slot, .trackingID])
    description.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 0)
    if description.axes[.trackingID] == nil { description.axes[.trackingID] = axis(.trackingID) }
  }
}
