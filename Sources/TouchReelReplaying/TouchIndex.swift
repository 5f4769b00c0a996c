package import TouchReelDrawingBoard
package import TouchReelDrawings
package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Where the touches of a recording were and what each left on the board, so that the one under a pointer is found.
///
/// Only positions and times are kept, in 12 bytes for each sample, and of more than ``sampleLimit`` samples every
/// second, fourth…: the rest of a sample is looked up in the recording (``SeekableReplay/samples(of:in:)``).
package struct TouchIndex: Sendable {
  /// So many samples are kept at most: 48 MiB.
  package static let sampleLimit = 1 << 22

  /// One touch.
  package struct Entry: Sendable {
    package let touch: Touch
    package let began: Timestamp
    /// What is said of it besides the settings.
    package let look: TouchLook
    /// What it left on the board; `nil` if that is nothing, or it is still down.
    package internal(set) var element: ElementID?
    /// The time at which it was cancelled, and the page; `nil` if it was not.
    var cancelled: (time: Timestamp, page: Int)?
    var samples: [IndexedSample] = []
  }

  package private(set) var entries: [Touch.ID: Entry] = [:]
  private var touches: [ElementID: Touch.ID] = [:]
  private var count = 0
  /// Every so many samples of each touch are kept.
  private(set) var stride = 1
  private let limit: Int

  /// - Parameter limit: of the samples that are kept.
  init(limit: Int = sampleLimit) { self.limit = max(limit, 2) }

  /// How many samples are kept.
  package var sampleCount: Int { count }
}

/// A position of a touch, and how long after its beginning.
struct IndexedSample: Hashable, Sendable {
  /// Nanoseconds of a unit of ``time``, by which 19 hours are reached.
  static let tick: Int64 = 1 << 14

  let x: Float
  let y: Float
  let time: UInt32

  init(_ point: BoardPoint, after span: TimeSpan) {
    (x, y) = (Float(point.x), Float(point.y))
    time = UInt32(clamping: max(span.nanoseconds, 0) / Self.tick)
  }

  func distance(to point: BoardPoint) -> Double {
    let (dx, dy) = (Double(x) - point.x, Double(y) - point.y)
    return dx * dx + dy * dy
  }
}

/// Filling it.
extension TouchIndex {
  mutating func begin(_ event: TouchEvent, at time: Timestamp, _ look: TouchLook) {
    entries[event.touch.id] = Entry(touch: event.touch, began: time, look: look)
    add(event, at: time)
  }

  mutating func add(_ event: TouchEvent, at time: Timestamp) {
    guard let began = entries[event.touch.id]?.began else { return }
    let sample = IndexedSample(event.sample.boardPoint, after: time.since(began))
    entries[event.touch.id]?.samples.append(sample)
    count += 1
    if count > limit { thinOut() }
  }

  mutating func leave(_ element: ElementID, by touch: Touch.ID) {
    entries[touch]?.element = element
    touches[element] = touch
  }

  mutating func cancel(_ touch: Touch.ID, at time: Timestamp, onPage page: Int) {
    entries[touch]?.cancelled = (time, page)
  }

  /// Keeps every second sample, and the last of each touch.
  private mutating func thinOut() {
    stride *= 2
    count = 0
    for id in entries.keys {
      guard let samples = entries[id]?.samples else { continue }
      let kept = samples.indices.filter { $0 % 2 == 0 || $0 == samples.count - 1 }.map { samples[$0] }
      entries[id]?.samples = kept
      count += kept.count
    }
  }
}

/// Finding touches in it.
extension TouchIndex {
  /// A touch under a pointer.
  package struct Found: Hashable, Sendable {
    package let touch: Touch.ID
    /// Between which instants its sample lies that is nearest to the pointer.
    package let span: ClosedRange<Timestamp>
  }

  /// The touch whose ink is on top at a point of a board, among what it shows.
  ///
  /// - Parameters:
  ///   - point: of the board.
  ///   - board: a replay of the recording.
  ///   - instant: the instant that it shows.
  ///   - reach: how far from the ink of a touch that is down, in board points.
  package func touch(at point: BoardPoint, on board: Board, at instant: Timestamp, reach: Double) -> Found? {
    let found = live(at: point, on: board, instant, reach) ?? finished(at: point, on: board)
    return (found ?? cancelled(at: point, on: board, instant, reach)).flatMap { sample(of: $0, near: point, instant) }
  }

