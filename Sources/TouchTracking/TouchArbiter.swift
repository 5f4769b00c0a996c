public import InputEvents

/// Stands behind the trackers of a recording: passes their touches on, numbers them in order of beginning, and takes
/// them back.
///
/// Each touch that it lets begin gets exactly one `ended` or `cancelled`. A cancelled one is silent from then on, until
/// the device lets go of it.
public struct TouchArbiter: Sendable {
  public var rules: TouchRules
  /// Contacts that were rejected as palms, from their beginning or later.
  public private(set) var palms = 0
  private var followed: [Followed] = []
  private var nextID = 0
  private var nearPens: [DeviceChannel] = []

  /// A touch of a tracker that has not ended there.
  private struct Followed {
    let device: DeviceChannel
    let trackerID: Touch.ID
    /// As numbered here; `nil` while it is silent.
    var touch: Touch?
    var sample: TouchSample
  }

  public init(rules: TouchRules = TouchRules()) { self.rules = rules }

  /// The touches that are down, in order of beginning.
  public var openTouches: [Touch] { followed.compactMap(\.touch) }

  /// Takes a tracker's step.
  public mutating func handle(_ event: TouchEvent, into events: inout [TouchEvent]) {
    switch event.phase {
    case .began: begin(event, into: &events)
    case .moved: move(event, into: &events)
    case .ended, .cancelled: end(event, into: &events)
    }
  }

  /// A pen came near, or left. What fingers had begun is cancelled when it comes.
  public mutating func notePen(
    isNear: Bool, on device: DeviceChannel, at time: Timestamp, into events: inout [TouchEvent]
  ) {
    guard nearPens.contains(device) != isNear else { return }
    guard isNear else { return nearPens.removeAll { $0 == device } }
    nearPens.append(device)
    guard rules.penOverTouch == .suppressesTouch else { return }
    cancel(.penProximity, at: time, into: &events) { !$0.tool.isPen }
  }

  /// Cancels the touches that fit, in order of beginning.
  public mutating func cancel(
    _ reason: CancelReason, at time: Timestamp, into events: inout [TouchEvent], where fits: (Touch) -> Bool
  ) {
    for index in followed.indices {
      guard let touch = followed[index].touch, fits(touch) else { continue }
      cancel(index, reason, at: time, into: &events)
    }
  }

  /// The device is gone: its contacts will not be heard of again.
  public mutating func forget(_ device: DeviceChannel) {
    followed.removeAll { $0.device == device }
    nearPens.removeAll { $0 == device }
  }

  private mutating func begin(_ event: TouchEvent, into events: inout [TouchEvent]) {
    var entry = Followed(device: event.touch.device, trackerID: event.touch.id, touch: nil, sample: event.sample)
    if rules.palms == .rejected && event.sample.tool == .palm {
      palms += 1
    } else if event.touch.tool.isPen || !isSuppressing {
      let touch = numbered(event.touch)
      entry.touch = touch
      events.append(TouchEvent(touch: touch, phase: .began, sample: event.sample))
    }
    followed.append(entry)
  }

  private var isSuppressing: Bool { rules.penOverTouch == .suppressesTouch && !nearPens.isEmpty }

  private mutating func numbered(_ touch: Touch) -> Touch {
    defer { nextID += 1 }
    var numbered = touch
    numbered.id = Touch.ID(rawValue: nextID)
    return numbered
  }

  private mutating func move(_ event: TouchEvent, into events: inout [TouchEvent]) {
    guard let index = index(of: event.touch), let touch = followed[index].touch else { return }
    if rules.palms == .rejected && event.sample.tool == .palm {
      palms += 1
      return cancel(index, .palm, at: event.time, into: &events)
    }
    followed[index].sample = event.sample
    events.append(TouchEvent(touch: touch, phase: event.phase, sample: event.sample))
  }

  private mutating func end(_ event: TouchEvent, into events: inout [TouchEvent]) {
    guard let index = index(of: event.touch) else { return }
    if let touch = followed[index].touch {
      events.append(TouchEvent(touch: touch, phase: event.phase, sample: event.sample))
    }
    followed.remove(at: index)
  }

  private mutating func cancel(
    _ index: Int, _ reason: CancelReason, at time: Timestamp, into events: inout [TouchEvent]
  ) {
    guard let touch = followed[index].touch else { return }
    followed[index].touch = nil
    var sample = followed[index].sample
    sample.time = time
    events.append(TouchEvent(touch: touch, phase: .cancelled(reason), sample: sample))
  }

  @inline(__always)
  private func index(of touch: Touch) -> Int? {
    followed.firstIndex { $0.trackerID == touch.id && $0.device == touch.device }
  }
}

extension TouchTool {
  var isPen: Bool { self == .pen || self == .eraser }
}

/// Which touches count, beyond what a device alone can decide.
public struct TouchRules: Hashable, Sendable {
  public enum Palms: String, Hashable, Sendable, CaseIterable {
    /// A palm never begins a touch, and a finger that turns into one is cancelled.
    case rejected
    /// A palm draws as a finger does.
    case accepted
  }

  public enum PenOverTouch: String, Hashable, Sendable, CaseIterable {
    /// While a pen is near, fingers make no touches. Spelled in `/board` as it was first.
    case suppressesTouch = "silencesFingers"
    case ignored
  }

  public var palms: Palms
  public var penOverTouch: PenOverTouch

  public init(palms: Palms = .rejected, penOverTouch: PenOverTouch = .suppressesTouch) {
    self.palms = palms
    self.penOverTouch = penOverTouch
  }
}
