import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// Follows the touches of a recording: what becomes of them, their anomalies, and what its board is asked for.
struct TouchCollector {
  /// What cancels touches whose shape is removed, if that is asked for.
  var board: BoardSink?
  private var boardSize: BoardSize?
  private var sizesPages = false
  private var changesPages = false
  private var undoes = false
  private var selects = false
  private var drawsWithoutTouches = false
  private var player: EntryPlayer
  private var linter = RecordingLinter()
  private var anomalies: AnomalyFinder?
  private var contacts: ContactCollector?
  private var counted = TouchCount()
  /// The number of touches of each opening.
  private var counts: [Int] = []
  private var events: [TouchEvent] = []
  private var start: Timestamp?

  /// - Parameters:
  ///   - wanted: what is collected.
  ///   - rules: of touches, in place of the recording's.
  ///   - facts: of a former reading, which describe the devices.
  init(_ wanted: RecordingScan.Facts, rules: TouchRuleOverrides, placedBy facts: RecordingFacts? = nil) {
    player = EntryPlayer(plan: facts?.plan(), rules: rules)
    if wanted.contains(.anomalies) { anomalies = AnomalyFinder() }
    if wanted.contains(.contacts) { contacts = ContactCollector(facts?.descriptions) }
  }

  /// - Parameters:
  ///   - entry: the next one.
  ///   - start: the time of the first event, if there was one.
  mutating func handle(_ entry: RecordingEntry, since start: Timestamp?) {
    self.start = start
    linter.check(entry)
    contacts?.begin(entry)
    if case .frame(let frame, let channel) = entry {
      player.play(frame, of: channel, into: &events)
      collect()
    } else {
      handleRare(entry)
    }
    if board != nil { applyReport(of: entry) }
    contacts?.handle(entry, player)
  }

  private mutating func handleRare(_ entry: RecordingEntry) {
    if case .opening(let opening, let channel) = entry {
      counts.append(0)
      anomalies?.open(opening.description, as: channel, number: opening.number)
    }
    let command = player.play(entry, into: &events)
    collect()
    guard let command else { return }
    record(command)
    if let time = entry.occurrence { board?.handle(command, at: time) }
  }

  private mutating func record(_ command: BoardCommand) {
    if command.bringsShapes { drawsWithoutTouches = true }
    if command.sizesPages { sizesPages = true }
    if command.changesPages { changesPages = true }
    switch command {
    case .size(let size): boardSize = size
    case .drawing(let drawing): boardSize = drawing.boardSize
    case .undo: undoes = true
    case .set(let setting) where setting[\.tool]?.selects == true: selects = true
    default: break
    }
  }

  private mutating func applyReport(of entry: RecordingEntry) {
    guard let report = board?.drainReport(), !report.isEmpty else { return }
    player.apply(report, of: entry, into: &events)
    collect()
  }

  private mutating func collect() {
    for event in events {
      counted.handle(event)
      anomalies?.handle(event, since: start ?? event.time)
      contacts?.handle(event)
      let device = event.touch.device.rawValue
      if case .began = event.phase, counts.indices.contains(device) { counts[device] += 1 }
    }
    board?.handle(events)
    events.removeAll(keepingCapacity: true)
  }

  /// - Returns: the number of touches of each opening.
  mutating func finish(into facts: inout RecordingFacts) -> [Int] {
    if let found = contacts?.finish() { facts.contacts = found }
    contacts = nil
    player.cancelAll(.recordingEnded, into: &events)
    collect()
    (facts.touches, facts.palms) = (counted.touches, player.palmCount)
    (facts.boardSize, facts.undoes, facts.selects) = (boardSize, undoes, selects)
    (facts.drawsWithoutTouches, facts.sizesPages) = (drawsWithoutTouches, sizesPages)
    facts.changesPages = changesPages
    facts.messageWarnings = player.warnings.lines
    facts.findings = linter.finish().filter { $0.kind != .missingDescription || facts.format == .mcap }
    facts.anomalies = anomalies?.found() ?? []
    return counts
  }
}
