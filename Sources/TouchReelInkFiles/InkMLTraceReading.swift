/// Reads the points of a trace as samples.
struct InkMLTraceReading {
  let sampling: InkMLSampling
  var samples: [InkSample] = []
  /// The number of points without a position, which are none of the samples.
  private(set) var openCount = 0
  /// What is wrong with the point after the samples.
  private(set) var fault: InkMLPointError?
  private var points: InkMLPoints

  var format: InkMLFormat { sampling.format }
  /// Whether some point has values beyond the channels of the format.
  var hasMoreValues: Bool { points.hasMoreValues }
  /// The most values that a point has.
  var mostValues: Int { points.mostValues }
  /// Line feeds before the point that was read last.
  var lineFeeds: Int { points.lineFeeds }

  init(_ trace: InkMLTrace, _ sampling: InkMLSampling) {
    self.sampling = sampling
    points = InkMLPoints(trace.text, sampling.format)
  }

  /// Reads the points up to one that is wrong.
  mutating func readAll() {
    do throws(InkMLPointError) {
      while try points.next() {
        if let sample = try sampling.sample(points.values) { samples.append(sample) } else { openCount += 1 }
      }
    } catch {
      fault = error
    }
  }
}
