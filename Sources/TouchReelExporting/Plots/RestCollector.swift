import TouchReelInputEvents
import TouchReelTouchTracking

/// Where a touch was on average, and how far it strayed: what a finger that rests shows of a device's noise.
struct RestingTouch: Sendable {
  let id: Touch.ID
  let unit: String
  let began: Double
  fileprivate(set) var last: Double
  fileprivate(set) var count = 0
  fileprivate(set) var mean = SIMD2<Double>.zero
  /// The sum of the squares of the distances from the mean.
  private var squares = 0.0

  fileprivate init(_ touch: Touch, _ unit: String, at time: Double) {
    (id, self.unit, began, last) = (touch.id, unit, time, time)
  }

  var duration: Double { last - began }

  /// The root of the mean square of the distances.
  var rootMeanSquare: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

  /// Welford's way, which loses no digits however far away the origin is.
  fileprivate mutating func add(_ point: SIMD2<Double>, at time: Double) {
    count += 1
    last = time
    let before = point - mean
    mean += before / Double(count)
    squares += (before * (point - mean)).sum()
  }
}

/// Finds the means of the chosen touches; of the longest one, if none was chosen.
struct RestCollector: PlotCollector {
  /// More are not plotted at once.
  static let limit = 8

  /// The touches in the order of their numbers.
  private(set) var touches: [RestingTouch] = []
  private var open: [Touch.ID: RestingTouch] = [:]
  private let isOfChosen: Bool
  private let window: PlotWindow
  private let devices: [PlotDevice]

  init(_ reading: PlotReading, _ window: PlotWindow) {
    (self.window, devices) = (window, reading.devices)
    isOfChosen = !reading.options.touches.isEmpty
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    let channel = event.touch.device.rawValue
    guard devices.indices.contains(channel) else { return }
    guard event.phase.isFirstSample != nil else { return end(event.touch.id) }
    guard window.column(at: time) != nil else { return }
    let new = RestingTouch(event.touch, devices[channel].lengthUnit, at: time)
    open[event.touch.id, default: new].add(devices[channel].point(event.sample), at: time)
  }

  private mutating func end(_ id: Touch.ID) {
    guard let touch = open.removeValue(forKey: id) else { return }
    if isOfChosen {
      if touches.count < Self.limit { touches.append(touch) }
    } else if touches.first.map({ touch.duration > $0.duration }) ?? true {
      touches = [touch]
    }
  }

  /// Ends what is down where the part that is shown ends.
  mutating func finish() {
    for id in open.keys.sorted() { end(id) }
    touches.sort { $0.id < $1.id }
  }
}

/// How far touches are from their means over time, thinned.
struct DeviationCollector: PlotCollector {
  struct Series: Sendable {
    fileprivate(set) var x = ColumnSeries()
    fileprivate(set) var y = ColumnSeries()
    fileprivate(set) var distance = ColumnSeries()

    fileprivate mutating func interrupt() {
      x.interrupt()
      y.interrupt()
      distance.interrupt()
    }
  }

  let touches: [RestingTouch]
  private(set) var series: [Series]
  private let window: PlotWindow
  private let devices: [PlotDevice]

  init(_ touches: [RestingTouch], _ reading: PlotReading, _ window: PlotWindow) {
    (self.touches, self.window, devices) = (touches, window, reading.devices)
    series = Array(repeating: Series(), count: touches.count)
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    let channel = event.touch.device.rawValue
    guard let isFirst = event.phase.isFirstSample, devices.indices.contains(channel),
      let index = touches.firstIndex(where: { $0.id == event.touch.id })
    else { return }
    if isFirst { series[index].interrupt() }
    let offset = devices[channel].point(event.sample) - touches[index].mean
    series[index].x.add(offset.x, at: time, in: window)
    series[index].y.add(offset.y, at: time, in: window)
    series[index].distance.add((offset * offset).sum().squareRoot(), at: time, in: window)
  }
}
