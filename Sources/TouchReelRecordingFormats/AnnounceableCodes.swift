import TouchReelInputEvents

extension EventType {
  /// The highest code of the type in `linux/input-event-codes.h` (`KEY_MAX` and the like); `nil` for types whose codes
  /// cannot be announced.
  var lastCode: UInt16? {
    switch self {
    case .synchronization: 0x0f
    case .key: 0x2ff
    case .relative: 0x0f
    case .absolute: 0x3f
    case .miscellaneous: 0x07
    case .switches: 0x10
    case .led: 0x0f
    case .sound: 0x07
    case .repetition: 0x01
    case .forceFeedback: 0x7f
    default: nil
    }
  }

  /// `EV_MAX`.
  static let last: UInt16 = 0x1f
}

extension DeviceDescription {
  /// The codes that the kernel can announce, by type, those of axes that only have a range included.
  var announceableCodes: [(type: EventType, codes: [EventCode])] {
    var table = codes
    if !axes.isEmpty { table[.absolute, default: []].formUnion(axes.keys) }
    return table.filter { $0.key.rawValue <= EventType.last }
      .map { type, codes in
        (type, codes.filter { $0.rawValue <= type.lastCode ?? 0 && type.lastCode != nil }.sorted())
      }
      .sorted { $0.0 < $1.0 }
  }

  /// Whether it announces a code that no kernel has.
  var hasUnannounceableCodes: Bool {
    let kept = announceableCodes.reduce(0) { $0 + $1.codes.count }
    let axesAlone = axes.keys.count { codes[.absolute]?.contains($0) != true }
    return kept < codes.values.reduce(axesAlone) { $0 + $1.count }
  }

  /// The name on one line.
  var nameOnOneLine: String { name.onOneLine }
}

extension String {
  /// With a blank for each character that would end the line.
  var onOneLine: String { String(map { $0.isNewline || $0 == "\0" ? " " : $0 }) }
}
