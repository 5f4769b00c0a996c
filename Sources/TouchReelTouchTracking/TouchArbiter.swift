package import TouchReelInputEvents

/// Stands behind the trackers of a recording: passes their touches on, numbers them in order of beginning, and takes
/// them back.
///
/// Each touch that it lets begin gets exactly one `ended` or `cancelled`. A cancelled one is silent from then on, until
/// the device lets go of it.
package struct TouchArbiter: Sendable {
  package var rules: TouchRules
  /// Contacts that were rejected as palms, from their beginning or later.
  package private(set) var palms = 0
  private var followed: [Followed] = []
  /// The index in it at which the touch of a slot was found last, so that few steps need a search.
  private var lastIndices = [Int](repeating: 0, count: Self.slots)
  private var contactScales: [DeviceChannel: ContactScale] = [:]
  private var nextID = 0
  private var nearPens: [DeviceChannel] = []

  private static let slots = 64

  /// A touch of a tracker that has not ended there.
  private struct Followed {
    var sample: TouchSample
    let device: DeviceChannel
    let trackerID: Touch.ID
    /// The touch, as numbered here; `nil` while it is silent.
    var touch: Touch?

    @inline(__always)
    func isOf(_ other: Touch) -> Bool { trackerID == other.id && device == other.device }
  }

  package init(rules: TouchRules = TouchRules()) { self.rules = rules }

  /// The touches that are down, in order of beginning.
  package var openTouches: [Touch] { followed.compactMap(\.touch) }

  /// Contacts of a device are measured by its axes.
  mutating func open(_ description: DeviceDescription, as device: DeviceChannel) {
    contactScales[device] = ContactScale(of: description)
  }

  /// Turns the steps of a tracker into those that count, in the same array: most of them stay as they are
  /// but for the touch's number.
  ///
  /// - Parameters:
  ///   - events: the tracker's from `first` on.
  ///   - first: what is before is left alone.
  package mutating func admit(_ events: inout [TouchEvent], from first: Int) {
    var kept = first
    for index in first..<events.count where admit(&events[index]) {
      if kept < index { events[kept] = events[index] }
      kept += 1
    }
    if kept < events.count { events.removeSubrange(kept...) }
  }

  /// - Returns: false if nothing comes of the step.
  @inline(__always)
  private mutating func admit(_ event: inout TouchEvent) -> Bool {
    switch event.phase {
    case .began: begin(&event)
    case .moved: move(&event)
    case .ended, .cancelled: end(&event)
    }
  }

  /// A pen came near, or left. What fingers had begun is cancelled when it comes.
  package mutating func handlePen(
    isNear: Bool, on device: DeviceChannel, at time: Timestamp, into events: inout [TouchEvent]
  ) {
    guard nearPens.contains(device) != isNear else { return }
    guard isNear else { return nearPens.removeAll { $0 == device } }
    nearPens.append(device)
    guard rules.penOverTouch == .suppressesTouch else { return }
    cancel(.penProximity, at: time, into: &events) { !$0.tool.isPen }
  }

  /// Cancels the touches that fit, in order of beginning.
  package mutating func cancel(
    _ reason: CancelReason, at time: Timestamp, into events: inout [TouchEvent], where fits: (Touch) -> Bool
  ) {
    for index in followed.indices {
      guard let touch = followed[index].touch, fits(touch) else { continue }
      events.append(cancelled(index, touch, reason, at: time))
    }
  }

  /// The device is gone: its contacts will not be heard of again.
  package mutating func forget(_ device: DeviceChannel) {
    followed.removeAll { $0.device == device }
    nearPens.removeAll { $0 == device }
  }

  private mutating func begin(_ event: inout TouchEvent) -> Bool {
    var entry = Followed(sample: event.sample, device: event.touch.device, trackerID: event.touch.id)
    if isPalm(event) {
      palms += 1
    } else if event.touch.tool.isPen || !isSuppressing {
      event.touch = numbered(event.touch)
      entry.touch = event.touch
    }
    followed.append(entry)
    return entry.touch != nil
  }

  @inline(__always)
  private func isPalm(_ event: TouchEvent) -> Bool {
    rules.palms == .rejected && (event.sample.tool == .palm || rules.palmSize != nil && isLarge(event))
  }

  private func isLarge(_ event: TouchEvent) -> Bool {
    guard event.sample.tool == .finger, let limit = rules.palmSize, let major = event.sample.major,
      let scale = contactScales[event.touch.device]
    else { return false }
    return scale.millimetres(of: major) >= limit
  }

  private var isSuppressing: Bool { rules.penOverTouch == .suppressesTouch && !nearPens.isEmpty }

  private mutating func numbered(_ touch: Touch) -> Touch {
    defer { nextID += 1 }
    var numbered = touch
    numbered.id = Touch.ID(rawValue: nextID)
    return numbered
  }

  @inline(__always)
  private mutating func move(_ event: inout TouchEvent) -> Bool {
    guard let index = index(of: event.touch), let touch = followed[index].touch else { return false }
    event.touch = touch
    if isPalm(event) {
      palms += 1
      event = cancelled(index, touch, .palm, at: event.time)
    } else {
      followed[index].sample = event.sample
    }
    return true
  }

  private mutating func end(_ event: inout TouchEvent) -> Bool {
    guard let index = index(of: event.touch) else { return false }
    guard let touch = followed.remove(at: index).touch else { return false }
    event.touch = touch
    return true
  }

  /// Silences a touch, and returns the step that says so.
  private mutating func cancelled(
    _ index: Int, _ touch: Touch, _ reason: CancelReason, at time: Timestamp
  ) -> TouchEvent {
    followed[index].touch = nil
    var sample = followed[index].sample
    sample.time = time
    return TouchEvent(touch: touch, phase: .cancelled(reason), sample: sample)
  }

  @inline(__always)
  private mutating func index(of touch: Touch) -> Int? {
    let index = lastIndices[Int(touch.slot.rawValue) & (Self.slots - 1)]
    if index < followed.count, followed[index].isOf(touch) { return index }
    return search(touch)
  }

  @inline(never)
  private mutating func search(_ touch: Touch) -> Int? {
    let index = followed.firstIndex { $0.isOf(touch) }
    if let index { lastIndices[Int(touch.slot.rawValue) & (Self.slots - 1)] = index }
    return index
  }
}

