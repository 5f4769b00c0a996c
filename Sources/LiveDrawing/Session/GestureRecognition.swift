import DrawingBoard
import InputEvents
import Recordings
import Replaying
import TouchTracking

/// What waits for the end of a tap of several fingers, and the touches as they are where nothing is held back and nothing was taken back.
struct GestureRecognition {
  typealias Held = (frame: Frame, device: DeviceChannel)

  private var gestures = FingerGestures()
  private var held: [Held] = []
  /// As the touches will be if what is held is no tap; or, where two fingers hold the view, as they would be if those still drew.
  private var ahead: EntryPlayer?
  private var events: [TouchEvent] = []

  init(zoom: Double) { gestures.zoom = zoom }

  var zoom: Double {
    get { gestures.zoom }
    set { gestures.zoom = newValue }
  }

  /// Whether a frame is to be judged before it is recorded.
  var isPossible: Bool { gestures.isPossible }
  var isHolding: Bool { !held.isEmpty }
  var deadline: Timestamp? { isHolding ? gestures.deadline : nil }
  var pinch: Pinch? { gestures.pinch }
  /// Of what was held first.
  var heldTime: Timestamp? { held.first?.frame.time }

  /// Looks at a frame that has not been recorded. One that is undecided is held.
  mutating func judge(_ entry: RecordingEntry, after player: EntryPlayer) -> FingerGestures.Verdict {
    var next = ahead ?? player
    _ = next.play(entry, into: &events)
    let verdict = gestures.take(events)
    events.removeAll(keepingCapacity: true)
    switch verdict {
    case .undecided:
      ahead = next
      held.append((entry.frame, entry.channel))
    case .pinch: ahead = next
    case .tap, .drawing: ahead = nil
    }
    return verdict
  }

  /// Takes what was recorded without being judged.
  ///
  /// - Parameter events: what it made of the touches.
  mutating func note(_ entry: RecordingEntry, _ events: [TouchEvent]) {
    guard pinch != nil, ahead != nil else {
      _ = gestures.take(events)
      return
    }
    _ = ahead?.play(entry, into: &self.events)
    _ = gestures.take(self.events)
    self.events.removeAll(keepingCapacity: true)
    if pinch == nil { ahead = nil }
  }

  /// - Returns: whether what is held is no tap.
  mutating func expire(at now: Timestamp) -> Bool { gestures.expire(at: now) }

  /// What is held is no tap, whatever follows.
  mutating func giveUp() {
    gestures.giveUp()
    ahead = nil
  }

  /// Gives what was held, to be recorded.
  mutating func release() -> [Held] {
    defer { held = [] }
    return held
  }
}

extension LiveDrawing {
  /// Which gestures are commands.
  public enum Gestures: Hashable, Sendable {
    /// None: every finger draws.
    case off
    /// A tap of two fingers undoes, one of three redoes, and two fingers that move together move the view. What they drew is taken back.
    case severalFingers
  }

  public var gestures: Gestures {
    get { recognition == nil ? .off : .severalFingers }
    set {
      guard newValue != gestures else { return }
      flushHeldFrames()
      recognition = newValue == .severalFingers ? GestureRecognition(zoom: zoom) : nil
    }
  }

  /// While two fingers hold the view.
  public var pinch: Pinch? { recognition?.pinch }

  /// Records a frame, unless it may be part of a tap.
  func take(_ frame: Frame, of device: DeviceChannel) {
    guard recognition?.isPossible == true else { return record(frame, of: device, as: .frame) }
    fill(frame, of: device, as: .frame)
    defer { entry.frame = Frame() }
    switch recognition?.judge(entry, after: player) {
    case .undecided: return
    case .tap(let touches):
      cancel(touches, .gesture, at: recognition?.heldTime ?? frame.time ?? reached, noting: .judgedBefore)
      recordJudged(frame, of: device)
      record(touches.count == 2 ? .undo : .redo, at: reached)
    case .pinch(let pinch):
      recordJudged(frame, of: device)
      takeBack(pinch)
    case .drawing, nil: recordJudged(frame, of: device)
    }
  }

  /// What is held is recorded as it came: another finger, a command or the time said that it is no tap.
  func flushHeldFrames() {
    guard recognition?.isHolding == true else { return }
    recognition?.giveUp()
    recordHeld()
  }

  /// Fingers that come to those that hold the view draw no more than they do.
  private func takeBack(_ pinch: Pinch) {
    let fingers = openTouches.filter { $0.device == pinch.device && $0.tool == .finger }
    cancel(fingers, .gesture, at: reached, noting: .judgedBefore)
  }

  private func recordJudged(_ frame: Frame, of device: DeviceChannel) {
    recordHeld()
    record(frame, of: device, as: .frame, noting: .judgedBefore)
  }

  private func recordHeld() {
    for held in recognition?.release() ?? [] { record(held.frame, of: held.device, as: .frame, noting: .judgedBefore) }
  }
}

/// Whether the recognition of gestures has seen what is recorded.
enum GestureNoting {
  case now, judgedBefore
}
