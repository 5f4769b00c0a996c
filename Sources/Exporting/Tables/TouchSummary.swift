import InputEvents
import TouchTracking

/// What a row of a touch says, gathered sample by sample.
struct TouchSummary: Sendable {
  let began: Timestamp
  private(set) var count = 1
  /// In board points and in millimetres, side by side: a root of both takes as long as one.
  private var paths = SIMD2<Double>.zero
  /// The corners of its bounding box, in board points.
  private(set) var lower: SIMD2<Double>
  private(set) var upper: SIMD2<Double>
  /// Between two samples; zero for a single one.
  private var greatestGap = TimeSpan.zero
  /// Of the last sample: its time, and where it was in board points and in millimetres.
  private var lastTime: Timestamp
  private var last: SIMD2<Double>
  private var lastInMillimetres: SIMD2<Double>

  /// In board points.
  var path: Double { paths.x }
  var pathInMillimetres: Double { paths.y }
  /// Between two samples; `nil` for a single one.
  var largestGap: TimeSpan? { count > 1 ? greatestGap : nil }

  init(_ sample: TouchSample, _ scale: TableDevice.Scale?) {
    (began, lastTime) = (sample.time, sample.time)
    last = SIMD2(sample.boardPoint.x, sample.boardPoint.y)
    lastInMillimetres = scale?.point(sample.position) ?? .zero
    (lower, upper) = (last, last)
  }

  /// - Parameters:
  ///   - scale: of the same device as at the beginning.
  ///   - isResumed: whether events were lost on the way, which then is not known.
  @inline(__always)
  mutating func extend(to sample: TouchSample, _ scale: TableDevice.Scale?, isResumed: Bool) {
    let point = SIMD2(sample.boardPoint.x, sample.boardPoint.y)
    let inMillimetres = scale?.point(sample.position) ?? .zero
    count += 1
    if !isResumed {
      let (step, stepInMillimetres) = (point - last, inMillimetres - lastInMillimetres)
      paths += SIMD2((step * step).sum(), (stepInMillimetres * stepInMillimetres).sum()).squareRoot()
    }
    lower.replace(with: point, where: point .< lower)
    upper.replace(with: point, where: point .> upper)
    let gap = sample.time.since(lastTime)
    if gap > greatestGap { greatestGap = gap }
    (lastTime, last, lastInMillimetres) = (sample.time, point, inMillimetres)
  }

  /// Samples a second from the first to the last one; `nil` for a single one.
  var meanRate: Double? {
    let length = lastTime.since(began).seconds
    return count > 1 && length > 0 ? Double(count - 1) / length : nil
  }
}
