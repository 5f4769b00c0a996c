package import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
package import TouchReelRecordingFormats
package import TouchReelRecordings
import TouchReelTouchTracking

/// Passes on entries, and remembers the touches that they make, to find out which of them a format changes that does
/// not keep descriptions.
package final class TouchWitness: EntryTransform {
  private var steps = TouchSteps()
  private var isDescribed = false

  package init() {}

  package func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    if case .opening(let opening, _) = entry, opening.description.isComplete { isDescribed = true }
    steps.play(entry)
    try emit(entry)
  }

  /// What to report of the touches.
  ///
  /// - Parameter written: what was written of the entries, read without a description.
  /// - Returns: a line if touches differ.
  /// - Throws: if it cannot be read.
  package func warnings(comparedWith written: @autoclosure () throws(FileError) -> Recording) throws(FileError)
    -> [String]
  {
    guard isDescribed else { return [] }
    let recording = try written()
    var others = TouchSteps(placedBy: try RecordingFacts(recording, wanting: []).plan())
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) { others.play(entry) }
    return TouchSteps.difference(from: steps.finished(), to: others.finished())
  }
}

/// The steps of each touch in the device's own units, which a range does not change.
private struct TouchSteps {
  private var player: EntryPlayer
  private var events: [TouchEvent] = []
  private var open: [Touch.ID: Hasher] = [:]
  /// How often touches of the same steps were met.
  private var digests: [Int: Int] = [:]

  init(placedBy plan: BoardLayout? = nil) { player = EntryPlayer(plan: plan) }

  mutating func play(_ entry: RecordingEntry) {
    _ = player.play(entry, into: &events)
    addEvents()
  }

  private mutating func addEvents() {
    for event in events { add(event) }
    events.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ event: TouchEvent) {
    var hasher = open.removeValue(forKey: event.touch.id) ?? Hasher()
    hasher.combine(event.phase)
    hasher.combine(event.time)
    hasher.combine(event.sample.position)
    switch event.phase {
    case .ended, .cancelled: digests[hasher.finalize(), default: 0] += 1
    case .began, .moved: open[event.touch.id] = hasher
    }
  }

  /// The touches, of which those that are still down end here.
  mutating func finished() -> [Int: Int] {
    player.cancelAll(.recordingEnded, into: &events)
    addEvents()
    return digests
  }

  static func difference(from old: [Int: Int], to new: [Int: Int]) -> [String] {
    let changed = old.reduce(0) { $0 + max($1.value - new[$1.key, default: 0], 0) }
    let (before, after) = (old.values.reduce(0, +), new.values.reduce(0, +))
    guard changed > 0 || before != after else { return [] }
    let touches = before == 1 ? "the touch" : "\(changed) of \(before) touches"
    return [
      "read without its description, \(touches) \(changed == 1 || before == 1 ? "is" : "are") not the same, and there "
        + "\(after == 1 ? "is" : "are") \(after) in all: pass the description along, or write mcap"
    ]
  }
}