  /// Whether a board shows what a touch has drawn by an instant.
  package func isDrawn(_ touch: Touch.ID, on board: Board, at instant: Timestamp) -> Bool {
    guard let entry = entries[touch] else { return false }
    if board.openTouches.contains(where: { $0.id == touch }) { return true }
    if let element = entry.element, board.shows(element) { return true }
    return shows(entry, cancelledOn: board, instant)
  }

  /// The way of a touch up to an instant.
  package func points(of touch: Touch.ID, through instant: Timestamp) -> [BoardPoint] {
    guard let entry = entries[touch] else { return [] }
    return entry.samples(through: instant).map { BoardPoint(x: Double($0.x), y: Double($0.y)) }
  }

  private func live(at point: BoardPoint, on board: Board, _ instant: Timestamp, _ reach: Double) -> Touch.ID? {
    board.openTouches.last { isNear($0.id, point, instant, reach) }?.id
  }

  private func finished(at point: BoardPoint, on board: Board) -> Touch.ID? {
    board.topmostShape(at: point).flatMap { touches[$0] }
  }

  private func cancelled(at point: BoardPoint, on board: Board, _ instant: Timestamp, _ reach: Double) -> Touch.ID? {
    guard board.settings.cancelledInk == .shown else { return nil }
    let shown = entries.values.filter { shows($0, cancelledOn: board, instant) }.map(\.touch.id)
    return shown.sorted().last { isNear($0, point, instant, reach) }
  }

  private func shows(_ entry: Entry, cancelledOn board: Board, _ instant: Timestamp) -> Bool {
    guard board.settings.cancelledInk == .shown, let (time, page) = entry.cancelled else { return false }
    return time <= instant && page == board.page
  }

  private func isNear(_ touch: Touch.ID, _ point: BoardPoint, _ instant: Timestamp, _ reach: Double) -> Bool {
    guard let entry = entries[touch] else { return false }
    return entry.distance(to: point, through: instant) <= reach * reach
  }

  private func sample(of touch: Touch.ID, near point: BoardPoint, _ instant: Timestamp) -> Found? {
    guard let entry = entries[touch], let span = entry.span(near: point, through: instant) else { return nil }
    return Found(touch: touch, span: span)
  }
}

extension TouchIndex.Entry {
  fileprivate func samples(through instant: Timestamp) -> ArraySlice<IndexedSample> {
    let ticks = max(instant.since(began).nanoseconds, 0) / IndexedSample.tick
    return samples.prefix { Int64($0.time) <= ticks }
  }

  /// The square of the distance of a point from the way between the samples.
  fileprivate func distance(to point: BoardPoint, through instant: Timestamp) -> Double {
    let samples = samples(through: instant)
    var least = samples.first?.distance(to: point) ?? .infinity
    for (first, second) in zip(samples, samples.dropFirst()) {
      least = min(least, Self.distance(from: point, toLineFrom: first, to: second))
    }
    return least
  }

  private static func distance(
    from point: BoardPoint, toLineFrom first: IndexedSample, to second: IndexedSample
  ) -> Double {
    let (dx, dy) = (Double(second.x - first.x), Double(second.y - first.y))
    let length = dx * dx + dy * dy
    guard length > 0 else { return first.distance(to: point) }
    let share = ((point.x - Double(first.x)) * dx + (point.y - Double(first.y)) * dy) / length
    let held = min(max(share, 0), 1)
    let (x, y) = (point.x - Double(first.x) - held * dx, point.y - Double(first.y) - held * dy)
    return x * x + y * y
  }

  /// The span from the kept sample before the one that is nearest to the one behind it: between, some are not kept.
  fileprivate func span(near point: BoardPoint, through instant: Timestamp) -> ClosedRange<Timestamp>? {
    let samples = samples(through: instant)
    guard let nearest = samples.indices.min(by: { samples[$0].distance(to: point) < samples[$1].distance(to: point) })
    else { return nil }
    let (before, after) = (max(nearest - 1, samples.startIndex), min(nearest + 1, samples.endIndex - 1))
    func time(_ index: Int, _ rest: Int64) -> Timestamp {
      began.advanced(by: TimeSpan(nanoseconds: Int64(samples[index].time) * IndexedSample.tick + rest))
    }
    let first = time(before, 0)
    return first...max(first, min(time(after, IndexedSample.tick), instant))
  }
}
