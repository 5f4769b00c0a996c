import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What the recording of a trial shows of the hand and the device that drew.
struct TrialDrawing {
  private(set) var touchCount = 0
  /// The median time between samples of different times while something touches, in seconds.
  private(set) var interval: Double?
  /// What most samples are of; `nil` for a mouse or nothing.
  private(set) var means: StudyPrompt.Means?
  /// How far the pen leans to the right, in degrees, on average; `nil` for a device that does not say it.
  private(set) var lean: Double?
  /// What of the recording is lost, one line each.
  let damage: [String]
  /// Losses, jumps and gaps, one line each.
  private(set) var oddities: [String] = []

  init(of trial: RecordedTrial) throws(FileError) {
    let recording = try Recording.open(trial.file)
    let facts = try RecordingFacts(recording, wanting: .anomalies)
    damage = facts.readingWarnings
    if facts.statistics.dropCount > 0 { oddities.append("lost events \(facts.statistics.dropCount) times") }
    oddities += facts.anomalies.filter { $0.kind == .jump || $0.kind == .gap }.map(\.description)
    touchCount = facts.touches.began
    var samples = SampleTally()
    for event in try recording.touchEvents(on: facts.plan()) { samples.add(try event.get()) }
    (interval, means, lean) = (samples.interval, samples.means, samples.lean)
  }
}

private struct SampleTally {
  private var intervals: [Double] = []
  private var latest: Timestamp?
  private var open: Set<Touch.ID> = []
  private var (fingers, pens) = (0, 0)
  private var (leans, leanCount) = (0.0, 0)

  mutating func add(_ event: TouchEvent) {
    if !open.isEmpty, let latest, event.time > latest { intervals.append(event.time.since(latest).seconds) }
    latest = event.time
    switch event.phase {
    case .began: open.insert(event.touch.id)
    case .moved: break
    case .ended, .cancelled: open.remove(event.touch.id)
    }
    guard case .moved = event.phase else { return }
    switch event.sample.tool {
    case .pen, .eraser: pens += 1
    case .finger: fingers += 1
    case .palm: break
    }
    if let tilt = event.sample.tilt {
      leans += tilt.x
      leanCount += 1
    }
  }

  var means: StudyPrompt.Means? { fingers + pens == 0 ? nil : fingers > pens ? .finger : .pen }

  var lean: Double? { leanCount == 0 ? nil : leans / Double(leanCount) }

  var interval: Double? {
    let ordered = intervals.sorted()
    return ordered.isEmpty ? nil : ordered[ordered.count / 2]
  }
}
