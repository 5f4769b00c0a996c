package import TouchReelByteStreams
import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
package import TouchReelReplaying
package import TouchReelTouchTracking

/// A touch that has ended: what a table's row says of it.
package struct EndedTouch: Sendable {
  package let touch: Touch
  /// How it ended.
  package let phase: TouchPhase
  package let ended: Timestamp
  package let summary: TouchSummary

  package var duration: TimeSpan { ended.since(summary.began) }
}

extension EndedTouch {
  /// All touches of a recording, in the order of their ends.
  ///
  /// - Parameters:
  ///   - recording: what they are in.
  ///   - facts: of all of it.
  ///   - options: where the devices lie, and the rules of touches.
  package static func all(
    of recording: Recording, _ facts: RecordingFacts, _ options: RenderOptions
  ) throws(FileError) -> [EndedTouch] {
    let plan = facts.plan(options: options.mapping)
    let list = EndedTouchList(devices: plan.descriptions.map { TableDevice($0, name: []) })
    var sink = try BoardedSink(list, recording: recording, facts: facts, options: options)
    var replayer = Replayer(try recording.makeSourceReadAhead(), plan: plan, rules: options.rules)
    try replayer.play(into: &sink)
    replayer.finish(into: &sink)
    return sink.sink.ended
  }
}

/// Gathers touches until they end.
struct OpenSummaries: Sendable {
  private var summaries: [Touch.ID: TouchSummary] = [:]

  var isEmpty: Bool { summaries.isEmpty }

  /// - Returns: the touch that the event is the end of.
  @inline(__always)
  mutating func handle(_ event: TouchEvent, _ scale: TableDevice.Scale?) -> EndedTouch? {
    switch event.phase {
    case .began: summaries[event.touch.id] = TouchSummary(event.sample, scale)
    case .moved(let gap): summaries[event.touch.id]?.extend(to: event.sample, scale, isResumed: gap)
    case .ended, .cancelled:
      guard let summary = summaries.removeValue(forKey: event.touch.id) else { return nil }
      return EndedTouch(touch: event.touch, phase: event.phase, ended: event.time, summary: summary)
    }
    return nil
  }
}

private struct EndedTouchList: ReplaySink {
  let devices: [TableDevice]
  private(set) var ended: [EndedTouch] = []
  private var open = OpenSummaries()

  init(devices: [TableDevice]) { self.devices = devices }

  mutating func handle(_ event: TouchEvent) {
    let channel = event.touch.device.rawValue
    let scale = devices.indices.contains(channel) ? devices[channel].scale : nil
    if let touch = open.handle(event, scale) { ended.append(touch) }
  }

  mutating func handle(_ event: HoverEvent) {}
  mutating func handle(_ command: BoardCommand, at time: Timestamp) {}
}

extension TableText {
  /// Adds a row of a touch.
  mutating func addRow(of ended: EndedTouch, from origin: TableOrigin) {
    let (touch, summary) = (ended.touch, ended.summary)
    add("recording", encoded: origin.recording)
    add("device", origin.numbers[touch.device])
    add("device_name", encoded: origin.device(touch.device)?.name)
    add("touch", touch.id.rawValue)
    add("slot", touch.slot.rawValue)
    add("tracking_id", touch.trackingID.rawValue)
    add("tool", word: touch.tool.rawValue)
    add("began", summary.began.since(origin.start))
    add("ended", ended.ended.since(origin.start))
    add("duration", ended.duration)
    add(summary)
    add("end", word: ended.phase.word)
    add("reason", word: ended.phase.reason?.rawValue)
    add("drawing", origin.drawing)
    endRow()
  }

  private mutating func add(_ summary: TouchSummary) {
    add("samples", summary.count)
    add("path", summary.path, .thousandths)
    add("path_mm", summary.pathInMillimetres, .tenThousandths)
    add("x_min", summary.lower.x, .thousandths)
    add("y_min", summary.lower.y, .thousandths)
    add("x_max", summary.upper.x, .thousandths)
    add("y_max", summary.upper.y, .thousandths)
    add("mean_rate", summary.meanRate, .thousandths)
    add("largest_gap", summary.largestGap)
  }
}
