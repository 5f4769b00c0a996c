import InputEvents
import TouchTracking

/// What a row of a touch says, gathered sample by sample.
struct TouchSummary: Sendable {
  let began: Timestamp
  private(set) var count = 1
  /// In board points.
  private(set) var path = 0.0
  private(set) var pathInMillimetres = 0.0
  private(set) var x: ClosedRange<Double>
  private(set) var y: ClosedRange<Double>
  /// Between two samples.
  private(set) var largestGap = TimeSpan.zero
  /// Of the last sample: its time, and where it was in board points and in millimetres.
  private var last: (time: Timestamp, x: Double, y: Double)
  private var lastInMillimetres: (x: Double, y: Double)

  init(_ sample: TouchSample, _ scale: TableDevice.Scale?) {
    began = sample.time
    last = (sample.time, sample.boardPoint.x, sample.boardPoint.y)
    lastInMillimetres = scale.map { ($0.x(sample.position), $0.y(sample.position)) } ?? (0, 0)
    (x, y) = (sample.boardPoint.x...sample.boardPoint.x, sample.boardPoint.y...sample.boardPoint.y)
  }

  /// - Parameter scale: of the same device as at the beginning.
  mutating func extend(to sample: TouchSample, _ scale: TableDevice.Scale?) {
    let point = sample.boardPoint
    count += 1
    path += Self.length(point.x - last.x, point.y - last.y)
    if let scale { extend(toMillimetres: scale.x(sample.position), scale.y(sample.position)) }
    x = min(x.lowerBound, point.x)...max(x.upperBound, point.x)
    y = min(y.lowerBound, point.y)...max(y.upperBound, point.y)
    noteGap(before: sample.time)
    last = (sample.time, point.x, point.y)
  }

  @inline(__always)
  private mutating func extend(toMillimetres x: Double, _ y: Double) {
    pathInMillimetres += Self.length(x - lastInMillimetres.x, y - lastInMillimetres.y)
    lastInMillimetres = (x, y)
  }

  mutating func end(at time: Timestamp) { noteGap(before: time) }

  private mutating func noteGap(before time: Timestamp) {
    let gap = time.since(last.time)
    if gap > largestGap { largestGap = gap }
  }

  /// Samples a second from the first to the last one; `nil` for a single one.
  var meanRate: Double? {
    let length = last.time.since(began).seconds
    return count > 1 && length > 0 ? Double(count - 1) / length : nil
  }

  private static func length(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
}
