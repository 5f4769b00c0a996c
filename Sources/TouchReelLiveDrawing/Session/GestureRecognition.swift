import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Recognizes gestures in frames before they are recorded, and holds frames that may be part of a tap.
struct GestureRecognition {
  typealias BufferedFrame = (frame: Frame, device: DeviceChannel)

  private var gestures = FingerGestures()
  private var buffered: [BufferedFrame] = []
  /// The touches as they will be if the buffered frames are not a tap or, during a pinch, as they would be if its
  /// fingers were drawing.
  private(set) var ahead: EntryPlayer?
  private var events: [TouchEvent] = []

  init(zoom: Double) { gestures.zoom = zoom }

  var zoom: Double {
    get { gestures.zoom }
    set { gestures.zoom = newValue }
  }

  /// Whether to call ``judge(_:of:after:)`` for a frame before it is recorded.
  func isPossible(in frame: Frame) -> Bool { gestures.isPossible(in: frame) }
  var isHolding: Bool { !buffered.isEmpty }
  var deadline: Timestamp? { isHolding ? gestures.deadline : nil }
  var pinch: Pinch? { gestures.pinch }
  /// The time of the first buffered frame.
  var bufferedTime: Timestamp? { buffered.first?.frame.time }

  /// Judges a frame that is not recorded yet, and holds it if it is undecided.
  mutating func judge(
    _ frame: Frame, of device: DeviceChannel, after player: EntryPlayer
  ) -> FingerGestures.Verdict {
    var next = ahead ?? player
    _ = next.play(.frame(frame, of: device), into: &events)
    let verdict = gestures.handle(events)
    events.removeAll(keepingCapacity: true)
    switch verdict {
    case .undecided:
      ahead = next
      buffered.append((frame, device))
    case .pinch: ahead = next
    case .tap, .drawing: ahead = nil
    }
    return verdict
  }

  /// Follows an entry that was recorded without being judged.
  ///
  /// - Parameter events: the touch events that it caused.
  mutating func follow(_ entry: RecordingEntry, _ events: [TouchEvent]) {
    guard pinch != nil, ahead != nil else {
      _ = gestures.handle(events)
      return
    }
    _ = ahead?.play(entry, into: &self.events)
    _ = gestures.handle(self.events)
    self.events.removeAll(keepingCapacity: true)
    if pinch == nil { ahead = nil }
  }

  /// - Returns: whether the buffered frames turned out not to be a tap.
  mutating func expire(at now: Timestamp) -> Bool { gestures.expire(at: now) }

  /// Rules out that the buffered frames are a tap.
  mutating func giveUp() {
    gestures.giveUp()
    ahead = nil
  }

  /// Returns the buffered frames, to be recorded.
  mutating func release() -> [BufferedFrame] {
    defer { buffered = [] }
    return buffered
  }
}

extension LiveDrawing {
  /// Which gestures are recognized.
  public enum Gestures: Hashable, Sendable {
    /// None: every finger draws.
    case off
    /// A two-finger tap undoes, a three-finger tap redoes, and a pinch moves the view. The strokes of these fingers are
    /// cancelled.
    case severalFingers
  }

  /// Which gestures are recognized.
  public var gestures: Gestures {
    get { recognition == nil ? .off : .severalFingers }
    set {
      guard newValue != gestures else { return }
      flushBufferedFrames()
      recognition = newValue == .severalFingers ? GestureRecognition(zoom: zoom) : nil
    }
  }

  /// The current pinch.
  package var pinch: Pinch? { recognition?.pinch }

  /// Whether frames wait until it is known whether they are a tap.
  package var isHolding: Bool { recognition?.isHolding == true }

  /// Records a frame, unless it may be part of a tap.
  func handle(_ frame: Frame, of device: DeviceChannel) {
    guard recognition?.isPossible(in: frame) == true else { return record(.frame(frame, of: device)) }
    switch recognition?.judge(frame, of: device, after: player) {
    case .undecided: return
    case .tap(let touches):
      cancelOpen(touches, at: recognition?.bufferedTime ?? frame.time ?? reached)
      recordBuffered()
      // Those that began in what was buffered.
      cancelOpen(touches, at: reached)
      recordJudged(frame, of: device)
      record(touches.count == 2 ? .undo : .redo, at: reached)
    case .pinch(let pinch):
      recordJudged(frame, of: device)
      cancelFingers(of: pinch)
    case .drawing, nil: recordJudged(frame, of: device)
    }
  }

  /// Records the buffered frames as they are, because another finger, a command or the time ruled out a tap.
  func flushBufferedFrames() {
    guard recognition?.isHolding == true else { return }
    recognition?.giveUp()
    recordBuffered()
  }

  /// Cancels all fingers of the device, including any that join the pinch.
  private func cancelFingers(of pinch: Pinch) {
    let fingers = openTouches.filter { $0.device == pinch.device && $0.tool == .finger }
    cancel(fingers, .gesture, at: reached, noting: .judgedBefore)
  }

  private func cancelOpen(_ touches: [Touch], at time: Timestamp) {
    let open = openTouches
    cancel(touches.filter(open.contains), .gesture, at: time, noting: .judgedBefore)
  }

  private func recordJudged(_ frame: Frame, of device: DeviceChannel) {
    recordBuffered()
    record(.frame(frame, of: device), noting: .judgedBefore)
  }

  private func recordBuffered() {
    for (frame, device) in recognition?.release() ?? [] { record(.frame(frame, of: device), noting: .judgedBefore) }
  }
}

/// Whether the gesture recognition has already seen the entry that is recorded.
enum GestureNoting {
  case now, judgedBefore
}
