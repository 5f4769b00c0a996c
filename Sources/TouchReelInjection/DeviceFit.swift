import TouchReelInputEvents
import TouchReelTouchTracking

/// Why a recorded device cannot be replayed into another one.
enum FitError: Error, Hashable {
  /// What is wrong with the other device.
  case unlike(String)
  /// The area, which is not part of the surface of these axes.
  case outside(x: AbsoluteAxis, y: AbsoluteAxis)
}

/// Makes a recorded device's events those of another one: its axes, its ranges, its slots.
struct DeviceFit: Sendable {
  /// The other device, at rest.
  let target: DeviceDescription
  /// What the other device does not have, one line a type.
  let losses: [String]
  /// What every contact is given on axes that were not recorded.
  private let assumed: AssumedAxes
  /// The axes by the recorded device's codes.
  private let axes: [EventCode: AxisFit]
  /// Keys and others that are passed on.
  private let codes: [EventType: Set<EventCode>]
  private let isAnonymous: Bool
  /// `nil` if slots stay what they are.
  private var contacts: ContactFit?
  /// Values that lay outside of the other device's ranges.
  private(set) var heldValues = 0

  /// What is made up, one line an axis.
  var additions: [String] { assumed.lines }

  /// Contacts for which the other device had no room.
  var contactsLeftOut: Int { contacts?.leftOut ?? 0 }

  /// - Parameter other: the device to fit on; `nil` for one like the recorded device, but turned.
  init(
    _ recorded: DeviceDescription, on other: DeviceDescription?, _ options: FitOptions = FitOptions()
  ) throws(FitError) {
    let target = (other ?? recorded.turned(by: options.rotation)).withoutState
    let plan = try FitPlan(recorded, on: target, isOther: other != nil, options)
    self.target = target
    axes = plan.axes
    codes = plan.codes
    contacts = plan.slots.map(ContactFit.init)
    isAnonymous = target.contactProtocol == .anonymous
    let hasContacts = recorded.contactProtocol != .none
    assumed = AssumedAxes(on: target, besides: hasContacts ? Set(plan.axes.values.map(\.code)) : Set(target.axes.keys))
    losses = plan.missing.sorted { $0.key < $1.key }.map { DeviceMismatch.missing($0.key, $0.value).description }
  }

  /// The other device in the state that the recorded one is in.
  mutating func start(_ recorded: DeviceDescription) -> DeviceDescription {
    var state = DeviceState(target, slotLimit: VirtualDeviceSetup.slotLimit)
    if let frame = fit(recorded.syncFrame(at: Timestamp(nanoseconds: 0))) { state.applySync(frame) }
    return state.description
  }

  /// `nil` if nothing of the frame remains.
  mutating func fit(_ frame: Frame) -> Frame? {
    if frame.hasDrop {
      contacts?.forgetSelection()
      return frame
    }
    var fitted: [InputEvent] = []
    var ofSlots: [InputEvent] = []
    for event in frame.events {
      guard let event = fit(event) else { continue }
      if contacts != nil && event.type == .absolute && event.code.isMultitouch {
        ofSlots.append(event.renamed(axes))
      } else {
        fitted.append(event.renamed(axes))
      }
    }
    fitted.insert(contentsOf: contacts?.fit(ofSlots) ?? [], at: 0)
    fitted = assumed.added(to: fitted)
    return fitted.contains { !$0.isReport } || frame.events.count == 1 ? Frame(events: fitted) : nil
  }

  /// Returns the event with the recorded device's code and the other's value.
  private mutating func fit(_ event: InputEvent) -> InputEvent? {
    switch event.type {
    case .synchronization: return event.code != .multitouchReport || isAnonymous ? event : nil
    case .absolute:
      guard let axis = axes[event.code] else { return nil }
      var (fitted, isHeld) = (event, false)
      fitted.value = axis.value(of: event.value, isHeld: &isHeld)
      if isHeld { heldValues += 1 }
      return fitted
    default: return codes[event.type]?.contains(event.code) == true ? event : nil
    }
  }
}

extension InputEvent {
  fileprivate func renamed(_ axes: [EventCode: AxisFit]) -> InputEvent {
    guard type == .absolute, let axis = axes[code] else { return self }
    var renamed = self
    renamed.code = axis.code
    return renamed
  }
}

extension DeviceDescription {
  /// The device as it would be if its surface had been mounted with a turn: after a quarter turn the axes have changed
  /// slots.
  fileprivate func turned(by rotation: QuarterTurn) -> DeviceDescription {
    guard rotation == .quarter || rotation == .threeQuarters else { return self }
    var device = self
    for (x, y) in EventCode.pairs {
      (device.axes[x], device.axes[y]) = (axes[y], axes[x])
      for (from, to) in [(x, y), (y, x)] {
        guard codes[.absolute]?.contains(from) != codes[.absolute]?.contains(to) else { continue }
        if codes[.absolute]?.contains(from) == true { device.codes[.absolute]?.insert(to) }
        if codes[.absolute]?.contains(to) != true { device.codes[.absolute]?.remove(from) }
      }
    }
    return device
  }
}
