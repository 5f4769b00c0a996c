package import TouchReelInputEvents

/// The first of what two devices say of themselves that differs, of all on which touches, pixels or an injection
/// depend. What only shows where a device was plugged in (`phys`, `uniq`, the node, most of udev) does not count.
package struct DeviceDifference: Hashable, Sendable {
  /// What differs, such as `name` or `range of ABS_X`.
  package let fact: String
  package let left: String
  package let right: String

  init(_ fact: String, _ left: String, _ right: String) {
    self.fact = fact
    self.left = left
    self.right = right
  }

  /// `nil` if both are the same.
  package init?(between left: DeviceDescription, and right: DeviceDescription) {
    guard let found = Self.first(left, right) else { return nil }
    self = found
  }

  private static let (announced, notAnnounced) = ("announced", "not announced")

  /// `name: Touch, not Pen`.
  var words: String {
    if left == Self.notAnnounced { return "\(fact) is announced only in the second" }
    if right == Self.notAnnounced { return "\(fact) is announced only in the first" }
    return "\(fact): \(left), not \(right)"
  }

  private static func first(_ left: DeviceDescription, _ right: DeviceDescription) -> DeviceDifference? {
    compare("description", left.origin, right.origin) ?? compare("name", left.name, right.name)
      ?? compare("ids", left.identity.text, right.identity.text)
      ?? compare("properties", left.propertyNames, right.propertyNames) ?? codes(left, right) ?? axes(left, right)
      ?? startState(left, right) ?? facts(left, right)
  }

  private static func compare(_ fact: String, _ left: String, _ right: String) -> DeviceDifference? {
    left == right ? nil : DeviceDifference(fact, left, right)
  }

  /// Codes of a device of which nothing is known, as one that a stream does not describe, are those of its events.
  private static func codes(_ left: DeviceDescription, _ right: DeviceDescription) -> DeviceDifference? {
    if left.guessesRanges && right.guessesRanges, left.codes.isEmpty || right.codes.isEmpty { return nil }
    for type in Set(left.codes.keys).union(right.codes.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
      let (first, second) = (left.announced(type), right.announced(type))
      guard let code = first.symmetricDifference(second).min(by: { $0.rawValue < $1.rawValue }) else { continue }
      let isLeft = first.contains(code)
      return DeviceDifference(
        label(code, type), isLeft ? announced : notAnnounced, isLeft ? notAnnounced : announced)
    }
    return nil
  }

  /// Ranges that were guessed from the events say nothing that the events do not, and formats guess in their own ways.
  private static func axes(_ left: DeviceDescription, _ right: DeviceDescription) -> DeviceDifference? {
    let areGuesses = left.guessesRanges && right.guessesRanges
    for code in Set(left.axes.keys).union(right.axes.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
      let (first, second) = (left.axes[code], right.axes[code])
      let name = label(code, .absolute)
      if areGuesses, first == nil || second == nil { continue }
      if !areGuesses, let found = compare("range of \(name)", first.rangeText, second.rangeText) { return found }
      if let found = compare("\(name) at the start", first.valueText, second.valueText) { return found }
    }
    return nil
  }

  /// Slots and keys. An unknown slot counts as empty.
  private static func startState(_ left: DeviceDescription, _ right: DeviceDescription) -> DeviceDifference? {
    for slot in 0..<max(left.slots.count, right.slots.count) {
      let (first, second) = (left.slotText(slot), right.slotText(slot))
      if let found = compare("slot \(slot) at the start", first, second) { return found }
    }
    for type in Set(left.active.keys).union(right.active.keys).sorted(by: { $0.rawValue < $1.rawValue }) {
      let (first, second) = (left.activeText(type), right.activeText(type))
      if let found = compare("what is on at the start", first, second) { return found }
    }
    return nil
  }

  private static func facts(_ left: DeviceDescription, _ right: DeviceDescription) -> DeviceDifference? {
    for name in Set(left.udev.keys).union(right.udev.keys).sorted() where DeviceDescription.isReplayed(fact: name) {
      if let found = compare(name, left.udev[name] ?? "none", right.udev[name] ?? "none") { return found }
    }
    return nil
  }
}

extension DeviceDescription {
  /// Whether a replay heeds this fact of udev.
  fileprivate static func isReplayed(fact: String) -> Bool {
    fact.hasPrefix("TOUCHREEL_") || fact == "LIBINPUT_CALIBRATION_MATRIX"
  }

  fileprivate var guessesRanges: Bool { !isComplete && !hasOwnRanges }

  fileprivate var origin: String { isComplete ? "the device's own" : "inferred from the events" }

  fileprivate var propertyNames: String {
    properties.sorted().map { EventNames.name(of: $0) ?? "property \($0.rawValue)" }.listed
  }

  /// EV_SYN is listed by some formats and not by others; of its codes only SYN_MT_REPORT describes a device.
  fileprivate func announced(_ type: EventType) -> Set<EventCode> {
    let all = codes[type] ?? []
    guard type == .synchronization else { return type == .absolute ? all.union(axes.keys) : all }
    return isComplete ? [] : all.intersection([.multitouchReport])
  }

  fileprivate func slotText(_ slot: Int) -> String {
    guard slots.indices.contains(slot) else { return "empty" }
    // A tracker takes 0 for what it does not know of an empty slot.
    let known = slots[slot].filter { $0.value != ($0.key == .trackingID ? -1 : 0) }
    let values = known.sorted { $0.key.rawValue < $1.key.rawValue }
    let texts = values.map { "\(label($0.key, .absolute)) \($0.value)" }
    return texts.isEmpty ? "empty" : texts.listed
  }

  fileprivate func activeText(_ type: EventType) -> String {
    (active[type] ?? []).sorted { $0.rawValue < $1.rawValue }.map { label($0, type) }.listed
  }
}

extension DeviceIdentity {
  fileprivate var text: String { "bus \(bus) vendor \(vendor) product \(product) version \(version)" }
}

extension AbsoluteAxis? {
  fileprivate var rangeText: String {
    guard let self else { return "unknown" }
    return "\(self.minimum)…\(self.maximum) fuzz \(self.fuzz) flat \(self.flat) resolution \(self.resolution)"
  }

  fileprivate var valueText: String { self.map { "\($0.value)" } ?? "unknown" }
}

extension [String] {
  fileprivate var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}

private func label(_ code: EventCode, _ type: EventType) -> String {
  EventNames.name(of: code, in: type) ?? "code \(code.rawValue) of type \(type.rawValue)"
}
