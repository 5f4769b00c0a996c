package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Looks for anomalies of touches, sample by sample, in memory that does not grow with the recording.
///
/// What is late is measured by the device's own frame time: the median of the times between two samples of a moving
/// touch. A finger that rests sends nothing, so a pause counts only where the touch is elsewhere when it goes on. Hands
/// that write move too little in a frame to be told from resting ones, which send only some of the frames: where no
/// touch moves faster, the frame time is what a quarter of all samples keep, and a pause counts where the touch goes on
/// far away.
package struct AnomalyFinder: Sendable {
  /// The greatest speed, in metres a second. Hands flick at up to 6, pens at up to 4.
  package static let greatestSpeed = 10.0
  /// The greatest share of the surface's width or height.
  package static let greatestShare = 0.25
  /// The most of each kind that are reported one by one.
  static let limit = 1000

  /// The devices by channel.
  private var devices: [DeviceAnomalies] = []
  private var start: Timestamp?
  /// The latest time of all events so far.
  private var reached: Timestamp?

  package init() {}

  /// - Parameters:
  ///   - device: the next one that is opened.
  ///   - channel: the number of the devices before.
  ///   - number: what the device is called; the channel's where it is `nil`.
  package mutating func open(_ device: DeviceDescription, as channel: DeviceChannel, number: Int? = nil) {
    guard channel.rawValue == devices.count else { return }
    devices.append(DeviceAnomalies(channel, number: number ?? channel.rawValue, surface: AnomalySurface(device)))
  }

  /// - Parameters:
  ///   - event: the next step of a touch.
  ///   - start: of the recording.
  package mutating func handle(_ event: TouchEvent, since start: Timestamp) {
    self.start = start
    // Where a clock is set back, the recording's time stands still.
    let time = max(reached ?? event.time, event.time)
    reached = time
    let device = event.touch.device.rawValue
    if devices.indices.contains(device) { devices[device].handle(event, at: time) }
  }

  /// The anomalies in order of their times.
  package func found() -> [TouchAnomaly] {
    let all = devices.flatMap { $0.found(since: start ?? Timestamp(nanoseconds: 0)) }
    return all.sorted { ($0.time, $0.touch, $0.kind.rawValue) < ($1.time, $1.touch, $1.kind.rawValue) }
  }
}

/// The size of a device's surface, as far as it is known.
private struct AnomalySurface: Sendable {
  /// Millimetres a unit.
  private var scale: (x: Double, y: Double)?
  private var span: (x: Double, y: Double)?

  init(_ device: DeviceDescription) {
    let pairs = [(EventCode.positionX, EventCode.positionY), (.x, .y)].lazy.compactMap { x, y in
      device.axes[x].flatMap { first in device.axes[y].map { (first, $0) } }
    }
    guard let (x, y) = pairs.first else { return }
    if device.isComplete || device.hasOwnRanges, x.span > 0, y.span > 0 { span = (Double(x.span), Double(y.span)) }
    if x.resolution > 0, y.resolution > 0 { scale = (1 / Double(x.resolution), 1 / Double(y.resolution)) }
  }

