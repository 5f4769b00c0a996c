/// The middle of repeated measurements, and how far they lie apart.
struct Statistics: Codable {
  var median: Double
  var lowerQuartile: Double
  var upperQuartile: Double

  /// - Parameter values: at least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    func quantile(_ part: Double) -> Double {
      let place = part * Double(sorted.count - 1)
      let low = Int(place)
      let high = min(low + 1, sorted.count - 1)
      return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }
    median = quantile(0.5)
    lowerQuartile = quantile(0.25)
    upperQuartile = quantile(0.75)
  }

  /// The distance of the quartiles, of the median.
  var spread: Double { median == 0 ? 0 : (upperQuartile - lowerQuartile) / median }
}

/// What rows take from the times of one run.
enum Statistic {
  case median, percentile, slowest
}

/// The value that this share of all values does not exceed.
func percentile(_ share: Double, of values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
}