extension TouchTool {
  var isPen: Bool { self == .pen || self == .eraser }
}

/// Which touches count, beyond what a device alone can decide.
public struct TouchRules: Hashable, Sendable {
  /// What becomes of palms.
  public enum Palms: String, Hashable, Sendable, CaseIterable {
    /// A palm never begins a touch, and a finger that turns into one is cancelled.
    case rejected
    /// A palm draws as a finger does.
    case accepted
  }

  /// What becomes of fingers while a pen is near.
  public enum PenOverTouch: String, Hashable, Sendable, CaseIterable {
    /// While a pen is near, fingers make no touches. Spelled in `/board` as it was first.
    case suppressesTouch = "silencesFingers"
    case ignored
  }

  /// Lengths of contacts that ``palmSize`` may have, in millimetres.
  public static let palmSizes = 1.0...200.0

  /// What becomes of palms.
  public var palms: Palms
  /// What becomes of fingers while a pen is near.
  public var penOverTouch: PenOverTouch
  /// A finger whose contact is at least this long is a palm, in millimetres within ``palmSizes``; `nil` if only the
  /// device says what a palm is. Devices that do not report the size of contacts in millimetres have none by size.
  public var palmSize: Double? {
    didSet { palmSize = palmSize.flatMap(Self.heldPalmSize) }
  }

  /// - Parameters:
  ///   - palms: what becomes of them.
  ///   - penOverTouch: what fingers do while a pen is near.
  ///   - palmSize: in millimetres; is clamped to ``palmSizes``; NaN is `nil`.
  public init(palms: Palms = .rejected, penOverTouch: PenOverTouch = .suppressesTouch, palmSize: Double? = nil) {
    self.palms = palms
    self.penOverTouch = penOverTouch
    self.palmSize = palmSize.flatMap(Self.heldPalmSize)
  }

  private static func heldPalmSize(_ size: Double) -> Double? {
    size.isNaN ? nil : min(max(size, palmSizes.lowerBound), palmSizes.upperBound)
  }
}
