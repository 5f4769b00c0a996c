import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// The values of touches' axes over time, thinned: a series for each lane, axis and unit. What hovers has lanes of its
/// own, if it is to be shown.
struct AxisCollector: PlotCollector {
  /// A series' values, and where they come from.
  struct Series: Sendable {
    let lane: Int
    let axis: PlottedAxis
    let unit: String
    fileprivate(set) var values = ColumnSeries()
  }

  private(set) var lanes = PlotLanes()
  private(set) var series: [Series] = []
  /// The index of each lane's series of each axis, where it has one.
  private var indices: [[Int?]] = []
  private let window: PlotWindow
  private let devices: [PlotDevice]
  private let numbers: DeviceNumbers
  private let showsHover: Bool

  init(_ reading: PlotReading, _ window: PlotWindow) {
    (self.window, devices, numbers) = (window, reading.devices, reading.numbers)
    showsHover = reading.options.showsHover
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    guard let isFirst = event.phase.isFirstSample else { return }
    guard let lane = lanes.index(of: event.touch, numbers) else { return lanes.leaveOut() }
    add(event.sample, of: event.touch.device.rawValue, to: lane, at: time, isFirst: isFirst)
  }

  mutating func handle(_ hover: HoverEvent, at time: Double) {
    // What leaves repeats the last sample.
    guard showsHover, hover.phase != .left else { return }
    guard let lane = lanes.index(of: PlotLane(of: hover, numbers)) else { return lanes.leaveOut() }
    add(hover.sample, of: hover.device.rawValue, to: lane, at: time, isFirst: hover.phase == .entered)
  }

  @inline(__always)
  private mutating func add(
    _ sample: TouchSample, of channel: Int, to lane: Int, at time: Double, isFirst: Bool
  ) {
    if lane == indices.count { indices.append(Array(repeating: nil, count: PlottedAxis.allCases.count)) }
    guard devices.indices.contains(channel) else { return }
    for axis in PlottedAxis.allCases {
      guard let value = devices[channel].value(of: axis, in: sample) else { continue }
      let index = index(of: lane, axis, channel)
      if isFirst { series[index].values.interrupt() }
      series[index].values.add(value, at: time, in: window)
    }
  }

  @inline(__always)
  private mutating func index(of lane: Int, _ axis: PlottedAxis, _ channel: Int) -> Int {
    if let index = indices[lane][axis.rawValue] { return index }
    series.append(Series(lane: lane, axis: axis, unit: devices[channel].unit(of: axis)))
    indices[lane][axis.rawValue] = series.count - 1
    return series.count - 1
  }
}

/// The speed of touches from sample to sample, thinned.
struct SpeedCollector: PlotCollector {
  private(set) var lanes = PlotLanes()
  private(set) var series: [ColumnSeries] = []
  /// The unit of each lane's series.
  private(set) var units: [String] = []
  private var before: [Touch.ID: TouchSample] = [:]
  private let window: PlotWindow
  private let devices: [PlotDevice]
  private let numbers: DeviceNumbers

  init(_ reading: PlotReading, _ window: PlotWindow) {
    (self.window, devices, numbers) = (window, reading.devices, reading.numbers)
  }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    guard let isFirst = event.phase.isFirstSample else {
      before[event.touch.id] = nil
      return
    }
    let channel = event.touch.device.rawValue
    guard devices.indices.contains(channel) else { return }
    guard let lane = lanes.index(of: event.touch, numbers) else { return lanes.leaveOut() }
    if lane == series.count {
      series.append(ColumnSeries())
      units.append(devices[channel].lengthUnit)
    }
    if isFirst { series[lane].interrupt() }
    let last = before.updateValue(event.sample, forKey: event.touch.id)
    guard !isFirst, let last, let speed = devices[channel].speed(from: last, to: event.sample) else { return }
    series[lane].add(speed, at: time, in: window)
  }
}

extension PlotDevice {
  /// `nil` if no time passed, or the clock was set back.
  fileprivate func speed(from last: TouchSample, to next: TouchSample) -> Double? {
    let seconds = next.time.since(last.time).seconds
    guard seconds > 0 else { return nil }
    let way = point(next) - point(last)
    return (way * way).sum().squareRoot() / seconds
  }
}

extension TouchPhase {
  /// Whether no line leads to the event's sample; `nil` if it is an end, which repeats the last one.
  var isFirstSample: Bool? {
    switch self {
    case .began: true
    case .moved(let gap): gap
    case .ended, .cancelled: nil
    }
  }
}
