import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelReplaying
import TouchReelTouchTracking

/// A recording that is plotted, and what is known of all of it.
package struct PlotInput {
  package let recording: Recording
  package let facts: RecordingFacts

  package init(_ recording: Recording, _ facts: RecordingFacts) { (self.recording, self.facts) = (recording, facts) }
}

/// What gathers the steps of touches for a plot.
protocol PlotCollector: Sendable {
  /// - Parameter time: in seconds since the first event; it never falls.
  mutating func handle(_ event: TouchEvent, at time: Double)
  mutating func handle(_ incident: PlotIncident, at time: Double)
  mutating func handle(_ hover: HoverEvent, at time: Double)
}

extension PlotCollector {
  mutating func handle(_ hover: HoverEvent, at time: Double) {}
  mutating func handle(_ incident: PlotIncident, at time: Double) {}
}

/// What happens in a recording besides the steps of touches.
enum PlotIncident: Hashable, Sendable {
  /// A device lost events.
  case loss(DeviceChannel)
  /// A contact of a device was a palm.
  case palm(DeviceChannel)
  case command(BoardCommand)
}

/// One reading of a recording for a plot.
struct PlotReading {
  let input: PlotInput
  let options: PlotOptions
  let devices: [PlotDevice]
  /// The part that is shown, as spans since the first event.
  let from: TimeSpan
  let to: TimeSpan
  private let plan: BoardLayout

  /// - Throws: if the recording does not have what was chosen.
  init(_ input: PlotInput, _ options: PlotOptions) throws(FileError) {
    self.init(ofAll: input, options)
    let name = input.recording.name
    if let missing = try missingTouches() {
      throw FileError(file: name, message: missing.message, advice: missing.advice)
    }
    if let missing { throw FileError(file: name, message: missing) }
  }

  /// A reading of whatever the recording has of what was chosen.
  init(ofAll input: PlotInput, _ options: PlotOptions) {
    (self.input, self.options) = (input, options)
    let facts = input.facts
    plan = facts.plan(options: options.mapping)
    devices = plan.descriptions.map(PlotDevice.init)
    let length = facts.end.since(facts.start)
    from = options.from?.span(in: length) ?? .zero
    to = options.to.map { $0.isEnd ? length : $0.span(in: length) } ?? length
  }

  /// What was chosen and the recording does not have, as a message.
  private var missing: String? {
    let facts = input.facts
    let length = facts.end.since(facts.start)
    if from > length { return TouchChoice.missingPart(ofLength: length) }
    return TouchChoice(touches: options.touches).missing(amongTouches: facts.touches.began, devices: facts.openings)
      ?? options.devices.missing(from: facts.openings)
  }

  /// What is said of a recording without touches; `nil` if what hovers is plotted instead.
  private func missingTouches() throws(FileError) -> (message: String, advice: Advice?)? {
    guard input.facts.touches.began == 0 else { return nil }
    var witness = HoverWitness()
    try play(into: &witness)
    guard witness.hasHover else { return ("has no touches to plot", nil) }
    return options.showsHover ? nil : ("has no touches to plot, only what hovers", .plotHover)
  }

  var numbers: DeviceNumbers { input.facts.deviceNumbers }
  var warnings: [String] { input.facts.readingWarnings }
  /// What the user should know of how devices lie on the board.
  var warningsOfBoard: [String] { plan.warnings }
  /// The length of the board's diagonal, in board points.
  var boardDiagonal: Double {
    (plan.board.width * plan.board.width + plan.board.height * plan.board.height).squareRoot()
  }
  var pointsPerMillimetre: Double? { plan.pointsPerMillimetre }

  var choice: TouchChoice {
    TouchChoice(touches: options.touches, devices: options.devices.numbers(among: input.facts.openings))
  }

  /// Plays the recording up to the end of the part that is shown.
  func play<Collector: PlotCollector>(into collector: inout Collector) throws(FileError) {
    var render = RenderOptions()
    (render.mapping, render.rules) = (options.mapping, options.rules)
    var chosen = PlotSink(collector, choice, numbers, from: input.facts.start)
    // A device that goes away ends its touches after its last event.
    if options.to?.isEnd ?? true { chosen.latest = to.seconds }
    var sink = try BoardedSink(chosen, recording: input.recording, facts: input.facts, options: render)
    var replayer = Replayer(try input.recording.makeSourceReadAhead(), plan: plan, rules: options.rules)
    let end = input.facts.bound(options.to)
    var (losses, palms) = (0, 0)
    while try replayer.step(through: end, into: &sink) {
      if replayer.dropCount > losses {
        losses = replayer.dropCount
        if let channel = replayer.channel { sink.sink.handle(.loss(channel)) }
      }
      if replayer.palmCount > palms {
        palms = replayer.palmCount
        if let channel = replayer.channel { sink.sink.handle(.palm(channel)) }
      }
    }
    // What is down where a part ends goes on behind it.
    if !replayer.isPending { replayer.finish(into: &sink) }
    collector = sink.sink.collector
  }
}

/// Whether anything hovers.
private struct HoverWitness: PlotCollector {
  private(set) var hasHover = false

  mutating func handle(_ event: TouchEvent, at time: Double) {}
  mutating func handle(_ hover: HoverEvent, at time: Double) { hasHover = true }
}

/// The sink that hands the chosen touches to a collector, with their times in the recording.
private struct PlotSink<Collector: PlotCollector>: ReplaySink {
  private(set) var collector: Collector
  /// The time that later ones count as, in seconds since the first event.
  var latest = Double.infinity
  private let choice: TouchChoice?
  private let numbers: DeviceNumbers
  private let start: Timestamp
  private var clock = ReachedTime()

  init(_ collector: Collector, _ choice: TouchChoice, _ numbers: DeviceNumbers, from start: Timestamp) {
    (self.collector, self.numbers, self.start) = (collector, numbers, start)
    self.choice = choice.isOfAll ? nil : choice
  }

  mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  @inline(__always)
  mutating func handle(_ event: TouchEvent) {
    if let choice, !choice.contains(event.touch, numbers) { return }
    collector.handle(event, at: seconds(at: event.time))
  }

  mutating func handle(_ events: [TouchEvent]) {
    for index in events.indices { handle(events[index]) }
  }

  mutating func handle(_ event: HoverEvent) {
    guard choice.map({ $0.touches.isEmpty && $0.devices.contains(numbers[event.device]) }) ?? true else { return }
    collector.handle(event, at: seconds(at: event.sample.time))
  }

  mutating func handle(_ command: BoardCommand, at time: Timestamp) {
    collector.handle(.command(command), at: seconds(at: time))
  }

  @inline(__always)
  private func seconds(at time: Timestamp) -> Double { min(clock.time(of: time).since(start).seconds, latest) }

  mutating func handle(_ incident: PlotIncident) {
    guard let time = clock.latest, shows(incident) else { return }
    collector.handle(incident, at: seconds(at: time))
  }

  private func shows(_ incident: PlotIncident) -> Bool {
    guard let devices = choice?.devices, !devices.isEmpty else { return true }
    switch incident {
    case .loss(let channel), .palm(let channel): return devices.contains(numbers[channel])
    case .command: return true
    }
  }
}
