/// Describes a device by the events that it sent, for recordings that hold no description.
///
/// Events of types or codes that no kernel has are not counted.
public struct DescriptionInference: Sendable {
  /// What the description is for.
  package enum Purpose: Hashable, Sendable {
    /// A recording's own description: the range of every axis includes 0, and a device with contacts has slots unless
    /// it sends SYN_MT_REPORT. It announces all that one for a mapping does, which is added to it where it is written.
    case recording
    /// A mapping onto a board: positions range from the least to the greatest value, grown by 2 % at each end, and
    /// other axes include 0. Only an id of −1 means slots if the device never sends ABS_MT_SLOT.
    case mapping
  }

  @inlinable static var typeLimit: Int { 32 }
  @inlinable static var codeLimit: Int { 1024 }
  @inlinable static var axisLimit: Int { 64 }

  /// May be changed at any time: what was observed serves each.
  package var purpose: Purpose
  @usableFromInline var seen = [Bool](repeating: false, count: typeLimit * codeLimit)
  @usableFromInline var lowest = [Int32](repeating: .max, count: axisLimit)
  @usableFromInline var highest = [Int32](repeating: .min, count: axisLimit)

  package init(for purpose: Purpose) { self.purpose = purpose }

  /// Takes an event into account.
  @inlinable @inline(__always)
  package mutating func observe(_ event: InputEvent) {
    let (type, code) = (Int(event.type.rawValue), Int(event.code.rawValue))
    guard type < Self.typeLimit, code < Self.codeLimit else { return }
    // Reading an array is cheaper than writing to it, which has to make sure that nobody else has it.
    if !seen[type * Self.codeLimit + code] { seen[type * Self.codeLimit + code] = true }
    guard event.type == .absolute, code < Self.axisLimit else { return }
    if event.value < lowest[code] { lowest[code] = event.value }
    if event.value > highest[code] { highest[code] = event.value }
  }

  /// The description from the events up to now, added to what is known already.
  package func description(adding known: DeviceDescription = DeviceDescription()) -> DeviceDescription {
    var description = known
    description.isComplete = false
    for type in 0..<Self.typeLimit {
      for code in 0..<Self.codeLimit where seen[type * Self.codeLimit + code] {
        add(EventType(rawValue: UInt16(type)), EventCode(rawValue: UInt16(code)), to: &description)
      }
    }
    announceSlots(in: &description)
    return description
  }

  private func add(_ type: EventType, _ code: EventCode, to description: inout DeviceDescription) {
    description.codes[type, default: []].insert(code)
    guard type == .absolute, code.rawValue < Self.axisLimit, description.axes[code] == nil else { return }
    description.axes[code] = axis(code)
  }

  /// `nil` if the events say nothing about the range.
  private func axis(_ code: EventCode) -> AbsoluteAxis? {
    let (least, greatest) = (lowest[Int(code.rawValue)], highest[Int(code.rawValue)])
    switch (purpose, code) {
    case (.recording, .trackingID): return AbsoluteAxis(minimum: 0, maximum: max(65535, greatest))
    case (.mapping, .trackingID): return greatest < 0 ? nil : AbsoluteAxis(minimum: 0, maximum: greatest)
    case (.mapping, .x), (.mapping, .y), (.mapping, .positionX), (.mapping, .positionY), (.mapping, .toolX),
      (.mapping, .toolY):
      return Self.grown(least, greatest)
    default: return AbsoluteAxis(minimum: min(least, 0), maximum: max(greatest, 0))
    }
  }

  /// The range grown by 2 %, and at least by one unit, at each end.
  private static func grown(_ least: Int32, _ greatest: Int32) -> AbsoluteAxis {
    let margin = max((Int64(greatest) - Int64(least)) / 50, 1)
    return AbsoluteAxis(
      minimum: Int32(clamping: Int64(least) - margin), maximum: Int32(clamping: Int64(greatest) + margin))
  }

  /// A device with slots that only ever used its first never sends ABS_MT_SLOT; one without slots ends each contact
  /// with SYN_MT_REPORT.
  private func announceSlots(in description: inout DeviceDescription) {
    guard !has(.absolute, .slot), !has(.synchronization, .multitouchReport) else { return }
    switch purpose {
    case .recording:
      guard has(.absolute, .positionX) || endsContacts else { return }
      description.codes[.absolute, default: []].formUnion([.slot, .trackingID])
      description.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 0)
      if description.axes[.trackingID] == nil { description.axes[.trackingID] = axis(.trackingID) }
    case .mapping:
      guard endsContacts else { return }
      description.axes[.slot] = AbsoluteAxis(minimum: 0, maximum: 0)
    }
  }

  /// Whether an id of −1 was seen.
  private var endsContacts: Bool { lowest[Int(EventCode.trackingID.rawValue)] < 0 }

  private func has(_ type: EventType, _ code: EventCode) -> Bool {
    seen[Int(type.rawValue) * Self.codeLimit + Int(code.rawValue)]
  }
}
