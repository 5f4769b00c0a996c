import TouchReelInputEvents

/// What every contact is given on axes that the other device has and the recording lacks.
///
/// Android takes a contact whose pressure is 0 for one that hovers (`TouchInputMapper::cookPointerData`), and draws
/// nothing for one without size.
struct AssumedAxes: Sendable {
  fileprivate struct Axis {
    var code: EventCode
    /// The value while the device is touched, in the device's units.
    var value: Int32
    /// The value at rest.
    var rest: Int32
  }

  /// What begins a contact on the other device.
  private enum Beginning { case trackingID, report, key }

  private let axes: [Axis]
  private let beginning: Beginning

  /// - Parameters:
  ///   - target: the other device.
  ///   - written: its axes that get recorded values.
  init(on target: DeviceDescription, besides written: Set<EventCode>) {
    var codes: [EventCode] = []
    switch target.contactProtocol {
    case .slots, .semi: (beginning, codes) = (.trackingID, [.touchMajor, .contactPressure])
    case .anonymous: (beginning, codes) = (.report, [.touchMajor, .contactPressure])
    case .single, .none: (beginning, codes) = (.key, target.hasKey(.touch) ? [.pressure] : [])
    }
    axes = codes.filter { !written.contains($0) }.compactMap { code in
      target.axes[code].flatMap { Self.axis(code, $0) }
    }
  }

  /// Half of the range of pressures, and a tenth of that of sizes: of 255 units, which most phones have, 25 is a
  /// fingertip's.
  private static func axis(_ code: EventCode, _ range: AbsoluteAxis) -> Axis? {
    guard range.span > 0 else { return nil }
    let share = range.span / (code == .touchMajor ? 10 : 2)
    return Axis(
      code: code, value: Int32(clamping: Int64(range.minimum) + max(1, share)), rest: max(range.minimum, 0))
  }

  /// What is made up, one line an axis.
  var lines: [String] {
    axes.map { axis in
      let name = EventNames.name(of: axis.code, in: .absolute) ?? "axis \(axis.code.rawValue)"
      return "every touch has \(name) \(axis.value), which was not recorded"
    }
  }

  /// - Parameter events: the other device's.
  func added(to events: [InputEvent]) -> [InputEvent] {
    guard !axes.isEmpty else { return events }
    var added: [InputEvent] = []
    var hasContact = false
    for event in events {
      hasContact = hasContact || event.type == .absolute && event.code.isMultitouch
      switch (beginning, event.type, event.code) {
      case (.report, .synchronization, .multitouchReport):
        if hasContact { added += contact(at: event.time) }
        hasContact = false
        added.append(event)
      case (.trackingID, .absolute, .trackingID) where event.value >= 0, (.key, .key, .touch) where event.value > 0:
        added += [event] + contact(at: event.time)
      case (.key, .key, .touch): added += [event] + axes.map { $0.event($0.rest, at: event.time) }
      default: added.append(event)
      }
    }
    return added
  }

  private func contact(at time: Timestamp) -> [InputEvent] { axes.map { $0.event($0.value, at: time) } }
}

extension AssumedAxes.Axis {
  fileprivate func event(_ value: Int32, at time: Timestamp) -> InputEvent {
    InputEvent(time: time, type: .absolute, code: code, value: value)
  }
}
