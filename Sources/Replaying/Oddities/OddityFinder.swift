public import InputEvents
public import TouchTracking

/// Looks for what is odd about touches, sample by sample, in memory that does not grow with the recording.
///
/// What is late is measured by the device's own frame time: the median of the times between two samples of a moving
/// touch. A finger that rests sends nothing, so a pause counts only where the touch is elsewhere when it goes on.
public struct OddityFinder: Sendable {
  /// In metres a second. Hands flick at up to 6, pens at up to 4.
  public static let greatestSpeed = 10.0
  /// Of the surface's width or height.
  public static let greatestShare = 0.25
  /// Of each kind that is reported one by one.
  static let limit = 1000

  /// By channel.
  private var devices: [DeviceOddities] = []
  private var start: Timestamp?

  public init() {}

  /// - Parameters:
  ///   - device: the next one that is opened.
  ///   - channel: its number, which is that of the devices before.
  public mutating func open(_ device: DeviceDescription, as channel: DeviceChannel) {
    guard channel.rawValue == devices.count else { return }
    devices.append(DeviceOddities(channel, surface: OddSurface(device)))
  }

  /// - Parameters:
  ///   - event: the next step of a touch.
  ///   - start: of the recording.
  public mutating func handle(_ event: TouchEvent, since start: Timestamp) {
    self.start = start
    let device = event.touch.device.rawValue
    if devices.indices.contains(device) { devices[device].handle(event) }
  }

  /// In order of their times.
  public func found() -> [Oddity] {
    let all = devices.flatMap { $0.found(since: start ?? Timestamp(nanoseconds: 0)) }
    return all.sorted { ($0.time, $0.touch, $0.kind.rawValue) < ($1.time, $1.touch, $1.kind.rawValue) }
  }
}

/// The size of a device's surface, as far as it is known.
private struct OddSurface: Sendable {
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

/// The oddities of one opening of a device.
private struct DeviceOddities: Sendable {
  /// A touch that is elsewhere after a pause has moved by this much: in millimetres, or as a share of the surface.
  private static let leastWay = (millimetres: 1.0, share: 0.005)
  /// Times between two samples that are shorter are a reader's, which got several frames at once.
  private static let shortestFrame = TimeSpan(nanoseconds: 4_000_000)
  private static let longestStandstill = TimeSpan(seconds: 5)
  /// Samples of other touches within a standstill.
  private static let othersMoving = 50

  private struct Follow: Sendable {
    var touch: Touch
    var last: TouchSample
    /// The device's samples when it sent its last one.
    var count: Int
    var wasMoving = false
  }

  private let channel: DeviceChannel
  private let surface: OddSurface
  /// Touches that are down are few: a search costs less than a hash.
  private var open: [Follow] = []
  private var intervals = IntervalTimes()
  private var jumps: [Pause] = []
  private var pauses = LongestPauses()
  private var stuck: [Pause] = []
  private var ids = UsedIDs()
  private var sampleCount = 0
  private var lastFrame: Timestamp?

  init(_ channel: DeviceChannel, surface: OddSurface) {
    self.channel = channel
    self.surface = surface
  }

  mutating func handle(_ event: TouchEvent) {
    sampleCount += 1
    switch event.phase {
    case .began:
      ids.note(event, among: open.lazy.map(\.touch))
      if let place = place(of: event.touch) { open.remove(at: place) }
      open.append(Follow(touch: event.touch, last: event.sample, count: sampleCount))
    case .moved(let gap):
      if let place = place(of: event.touch) { move(place, event, lostEvents: gap) }
    case .ended, .cancelled:
      guard let place = place(of: event.touch) else { return }
      noteStandstill(of: open.remove(at: place), until: event.time)
    }
  }

  private func place(of touch: Touch) -> Int? { open.firstIndex { $0.touch.id == touch.id } }

  private mutating func move(_ place: Int, _ event: TouchEvent, lostEvents: Bool) {
    let before = open[place].last
    let way = surface.millimetres(before.position, event.sample.position)
    let share = surface.share(before.position, event.sample.position)
    let isMoving = (way ?? 0) >= Self.leastWay.millimetres || (share ?? 0) >= Self.leastWay.share
    let pause = Pause(
      touch: event.touch.id, time: before.time, span: event.time.since(before.time), distance: way)
    if !lostEvents {
      if isJump(way: way, share: share, in: pause.span) { Self.note(pause, in: &jumps) }
      if isMoving { noteInterval(pause, isSteady: open[place].wasMoving, at: event.time) }
    }
    noteStandstill(of: open[place], until: event.time)
    open[place].last = event.sample
    open[place].count = sampleCount
    open[place].wasMoving = isMoving
  }

