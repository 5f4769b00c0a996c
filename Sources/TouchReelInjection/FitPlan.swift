import TouchReelInputEvents
import TouchReelTouchTracking

/// What of a recorded device goes where on another one.
struct FitPlan {
  private(set) var axes: [EventCode: AxisFit] = [:]
  /// The codes of other types than axes.
  private(set) var codes: [EventType: Set<EventCode>] = [:]
  /// `nil` if the recorded slots are the other device's.
  private(set) var slots: ContactFit.Slots?
  /// What is left out, by type.
  private(set) var missing: [EventType: [EventCode]] = [:]
  private let recorded: DeviceDescription
  private let target: DeviceDescription
  private let surface: SurfaceFit
  /// The area, in shares of the other device's ranges.
  private var area: (x: ClosedRange<Double>, y: ClosedRange<Double>)?

  /// - Parameter isOther: whether the other device lies on a screen in a way of its own.
  init(
    _ recorded: DeviceDescription, on target: DeviceDescription, isOther: Bool, _ options: FitOptions
  ) throws(FitError) {
    self.recorded = recorded
    self.target = target
    surface = try Self.surface(recorded, on: target, isOther: isOther, options.rotation)
    slots = try Self.slots(for: recorded, on: target)
    if let area = options.area, recorded.hasPositions { self.area = try Self.shares(area, of: target) }
    for code in recorded.announcedAxes { add(code) }
    addCodes()
    if missing[.absolute] != nil || missing[.key] != nil, axes.isEmpty, codes[.key]?.isEmpty != false {
      throw .unlike("has none of its axes and keys")
    }
  }

  // MARK: Contacts

  private enum Shape: Equatable {
    case slots(Int)
    case anonymous, single, none
  }

  private static func shape(of device: DeviceDescription) -> Shape {
    switch device.contactProtocol {
    case .slots, .semi: device.hasAxis(.slot) ? .slots(device.slotCount) : .slots(1)
    case .anonymous: .anonymous
    case .single: .single
    case .none: device.hasAxis(.x) && device.hasAxis(.y) ? .single : .none
    }
  }

  private static func slots(
    for recorded: DeviceDescription, on target: DeviceDescription
  ) throws(FitError) -> ContactFit.Slots? {
    switch (shape(of: recorded), shape(of: target)) {
    case (.none, _), (.single, .single), (.anonymous, .anonymous): return nil
    case (.slots(let wanted), .slots(let present)): return present < wanted ? .slots(max(present, 1)) : nil
    case (.slots, .single):
      let tool = [EventCode.toolFinger, .toolPen].first(where: target.hasKey)
      guard let contact = [EventCode.touch, .leftButton].first(where: target.hasKey) else {
        throw .unlike("has no key that tells of a touch, BTN_TOUCH or BTN_LEFT")
      }
      return .single(keys: (tool.map { [$0] } ?? []) + [contact])
    case (.slots, .anonymous):
      throw .unlike("reports its contacts without slots (protocol A), the recording with them")
    case (.anonymous, _): throw .unlike("has slots or one touch alone, the recording has contacts without slots")
    case (.single, .slots), (.single, .anonymous):
      throw .unlike("is touched by several contacts, the recording has one")
    case (_, .none): throw .unlike("has no positions")
    }
  }

  private var isSingle: Bool { if case .single = slots { true } else { false } }

  // MARK: Surfaces

  private static func surface(
    _ recorded: DeviceDescription, on target: DeviceDescription, isOther: Bool, _ rotation: QuarterTurn
  ) throws(FitError) -> SurfaceFit {
    var matrix = rotation.matrix
    if isOther {
      guard let mounting = target.mounting.inverse else { throw .unlike("has a calibration that cannot be undone") }
      matrix = mounting.after(matrix).after(recorded.mounting)
    }
    guard let surface = SurfaceFit(matrix) else { throw .unlike("lies askew to the recorded device, by calibration") }
    return surface
  }

