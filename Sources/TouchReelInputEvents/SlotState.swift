/// The axes of a slot as the device last reported them.
package struct SlotState: Sendable {
  /// The values by code − ABS_MT_SLOT; 0 if the device did not report it.
  private var values = [Int32](repeating: 0, count: 16)
  private var known: UInt16 = 0
  /// Events were lost since, and whether the contact is still there is not known.
  package internal(set) var isUncertain = false

  private static func index(_ code: EventCode) -> Int { Int(code.rawValue - EventCode.slot.rawValue) }
  private static let identity = index(.trackingID)
  /// The codes of a slot's axes except its identity.
  static let codes = (1..<16).filter { $0 != identity }.map(code)

  private static func code(_ index: Int) -> EventCode {
    EventCode(rawValue: EventCode.slot.rawValue + UInt16(index))
  }

  package init() {}

  /// - Parameter axes: codes that are not a slot's are ignored.
  package init(_ axes: [EventCode: Int32]) {
    for (code, value) in axes where code.isMultitouch { set(code, to: value) }
  }

  /// 0 if the device did not report it.
  package subscript(code: EventCode) -> Int32 { values[Self.index(code)] }

  package func has(_ code: EventCode) -> Bool { known & (1 << UInt16(Self.index(code))) != 0 }

  /// `nil` if the device did not report whether a contact is here.
  package var id: Int32? { has(.trackingID) ? values[Self.identity] : nil }
  package var isOccupied: Bool { (id ?? -1) >= 0 }

  /// What the device reported, by code.
  package var axes: [EventCode: Int32] {
    Dictionary(uniqueKeysWithValues: knownCodes.map { ($0, self[$0]) })
  }

  /// The codes of the axes that the device reported, in ascending order.
  package var knownCodes: [EventCode] { (1..<16).map(Self.code).filter(has) }

  package mutating func set(_ code: EventCode, to value: Int32) {
    values[Self.index(code)] = value
    known |= 1 << UInt16(Self.index(code))
  }

  /// After a loss of events, a slot that reports has a contact; one that began among the lost events has an unknown
  /// identity.
  mutating func report(_ code: EventCode, _ value: Int32) {
    set(code, to: value)
    guard isUncertain else { return }
    if code == .trackingID || isOccupied {
      isUncertain = false
    } else if code == .positionX || code == .positionY {
      known &= ~(1 << UInt16(Self.identity))
    }
  }

  mutating func empty() {
    set(.trackingID, to: -1)
    isUncertain = false
  }

  /// An identity that was never reported stays unknown.
  mutating func forgetContact() {
    if id != nil { set(.trackingID, to: -1) }
  }

  /// Whether a reader that knows nothing of the slot would assume all of this.
  var isBlank: Bool { !isOccupied && Self.codes.allSatisfy { self[$0] == 0 } }

  func isSame(as other: SlotState) -> Bool {
    (id == other.id || (isBlank && other.isBlank)) && Self.codes.allSatisfy { self[$0] == other[$0] }
  }
}
