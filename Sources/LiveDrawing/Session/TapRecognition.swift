import DrawingBoard
import InputEvents
import Recordings
import Replaying
import TouchTracking

/// What waits for the end of a tap of several fingers, and the touches as they will be if it is none.
struct TapRecognition {
  typealias Held = (frame: Frame, device: DeviceChannel)

  private var gestures = TapGestures()
  private var held: [Held] = []
  private var ahead: EntryPlayer?
  private var events: [TouchEvent] = []

  /// Whether a frame is to be judged before it is recorded.
  var isPossible: Bool { gestures.isPossible }
  var isHolding: Bool { !held.isEmpty }
  var deadline: Timestamp? { isHolding ? gestures.deadline : nil }
  /// Of what was held first.
  var heldTime: Timestamp? { held.first?.frame.time }

  /// Looks at a frame that has not been recorded. One that is undecided is held.
  mutating func judge(_ entry: RecordingEntry, after player: EntryPlayer) -> TapGestures.Verdict {
    var next = ahead ?? player
    _ = next.play(entry, into: &events)
    let verdict = gestures.take(events)
    events.removeAll(keepingCapacity: true)
    if verdict == .undecided {
      ahead = next
      held.append((entry.frame, entry.channel))
    }
    return verdict
  }

  /// Takes the steps of what was recorded without being judged.
  mutating func note(_ events: [TouchEvent]) { _ = gestures.take(events) }

  /// - Returns: whether what is held is no tap.
  mutating func expire(at now: Timestamp) -> Bool { gestures.expire(at: now) }

  /// What is held is no tap, whatever follows.
  mutating func giveUp() { gestures.giveUp() }

  /// Gives what was held, to be recorded.
  mutating func release() -> [Held] {
    defer { held = [] }
    ahead = nil
    return held
  }
}

extension LiveDrawing {
  /// Which gestures are commands.
  public enum Gestures: Hashable, Sendable {
    /// None: every finger draws.
    case off
    /// A tap of two fingers undoes, one of three redoes, and what they drew is taken back.
    case taps
  }

  public var gestures: Gestures {
    get { taps == nil ? .off : .taps }
    set {
      guard newValue != gestures else { return }
      drawAfterAll()
      taps = newValue == .taps ? TapRecognition() : nil
    }
  }

  /// Records a frame, unless it may be part of a tap.
  func take(_ frame: Frame, of device: DeviceChannel) {
    guard taps?.isPossible == true else { return record(frame, of: device, as: .frame) }
    fill(frame, of: device, as: .frame)
    defer { entry.frame = Frame() }
    switch taps?.judge(entry, after: player) {
    case .undecided: return
    case .tap(let touches):
      cancel(touches, .gesture, at: taps?.heldTime ?? frame.time ?? reached)
      recordJudged(frame, of: device)
      record(touches.count == 2 ? .undo : .redo, at: reached)
    case .drawing, nil: recordJudged(frame, of: device)
    }
  }

  /// What is held is recorded as it came: another finger, a command or the time said that it is no tap.
  func drawAfterAll() {
    guard taps?.isHolding == true else { return }
    taps?.giveUp()
    recordHeld()
  }

  private func recordJudged(_ frame: Frame, of device: DeviceChannel) {
    recordHeld()
    record(frame, of: device, as: .frame, noting: .judgedBefore)
  }

  private func recordHeld() {
    for held in taps?.release() ?? [] { record(held.frame, of: held.device, as: .frame, noting: .judgedBefore) }
  }
}

/// Whether the recognition of gestures has seen what is recorded.
enum GestureNoting {
  case now, judgedBefore
}
