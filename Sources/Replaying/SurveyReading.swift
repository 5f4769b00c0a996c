import DrawingBoard
import Drawings
import InputEvents
import Recordings
import TouchTracking

/// The state of a survey while it reads.
struct SurveyReading {
  var entry = RecordingEntry()
  private(set) var statistics = RecordingStatistics()
  private(set) var boardSize: BoardSize?
  private(set) var undoes = false
  private(set) var selects = false
  private(set) var findings: [LintFinding] = []
  private var player: EntryPlayer
  private var linter = RecordingLinter()
  private var events: [TouchEvent] = []
  private var counted = TouchCount()
  private var touchCounts: [Int] = []
  /// For undescribed devices.
  private var inferences: [DescriptionInference?] = []

  init(rules: TouchRuleOverrides) { player = EntryPlayer(rules: rules) }

  var touches: RecordingSurvey.Touches { counted.touches }
  var palms: Int { player.palmCount }
  /// Of the messages of `/board`.
  var warnings: [String] { player.warnings.lines }

  /// Whether the entry that was read comes later than a span after the first event, and the description of the device
  /// is complete.
  func isLater(than span: TimeSpan) -> Bool {
    guard let instant = entry.occurrence, let first = statistics.firstTime, instant.since(first) > span else {
      return false
    }
    return inferences.allSatisfy { $0 == nil }
  }

  /// Counts the entry that was read.
  mutating func take() {
    statistics.add(entry)
    linter.check(entry)
    switch entry {
    case .opening(let opening, _):
      touchCounts.append(0)
      inferences.append(opening.description.lacksRanges ? DescriptionInference(for: .mapping) : nil)
    case .frame(let frame, let channel): infer(from: frame, of: channel.rawValue)
    case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: break
    }
    note(player.play(entry, into: &events))
    count()
  }

  private mutating func note(_ command: BoardCommand?) {
    switch command {
    case .size(let size): boardSize = size
    case .drawing(let drawing): boardSize = drawing.size
    case .undo: undoes = true
    case .set(let setting) where setting[\.tool] == .selection: selects = true
    default: break
    }
  }

  mutating func finish() {
    player.cancelAll(.recordingEnded, into: &events)
    count()
    findings = linter.finish()
  }

  private mutating func infer(from frame: Frame, of channel: Int) {
    guard inferences.indices.contains(channel), inferences[channel] != nil else { return }
    for event in frame.events { inferences[channel]?.observe(event) }
  }

  private mutating func count() {
    for event in events {
      counted.handle(event)
      let device = event.touch.device.rawValue
      if case .began = event.phase, touchCounts.indices.contains(device) { touchCounts[device] += 1 }
    }
    events.removeAll(keepingCapacity: true)
  }

  /// By channel.
  var devices: [RecordingSurvey.Device] {
    statistics.devices.indices.map { channel in
      let opening = statistics.devices[channel].opening
      var described = opening.description
      if let seen = inferences[channel]?.description() { described.supplement(with: seen) }
      return RecordingSurvey.Device(opening: opening, description: described, touches: touchCounts[channel])
    }
  }
}

extension DeviceDescription {
  /// Whether the events are needed to know where the device's positions lie.
  fileprivate var lacksRanges: Bool {
    let positions = hasAxis(.positionX) ? [EventCode.positionX, .positionY] : [.x, .y]
    return !isComplete || positions.contains { code in axes[code].map { $0.span == 0 } ?? false }
  }

  /// Adds the codes that were seen and, where the description has no range, the range that was observed. A description
  /// that is incomplete may hold ranges of positions that were guessed; the observed ones are better.
  fileprivate mutating func supplement(with seen: DeviceDescription) {
    let positions: Set<EventCode> = [.x, .y, .positionX, .positionY]
    for (code, axis) in seen.axes {
      let lacksRange = axes[code].map { $0.span == 0 && positions.contains(code) } ?? true
      if lacksRange || (!isComplete && !hasOwnRanges && positions.contains(code)) { axes[code] = axis }
    }
    if !isComplete { codes.merge(seen.codes) { $0.union($1) } }
  }
}
