import InputEvents
import TouchTracking

/// The values of rows of touches, which are gathered until a touch ends.
struct TouchRows: Sendable {
  var origin: TableOrigin
  /// Those that are down.
  private var open = OpenTouches()

  init(_ origin: TableOrigin) { self.origin = origin }

  /// Whether any is down.
  var areOpen: Bool { !open.isEmpty }

  /// How long the texts in a row are.
  func textLength(_ touch: EndedTouch) -> Int {
    origin.recording.count + (origin.device(touch.event.touch.device)?.name.count ?? 0)
  }

  @inline(__always)
  mutating func note(_ sample: TouchSample, of touch: Touch, isResumed: Bool) {
    open.extend(touch, to: sample, origin.scale(of: touch.device), isResumed: isResumed)
  }

  mutating func begin(_ event: TouchEvent) {
    open.begin(event.touch, event.sample, origin.scale(of: event.touch.device))
  }

  /// - Returns: the touch that the event is the end of.
  mutating func end(_ event: TouchEvent) -> EndedTouch? {
    open.end(event.touch).map { EndedTouch(summary: $0, event: event) }
  }
}

/// A touch that has ended.
struct EndedTouch {
  let summary: TouchSummary
  /// Its end.
  let event: TouchEvent
}

extension EndedTouch: RowItem {
  func add<Style>(to row: inout TableRow<Style>, from columns: inout TouchRows) {
    let touch = event.touch
    let origin = columns.origin
    let device = origin.device(touch.device)
    row.add(encoded: origin.recording)
    row.add(touch.device.rawValue)
    row.add(encoded: device?.name)
    row.add(touch.id.rawValue)
    row.add(touch.slot.rawValue)
    row.add(touch.trackingID.rawValue)
    row.add(word: touch.tool.rawValue)
    row.addSeconds(summary.began.since(origin.start).nanoseconds)
    row.addSeconds(event.time.since(origin.start).nanoseconds)
    row.addSeconds(event.time.since(summary.began).nanoseconds)
    row.add(summary, isInMillimetres: device?.scale != nil)
    row.add(word: event.phase.word)
    row.add(word: event.phase.reason?.rawValue)
  }
}

extension TableRow {
  fileprivate mutating func add(_ summary: TouchSummary, isInMillimetres: Bool) {
    add(summary.count)
    add(summary.path, Thousandths.self)
    add(isInMillimetres ? summary.pathInMillimetres : nil, TenThousandths.self)
    for bound in [summary.lower.x, summary.lower.y, summary.upper.x, summary.upper.y] {
      add(bound, Thousandths.self)
    }
    add(summary.meanRate, Thousandths.self)
    if let gap = summary.largestGap { addSeconds(gap.nanoseconds) } else { addUnknown() }
  }
}
