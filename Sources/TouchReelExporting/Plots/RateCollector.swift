import TouchReelClampedNumbers
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// How often each length of time occurs, in memory that does not grow: to the microsecond up to 200 ms, then to the
/// millisecond up to a minute.
package struct IntervalCounts: Hashable, Sendable {
  private static let fine = 200_000
  private static let coarse = 60_000

  private var counts = [UInt32](repeating: 0, count: fine + coarse + 1)
  package private(set) var total = 0
  /// The longest of all, in seconds.
  package private(set) var longest = 0.0

  package init() {}

  package mutating func add(_ seconds: Double) {
    counts[Self.index(of: seconds)] &+= 1
    total += 1
    longest = max(longest, seconds)
  }

  private static func index(of seconds: Double) -> Int {
    let microseconds = max(Int(clamping: (seconds * 1e6).rounded()), 0)
    return microseconds < fine ? microseconds : fine + min((microseconds - fine) / 1000, coarse)
  }

  private static func seconds(ofIndex index: Int) -> Double {
    index < fine ? Double(index) / 1e6 : Double(fine) / 1e6 + Double(index - fine) / 1000
  }

  /// Half of all are shorter: the mean of the two in the middle, in seconds. `nil` if there are none.
  package var median: Double? {
    guard total > 0 else { return nil }
    return (value(ofRank: (total + 1) / 2) + value(ofRank: total / 2 + 1)) / 2
  }

  /// The shortest that so many of all are no longer than, in seconds; `nil` if there are none.
  ///
  /// - Parameter share: 0…1 of all.
  package func quantile(_ share: Double) -> Double? {
    guard total > 0 else { return nil }
    return value(ofRank: min(max(Int(clamping: (share * Double(total)).rounded(.up)), 1), total))
  }

  /// - Parameter rank: from 1, in order of length.
  private func value(ofRank rank: Int) -> Double {
    var seen = 0
    for index in counts.indices.dropLast() {
      seen += Int(counts[index])
      if seen >= rank { return Self.seconds(ofIndex: index) }
    }
    return longest
  }

  /// How many are longer.
  package func count(beyond seconds: Double) -> Int {
    count(in: counts[(Self.index(of: (seconds * 1e6 + 1e-6).rounded(.down) / 1e6) + 1)...])
  }

  /// How many lie from one length to below another, in seconds.
  func count(from start: Double, to end: Double) -> Int {
    let (first, last) = (Self.index(of: start), Self.index(of: end))
    return first < last ? count(in: counts[first..<last]) : 0
  }

  private func count(in part: ArraySlice<UInt32>) -> Int { part.reduce(0) { $0 + Int($1) } }
}

/// The intervals between the frames of each device, while something touched it.
struct RateCollector: PlotCollector {
  struct Device: Sendable {
    let number: Int
    fileprivate(set) var counts = IntervalCounts()
    /// The intervals over time, in milliseconds.
    fileprivate(set) var series = ColumnSeries()
    /// The latest frame's time, and that of the device's clock.
    fileprivate var lastFrame: (shown: Double, own: Timestamp)?
    fileprivate var open: Set<Touch.ID> = []
  }

  private(set) var devices: [Device] = []
  private let window: PlotWindow
  private let numbers: DeviceNumbers

  init(_ reading: PlotReading, _ window: PlotWindow) { (self.window, numbers) = (window, reading.numbers) }

  mutating func handle(_ event: TouchEvent, at time: Double) {
    let number = numbers[event.touch.device]
    let index = devices.firstIndex { $0.number == number } ?? devices.count
    if index == devices.count {
      guard index < PlotLanes.limit else { return }
      devices.append(Device(number: number))
    }
    devices[index].handle(event, at: time, in: window)
  }
}

extension RateCollector.Device {
  @inline(__always)
  fileprivate mutating func handle(_ event: TouchEvent, at time: Double, in window: PlotWindow) {
    // What cancels a touch is no frame of its device.
    if event.phase.reason == nil { addFrame(of: event, at: time, in: window) }
    switch event.phase {
    case .began: open.insert(event.touch.id)
    case .moved: break
    case .ended, .cancelled:
      open.remove(event.touch.id)
      if open.isEmpty { series.interrupt() }
    }
  }

  private mutating func addFrame(of event: TouchEvent, at time: Double, in window: PlotWindow) {
    guard lastFrame?.own != event.time else { return }
    let last = lastFrame
    lastFrame = (time, event.time)
    guard let last, !open.isEmpty, window.column(at: last.shown) != nil, window.column(at: time) != nil else { return }
    // Frames that were lost are no late ones, and a step back in time is no interval.
    guard event.phase != .moved(gap: true), event.time > last.own else { return series.interrupt() }
    let interval = event.time.since(last.own).seconds
    counts.add(interval)
    series.add(interval * 1000, at: time, in: window)
  }
}
