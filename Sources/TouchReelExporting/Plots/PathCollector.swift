import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// Where touches went, thinned: points closer to the one before than could be seen are left out.
struct PathCollector: PlotCollector {
  struct Trace: Sendable {
    let touch: Touch.ID
    let lane: Int
    /// The lines, which lost events interrupt, in millimetres or board points; y grows downward.
    fileprivate(set) var lines: [[SIMD2<Double>]] = []
    /// The latest sample, if it was left out.
    fileprivate var pending: SIMD2<Double>?
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

  init(_ reading: PlotReading, _ window: PlotWindow) {
    (self.window, numbers) = (window, reading.numbers)
    scale = 1 / (reading.pointsPerMillimetre ?? 1)
    tolerance = reading.boardDiagonal * scale / 20_000
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    guard let isFirst = event.phase.isFirstSample else { return end(event.touch.id) }
    guard window.column(at: time) != nil else { return }
    let point = SIMD2(event.sample.boardPoint.x, event.sample.boardPoint.y) * scale
    guard point.x.isFinite, point.y.isFinite, let index = index(of: event.touch) else { return }
    if isFirst || traces[index].lines.isEmpty {
      flush(index)
      traces[index].lines.append([point])
      pointCount += 1
    } else {
      add(point, to: index)
    }
    if pointCount > Self.pointLimit { thin() }
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

  private mutating func add(_ point: SIMD2<Double>, to index: Int) {
    let line = traces[index].lines.count - 1
    guard let last = traces[index].lines[line].last, (point - last).length < tolerance else {
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
    let points = traces.lazy.flatMap(\.lines).joined()
    return points.reduce(nil) { (all: (lower: SIMD2<Double>, upper: SIMD2<Double>)?, point) in
      guard let all else { return (point, point) }
      return (pointwiseMin(all.lower, point), pointwiseMax(all.upper, point))
    }
  }
}

extension [SIMD2<Double>] {
  /// The points that are so far from the last one that is kept, and the ends.
  fileprivate func thinned(_ tolerance: Double) -> [SIMD2<Double>] {
    guard count > 2, let first, let end = last else { return self }
    var kept = [first]
    for point in self[1..<(count - 1)] where (point - kept[kept.count - 1]).length >= tolerance { kept.append(point) }
    return kept + [end]
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
