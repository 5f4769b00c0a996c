import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// A board, and which touch drew what on it.
struct OriginSink: ReplaySink {
  var board: BoardSink
  var origins: [ElementID: TouchOrigin] = [:]
  private(set) var times: [ElementID: TimeSpan] = [:]
  /// The touches that are down.
  private(set) var touches: [Touch.ID: TouchOrigin] = [:]
  private let start: Timestamp
  private var clock = ReachedTime()
  private let names: [String]
  private let keepsSamples: Bool

  init(board: BoardSink, start: Timestamp, names: [String], keepsSamples: Bool) {
    self.board = board
    self.start = start
    self.names = names
    self.keepsSamples = keepsSamples
  }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  mutating func handle(_ event: TouchEvent) {
    let before = board.board.latestOperation?.id
    board.handle(event)
    record(event)
    guard event.phase == .ended || event.phase.isCancellation else { return }
    let origin = touches.removeValue(forKey: event.touch.id)
    if case .ended = event.phase, let after = board.board.latestOperation?.id, after != before {
      origins[after] = origin
    }
  }

  private mutating func record(_ event: TouchEvent) {
    let time = clock.time(of: event.time).since(start)
    let device = event.touch.device.rawValue
    touches[
      event.touch.id,
      default: TouchOrigin(
        number: event.touch.id, device: names.indices.contains(device) ? names[device] : "", began: time, ended: time)
    ].record(event.sample, at: time, isAfterGap: event.phase == .moved(gap: true), isKept: keepsSamples)
  }

  mutating func handle(_ event: HoverEvent) { board.handle(event) }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    let before = board.board.latestOperation?.id
    board.handle(command, at: time)
    if let after = board.board.latestOperation?.id, after != before {
      times[after] = clock.time(of: time).since(start)
    }
  }

  mutating func handle(_ attachment: RecordingAttachment) { board.handle(attachment) }

  mutating func drainReport() -> BoardReport { board.drainReport() }
}

extension TouchOrigin {
  fileprivate mutating func record(_ sample: TouchSample, at time: TimeSpan, isAfterGap: Bool, isKept: Bool) {
    ended = time
    guard isKept else { return }
    var new = Sample(time: time, point: sample.boardPoint, pressure: sample.pressure, tilt: sample.tilt)
    new.isAfterGap = isAfterGap
    if samples.last.map({ !$0.isRepeated(by: new) }) ?? true { samples.append(new) }
  }
}

extension TouchOrigin.Sample {
  /// Whether the next sample is the same; a touch ends where it was.
  fileprivate func isRepeated(by next: Self) -> Bool {
    !next.isAfterGap && time == next.time && point == next.point && pressure == next.pressure && tilt == next.tilt
  }
}

extension TouchPhase {
  fileprivate var isCancellation: Bool {
    if case .cancelled = self { true } else { false }
  }
}
