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
  private var last: TouchSample

  init(_ sample: TouchSample) {
    (began, last) = (sample.time, sample)
    (x, y) = (sample.boardPoint.x...sample.boardPoint.x, sample.boardPoint.y...sample.boardPoint.y)
  }

  mutating func extend(to sample: TouchSample, _ scale: TableDevice.Scale?) {
    let (from, to) = (last.boardPoint, sample.boardPoint)
    count += 1
    path += Self.length(to.x - from.x, to.y - from.y)
    if let scale {
      pathInMillimetres += Self.length(
        scale.x(sample.position) - scale.x(last.position), scale.y(sample.position) - scale.y(last.position))
    }
    x = min(x.lowerBound, to.x)...max(x.upperBound, to.x)
    y = min(y.lowerBound, to.y)...max(y.upperBound, to.y)
    noteGap(before: sample.time)
    last = sample
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