  private func isJump(way: Double?, share: Double?, in span: TimeSpan) -> Bool {
    let seconds = max(span, Self.shortestFrame).seconds
    if let way, way / 1000 / seconds > OddityFinder.greatestSpeed { return true }
    // A touch that paused has had the time to go anywhere.
    return seconds <= 0.05 && (share ?? 0) > OddityFinder.greatestShare
  }

  private mutating func noteInterval(_ pause: Pause, isSteady: Bool, at time: Timestamp) {
    if isSteady, lastFrame != time { intervals.add(pause.span, at: pause.time, of: pause.touch) }
    lastFrame = time
    pauses.note(pause)
  }

  private mutating func noteStandstill(of follow: Follow, until time: Timestamp) {
    let span = time.since(follow.last.time)
    guard span > Self.longestStandstill, sampleCount - follow.count > Self.othersMoving else { return }
    Self.note(Pause(touch: follow.touch.id, time: follow.last.time, span: span), in: &stuck)
  }

  private static func note(_ pause: Pause, in list: inout [Pause]) {
    if list.count < OddityFinder.limit { list.append(pause) }
  }

  func found(since start: Timestamp) -> [Oddity] {
    var found = jumps.map { oddity(.jump, $0, start) } + stuck.map { oddity(.stuck, $0, start) }
    if let frame = intervals.median {
      let limit = TimeSpan(nanoseconds: frame.nanoseconds * 4)
      found += pauses.longest.filter { $0.span > limit }.map { oddity(.gap, $0, start) }
      if let late = intervals.late(after: frame, until: limit) {
        var oddity = Oddity(
          kind: .lateFrame, device: channel, touch: late.touch, time: late.time.since(start),
          span: TimeSpan(nanoseconds: late.longest.nanoseconds - frame.nanoseconds))
        oddity.count = late.count
        found.append(oddity)
      }
    }
    return found + ids.found(of: channel, since: start)
  }

  private func oddity(_ kind: Oddity.Kind, _ pause: Pause, _ start: Timestamp) -> Oddity {
    Oddity(
      kind: kind, device: channel, touch: pause.touch, time: pause.time.since(start), span: pause.span,
      distance: pause.distance)
  }
}

/// A way between two samples that may be a gap or a jump, once the frame time is known.
private struct Pause: Sendable {
  var touch: Touch.ID
  var time: Timestamp
  var span: TimeSpan
  var distance: Double?
}

/// As many as are reported one by one. Those too short for that are dropped many at a time.
private struct LongestPauses: Sendable {
  private var all: [Pause] = []
  /// As many as are kept are longer, or as long.
  private var least = TimeSpan(nanoseconds: .min)

  mutating func note(_ pause: Pause) {
    guard pause.span > least else { return }
    all.append(pause)
    guard all.count >= 2 * OddityFinder.limit else { return }
    all = longest
    least = all.last?.span ?? least
  }

  /// The longest one first.
  var longest: [Pause] { Array(all.sorted { $0.span > $1.span }.prefix(OddityFinder.limit)) }
}

/// How long a device's frames took, in steps of a tenth of a millisecond, and where each length came first.
private struct IntervalTimes: Sendable {
  private static let step: Int64 = 100_000
  /// Up to 200 ms, which is longer than four frames of any touch device.
  private static let count = 2000
  /// So many show what is usual.
  private static let enough = 16

  private struct Bucket: Sendable {
    var count = 0
    var first: (time: Timestamp, touch: Touch.ID)?
  }

  private var buckets = [Bucket](repeating: Bucket(), count: count)
  private var total = 0

  mutating func add(_ span: TimeSpan, at time: Timestamp, of touch: Touch.ID) {
    guard span > .zero, span.nanoseconds < Self.step * Int64(Self.count) else { return }
    let index = Int(span.nanoseconds / Self.step)
    total += 1
    buckets[index].count += 1
    if buckets[index].first == nil { buckets[index].first = (time, touch) }
  }

  /// `nil` if there are too few to tell.
  var median: TimeSpan? {
    guard total >= Self.enough else { return nil }
    var seen = 0
    for (index, bucket) in buckets.enumerated() {
      seen += bucket.count
      if seen * 2 >= total { return Self.middle(of: index) }
    }
    return nil
  }

  /// Those longer than one and a half frame times, up to a limit.
  func late(
    after frame: TimeSpan, until limit: TimeSpan
  ) -> (count: Int, longest: TimeSpan, time: Timestamp, touch: Touch.ID)? {
    let late = buckets.enumerated().filter { index, bucket in
      let span = Self.middle(of: index)
      return bucket.count > 0 && span.nanoseconds * 2 > frame.nanoseconds * 3 && span <= limit
    }
    guard let longest = late.last, let first = late.compactMap(\.element.first).min(by: { $0.time < $1.time }) else {
      return nil
    }
    return (late.reduce(0) { $0 + $1.element.count }, Self.middle(of: longest.offset), first.time, first.touch)
  }

  private static func middle(of index: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(index) * step + step / 2) }
}
