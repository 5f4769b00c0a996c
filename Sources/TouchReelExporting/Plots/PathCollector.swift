import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Where touches went, thinned: points closer to the one before than could be seen are left out.
struct PathCollector: PlotCollector {
  struct Point: Hashable, Sendable {
    /// Where it is, in millimetres or board points; y grows downward.
    var position: SIMD2<Double>
    /// What its colour stands for; NaN if it has no value.
    var value: Double
  }

  struct Trace: Sendable {
    let touch: Touch.ID
    let lane: Int
    /// The lines, which lost events interrupt.
    fileprivate(set) var lines: [[Point]] = []
    /// The latest sample, if it was left out.
    fileprivate var pending: Point?
    /// The latest sample's position and time.
    fileprivate var latest: (position: SIMD2<Double>, time: Double)?
  }

  /// More traces are not drawn.
  static let traceLimit = 20_000
  /// With more points than these, all are thinned anew.
  private static let pointLimit = 400_000

  private(set) var lanes = PlotLanes()
  private(set) var traces: [Trace] = []
  private(set) var leftOutCount = 0
  private var open: [Touch.ID: Int] = [:]
  private var pointCount = 0
  private var tolerance: Double
  private let window: PlotWindow
  private let numbers: DeviceNumbers
  private let scale: Double
  private let measure: TintOptions.Measure?

  /// - Parameters:
  ///   - reading: whose touches are drawn.
  ///   - window: when.
  ///   - isMeasured: whether positions are in millimetres where the device says its size. Recordings that share axes
  ///     need one unit.
  init(_ reading: PlotReading, _ window: PlotWindow, isMeasured: Bool = true) {
    (self.window, numbers) = (window, reading.numbers)
    measure = reading.options.tint?.measure
    scale = 1 / (isMeasured ? reading.pointsPerMillimetre ?? 1 : 1)
    tolerance = reading.boardDiagonal * scale / 20_000
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    guard let isFirst = event.phase.isFirstSample else { return end(event.touch.id) }
    guard window.column(at: time) != nil else { return }
    let position = SIMD2(event.sample.boardPoint.x, event.sample.boardPoint.y) * scale
    guard position.x.isFinite, position.y.isFinite, let index = index(of: event.touch) else { return }
    if isFirst { traces[index].latest = nil }
    let point = Point(position: position, value: value(of: event.sample, position, after: traces[index].latest, time))
    traces[index].latest = (position, time)
    if isFirst || traces[index].lines.isEmpty {
      flush(index)
      traces[index].lines.append([point])
      pointCount += 1
    } else {
      add(point, to: index)
    }
    if pointCount > Self.pointLimit { thin() }
  }

  private func value(
    of sample: TouchSample, _ position: SIMD2<Double>, after latest: (position: SIMD2<Double>, time: Double)?,
    _ time: Double
  ) -> Double {
    switch measure {
    case .pressure: return sample.pressure ?? .nan
    case .time: return time
    case .speed:
      guard let latest, time > latest.time else { return .nan }
      return (position - latest.position).length / (time - latest.time)
    case nil: return .nan
    }
  }

  private mutating func index(of touch: Touch) -> Int? {
    if let index = open[touch.id] { return index }
    guard traces.count < Self.traceLimit, let lane = lanes.index(of: touch, numbers) else {
      leftOutCount += 1
      return nil
    }
    open[touch.id] = traces.count
    traces.append(Trace(touch: touch.id, lane: lane))
    return traces.count - 1
  }

  private mutating func add(_ point: Point, to index: Int) {
    let line = traces[index].lines.count - 1
    guard let last = traces[index].lines[line].last, (point.position - last.position).length < tolerance else {
      traces[index].lines[line].append(point)
      traces[index].pending = nil
      pointCount += 1
      return
    }
    traces[index].pending = point
  }

  private mutating func end(_ id: Touch.ID) {
    if let index = open.removeValue(forKey: id) { flush(index) }
  }

  /// A line ends where its touch did.
  private mutating func flush(_ index: Int) {
    guard let point = traces[index].pending, !traces[index].lines.isEmpty else { return }
    traces[index].lines[traces[index].lines.count - 1].append(point)
    (traces[index].pending, pointCount) = (nil, pointCount + 1)
  }

  mutating func finish() {
    for index in traces.indices { flush(index) }
  }

  private mutating func thin() {
    tolerance *= 2
    for index in traces.indices { traces[index].lines = traces[index].lines.map { $0.thinned(tolerance) } }
    pointCount = traces.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.count } }
  }

  /// The corners of what is drawn; `nil` if nothing is.
  var extent: (lower: SIMD2<Double>, upper: SIMD2<Double>)? {
    let positions = traces.lazy.flatMap(\.lines).joined().map(\.position)
    return positions.reduce(nil) { (all: (lower: SIMD2<Double>, upper: SIMD2<Double>)?, point) in
      guard let all else { return (point, point) }
      return (pointwiseMin(all.lower, point), pointwiseMax(all.upper, point))
    }
  }

  /// Whether some points of it have no value, and so no colour of their own. The first of a line takes the second's.
  var lacksValues: Bool {
    traces.contains { $0.lines.contains { line in line.count > 1 && line.dropFirst().contains { $0.value.isNaN } } }
  }
}

extension [PathCollector.Point] {
  /// The points that are so far from the last one that is kept, and the ends.
  fileprivate func thinned(_ tolerance: Double) -> [PathCollector.Point] {
    guard count > 2, let first, let end = last else { return self }
    var kept = [first]
    for point in self[1..<(count - 1)] where (point.position - kept[kept.count - 1].position).length >= tolerance {
      kept.append(point)
    }
    return kept + [end]
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