  private static func shares(
    _ area: TargetArea, of target: DeviceDescription
  ) throws(FitError) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let pair = [(EventCode.positionX, EventCode.positionY), (.x, .y)].lazy
      .compactMap { x, y in target.axes[x].flatMap { x in target.axes[y].map { (x, $0) } } }.first
    guard let (x, y) = pair else { throw .unlike("has no positions") }
    guard let shares = area.shares(of: x, y) else { throw .outside(x: x, y: y) }
    return shares
  }

  // MARK: Axes

  private mutating func add(_ code: EventCode) {
    // One touch is made of the slots' contacts: what a device reports of it besides may be of another finger.
    if isSingle && !code.isMultitouch && EventCode.ofPointer.contains(code) { return }
    guard let fit = fit(of: code) else {
      if !(isSingle && (code == .slot || code == .trackingID)) { missing[.absolute, default: []].append(code) }
      return
    }
    axes[code] = fit
  }

  /// `nil` if the other device has no such axis.
  private func fit(of code: EventCode) -> AxisFit? {
    if isSingle && (code == .slot || code == .trackingID) { return AxisFit(code) }
    let isCrossed = surface.isQuarterTurn
    let own = isSingle ? code.withoutSlots : code
    guard let axis = isCrossed ? own?.acrossQuarterTurn : own, target.hasAxis(axis) else { return nil }
    guard !EventCode.identifiers.contains(code), let from = recorded.axes[code], let to = target.axes[axis] else {
      return AxisFit(axis)
    }
    let (factor, offset) = placement(on: axis)
    return AxisFit(
      axis, from: from, to: to, factor: factor, offset: offset, isTurned: isCrossed && code == .orientation)
  }

  /// Where the ends of a recorded axis lie on one of the other device, in shares of its range.
  private func placement(on axis: EventCode) -> (factor: Double, offset: Double) {
    let isX = EventCode.pairs.contains { $0.x == axis }
    guard isX || EventCode.pairs.contains(where: { $0.y == axis }) else { return (1, 0) }
    let part = isX ? surface.x : surface.y
    // A tilt is a direction, which has no position: only its sense may change.
    if axis == .tiltX || axis == .tiltY { return part.factor < 0 ? (-1, 1) : (1, 0) }
    guard let share = isX ? area?.x : area?.y else { return (part.factor, part.offset) }
    let extent = share.upperBound - share.lowerBound
    return (part.factor * extent, share.lowerBound + part.offset * extent)
  }

  // MARK: Keys and the rest

  private mutating func addCodes() {
    for (type, announced) in recorded.codes where ![.synchronization, .absolute, .repetition].contains(type) {
      for code in announced.sorted() where !(isSingle && type == .key && code.meansTouch) {
        if target.has(type, code) {
          codes[type, default: []].insert(code)
        } else {
          missing[type, default: []].append(code)
        }
      }
    }
  }
}

extension EventCode {
  /// Axes that are turned together.
  static let pairs: [(x: EventCode, y: EventCode)] = [
    (.x, .y), (.positionX, .positionY), (.tiltX, .tiltY), (.toolX, .toolY),
  ]
  /// Axes that number or identify something.
  fileprivate static let identifiers: Set<EventCode> = [.slot, .trackingID, .toolType, .blobID]
  /// What a device without slots reports of its touch.
  fileprivate static let ofPointer: Set<EventCode> = [.x, .y, .pressure]

  fileprivate var acrossQuarterTurn: EventCode {
    for (x, y) in Self.pairs {
      if self == x { return y }
      if self == y { return x }
    }
    return self
  }

  /// The axis of a device without slots; `nil` if it has no such one.
  fileprivate var withoutSlots: EventCode? {
    switch self {
    case .positionX: .x
    case .positionY: .y
    case .contactPressure: .pressure
    default: isMultitouch ? nil : self
    }
  }

  /// BTN_TOUCH and the BTN_TOOL keys.
  fileprivate var meansTouch: Bool { (0x140...0x14F).contains(rawValue) }
}

extension DeviceDescription {
  fileprivate var announcedAxes: [EventCode] { Set(axes.keys).union(codes[.absolute] ?? []).sorted() }

  /// The map from positions on the device to positions on its screen, both of 0…1.
  fileprivate var mounting: CalibrationMatrix { rotation.matrix.after(calibration) }
}