  func millimetres(_ from: DevicePoint, _ to: DevicePoint) -> Double? {
    guard let scale else { return nil }
    let (dx, dy) = ((Double(to.x) - Double(from.x)) * scale.x, (Double(to.y) - Double(from.y)) * scale.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The way as a share of the width or of the height, whichever is greater.
  func share(_ from: DevicePoint, _ to: DevicePoint) -> Double? {
    guard let span else { return nil }
    return max(abs(Double(to.x) - Double(from.x)) / span.x, abs(Double(to.y) - Double(from.y)) / span.y)
  }
}

/// The anomalies of one opening of a device.
private struct DeviceAnomalies: Sendable {
  /// A touch that is elsewhere after a pause has moved by this much: in millimetres, or as a share of the surface.
  private static let leastWay = (millimetres: 1.0, share: 0.005)
  /// The same after a pause of a touch that is slow.
  private static let leastWayOfSlow = (millimetres: 5.0, share: 0.025)
  /// Times between two samples that are shorter are a reader's, which got several frames at once.
  private static let shortestFrame = TimeSpan(nanoseconds: 4_000_000)
  private static let longestStandstill = TimeSpan(seconds: 5)
  /// Samples of other touches within a standstill.
  private static let othersMoving = 50

  private struct Follow: Sendable {
    var touch: Touch
    var last: TouchSample
    /// The recording's time of that sample.
    var time: Timestamp
    /// The device's samples when it sent its last one.
    var count: Int
    var wasMoving = false
  }

  private let channel: DeviceChannel
  private let number: Int
  private let surface: AnomalySurface
  /// Touches that are down are few: a search costs less than a hash.
  private var open: [Follow] = []
  private var intervals = IntervalTimes()
  /// The intervals of touches that move slowly or rest.
  private var slowIntervals = IntervalTimes()
  private var jumps: [Pause] = []
  private var pauses = LongestPauses()
  private var stuck: [Pause] = []
  private var ids = UsedIDs()
  private var sampleCount = 0
  private var lastFrame: Timestamp?
  private var lastSlowFrame: Timestamp?

  init(_ channel: DeviceChannel, number: Int, surface: AnomalySurface) {
    (self.channel, self.number, self.surface) = (channel, number, surface)
  }

  /// - Parameter time: the recording's.
  mutating func handle(_ event: TouchEvent, at time: Timestamp) {
    sampleCount += 1
    switch event.phase {
    case .began:
      ids.record(event, among: open.lazy.map(\.touch))
      if let index = index(of: event.touch) { open.remove(at: index) }
      open.append(Follow(touch: event.touch, last: event.sample, time: time, count: sampleCount))
    case .moved(let gap):
      if let index = index(of: event.touch) { move(index, event, at: time, lostEvents: gap) }
    case .ended, .cancelled:
      guard let index = index(of: event.touch) else { return }
      recordStandstill(of: open.remove(at: index), until: event.time)
    }
  }

  private func index(of touch: Touch) -> Int? { open.firstIndex { $0.touch.id == touch.id } }

  private mutating func move(_ index: Int, _ event: TouchEvent, at time: Timestamp, lostEvents: Bool) {
    let before = open[index].last
    let way = surface.millimetres(before.position, event.sample.position)
    let share = surface.share(before.position, event.sample.position)
    let isMoving = (way ?? 0) >= Self.leastWay.millimetres || (share ?? 0) >= Self.leastWay.share
    var pause = Pause(
      touch: event.touch.id, time: open[index].time, span: event.time.since(before.time), distance: way)
    pause.isFar = (way ?? 0) >= Self.leastWayOfSlow.millimetres || (share ?? 0) >= Self.leastWayOfSlow.share
    if !lostEvents {
      if isJump(way: way, share: share, in: pause.span) { Self.record(pause, in: &jumps) }
      if isMoving {
        recordInterval(pause, isSteady: open[index].wasMoving, at: event.time)
      } else if lastSlowFrame != event.time {
        slowIntervals.add(pause.span)
        lastSlowFrame = event.time
      }
    }
    recordStandstill(of: open[index], until: event.time)
    (open[index].last, open[index].time) = (event.sample, time)
    open[index].count = sampleCount
    open[index].wasMoving = isMoving
  }

  private func isJump(way: Double?, share: Double?, in span: TimeSpan) -> Bool {
    let seconds = max(span, Self.shortestFrame).seconds
    if let way, way / 1000 / seconds > AnomalyFinder.greatestSpeed { return true }
    // A touch that paused has had the time to go anywhere.
    return seconds <= 0.05 && (share ?? 0) > AnomalyFinder.greatestShare
  }

  private mutating func recordInterval(_ pause: Pause, isSteady: Bool, at time: Timestamp) {
    var pause = pause
    pause.isOfSteadyFrame = isSteady && lastFrame != time
    if pause.isOfSteadyFrame { intervals.add(pause.span) }
    lastFrame = time
    pauses.record(pause)
  }

  private mutating func recordStandstill(of follow: Follow, until time: Timestamp) {
    let span = time.since(follow.last.time)
    guard span > Self.longestStandstill, sampleCount - follow.count > Self.othersMoving else { return }
    Self.record(Pause(touch: follow.touch.id, time: follow.time, span: span), in: &stuck)
  }

  private static func record(_ pause: Pause, in list: inout [Pause]) {
    if list.count < AnomalyFinder.limit { list.append(pause) }
  }

  func found(since start: Timestamp) -> [TouchAnomaly] {
    var found = jumps.map { anomaly(.jump, $0, start) } + stuck.map { anomaly(.stuck, $0, start) }
    if let frame = intervals.median {
      found += gaps(after: frame).map { anomaly(.gap, $0, start) }
      if let late = lateFrames(after: frame, since: start) { found.append(late) }
    } else if let frame = slowIntervals.lowerQuartile {
      found += gaps(after: frame).filter(\.isFar).map { anomaly(.gap, $0, start) }
    }
    return found + ids.found(of: channel, number: number, since: start)
  }

  private func gaps(after frame: TimeSpan) -> [Pause] {
    pauses.longest.filter { $0.span.nanoseconds > 4 * frame.nanoseconds }
  }

  /// The frames later than one and a half frame times that are no gaps.
  private func lateFrames(after frame: TimeSpan, since start: Timestamp) -> TouchAnomaly? {
    let (least, limit) = (frame.nanoseconds * 3 / 2, frame.nanoseconds * 4)
    let late = pauses.longest.filter { $0.isOfSteadyFrame && (least + 1...limit).contains($0.span.nanoseconds) }
    guard let longest = late.first else { return nil }
    let all = late.sorted { $0.time < $1.time }.map { pause in
      TouchAnomaly.Occurrence(
        touch: pause.touch, time: pause.time.since(start),
        span: TimeSpan(nanoseconds: pause.span.nanoseconds - frame.nanoseconds))
    }
    var anomaly = TouchAnomaly(
      kind: .lateFrame, device: channel, deviceNumber: number, touch: all[0].touch, time: all[0].time,
      span: TimeSpan(nanoseconds: longest.span.nanoseconds - frame.nanoseconds))
    (anomaly.count, anomaly.occurrences) = (max(intervals.count(from: least, through: limit), all.count), all)
    return anomaly
  }

  private func anomaly(_ kind: TouchAnomaly.Kind, _ pause: Pause, _ start: Timestamp) -> TouchAnomaly {
    TouchAnomaly(
      kind: kind, device: channel, deviceNumber: number, touch: pause.touch, time: pause.time.since(start),
      span: pause.span,
      distance: pause.distance)
  }
}

/// A way between two samples that may be a gap or a jump, once the frame time is known.
private struct Pause: Sendable {
  var touch: Touch.ID
  var time: Timestamp
  var span: TimeSpan
  var distance: Double?
  /// Whether the touch is far away afterwards.
  var isFar = false
  /// Whether it is the time of a frame, to the next one of a moving touch.
  var isOfSteadyFrame = false
}

/// The longest pauses, as many as are reported one by one. Shorter ones are dropped many at a time.
private struct LongestPauses: Sendable {
  private var all: [Pause] = []
  /// A span that as many as are kept exceed, or equal.
  private var least = TimeSpan(nanoseconds: .min)

  mutating func record(_ pause: Pause) {
    guard pause.span > least else { return }
    all.append(pause)
    guard all.count >= 2 * AnomalyFinder.limit else { return }
    all = longest
    least = all.last?.span ?? least
  }

  /// The longest one first.
  var longest: [Pause] { Array(all.sorted { $0.span > $1.span }.prefix(AnomalyFinder.limit)) }
}

/// How long a device's frames took, in steps of a tenth of a millisecond.
private struct IntervalTimes: Sendable {
  private static let step: Int64 = 100_000
  /// Up to 200 ms, which is longer than four frames of any touch device.
  private static let count = 2000
  /// So many show what is usual.
  private static let enough = 16

  private var buckets = [Int32](repeating: 0, count: count)
  private var total = 0

  mutating func add(_ span: TimeSpan) {
    guard span > .zero, span.nanoseconds < Self.step * Int64(Self.count) else { return }
    total += 1
    buckets[Int(span.nanoseconds / Self.step)] &+= 1
  }

  /// `nil` if there are too few to tell.
  var median: TimeSpan? { quantile(2) }
  var lowerQuartile: TimeSpan? { quantile(4) }

  /// How many are longer than `least` and no longer than `greatest`, in nanoseconds, to a step.
  func count(from least: Int64, through greatest: Int64) -> Int {
    buckets.indices.reduce(0) { count, index in
      let middle = Self.middle(of: index).nanoseconds
      return middle > least && middle <= greatest ? count + Int(buckets[index]) : count
    }
  }

  /// What one of so many is no longer than.
  private func quantile(_ parts: Int) -> TimeSpan? {
    guard total >= Self.enough else { return nil }
    var seen = 0
    for (index, count) in buckets.enumerated() {
      seen += Int(count)
      if seen * parts >= total { return Self.middle(of: index) }
    }
    return nil
  }

  private static func middle(of index: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(index) * step + step / 2) }
}
