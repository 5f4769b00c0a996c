package import TouchReelInputEvents
import TouchReelTouchTracking

/// What a row of a touch says, gathered sample by sample.
package struct TouchSummary: Sendable {
  package let began: Timestamp
  /// How many samples there are, without the end.
  package private(set) var count = 1
  /// The length of the way in board points.
  package private(set) var path = 0.0
  private var millimetres = 0.0
  private let isMeasured: Bool
  /// The corners of its bounding box, in board points.
  private(set) var lower: SIMD2<Double>
  private(set) var upper: SIMD2<Double>
  private var greatestGap = TimeSpan.zero
  private var lastTime: Timestamp
  private var last: SIMD2<Double>
  private var lastInMillimetres: SIMD2<Double>

  /// `nil` if the device does not report its size.
  package var pathInMillimetres: Double? { isMeasured ? millimetres : nil }
  /// The longest time between two samples; `nil` for a single one.
  package var largestGap: TimeSpan? { count > 1 ? greatestGap : nil }

  init(_ sample: TouchSample, _ scale: TableDevice.Scale?) {
    (began, lastTime) = (sample.time, sample.time)
    last = SIMD2(sample.boardPoint.x, sample.boardPoint.y)
    lastInMillimetres = scale?.point(sample.position) ?? .zero
    isMeasured = scale != nil
    (lower, upper) = (last, last)
  }

  /// - Parameters:
  ///   - sample: the next one.
  ///   - scale: of the same device as at the beginning.
  ///   - isResumed: whether events were lost on the way, which then is not known.
  @inline(__always)
  mutating func extend(to sample: TouchSample, _ scale: TableDevice.Scale?, isResumed: Bool) {
    let point = SIMD2(sample.boardPoint.x, sample.boardPoint.y)
    let inMillimetres = scale?.point(sample.position) ?? .zero
    count += 1
    if !isResumed {
      path += (point - last).length
      millimetres += (inMillimetres - lastInMillimetres).length
    }
    lower.replace(with: point, where: point .< lower)
    upper.replace(with: point, where: point .> upper)
    greatestGap = max(greatestGap, sample.time.since(lastTime))
    (lastTime, last, lastInMillimetres) = (sample.time, point, inMillimetres)
  }

  /// Samples a second from the first to the last one; `nil` for a single one.
  package var meanRate: Double? {
    let length = lastTime.since(began).seconds
    return count > 1 && length > 0 ? Double(count - 1) / length : nil
  }
}

extension SIMD2<Double> {
  @inline(__always)
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
