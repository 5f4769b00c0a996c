import TouchReelClampedNumbers

/// The part of time that a plot shows, in seconds since the first event, in columns narrower than a point.
package struct PlotWindow: Hashable, Sendable {
  package let start: Double
  package let end: Double
  package let columnCount: Int

  /// - Parameters:
  ///   - start: the first instant that is shown.
  ///   - end: the last one; a part without a length gets one of a millisecond.
  ///   - count: the number of columns, at least one.
  package init(from start: Double, to end: Double, columns count: Int) {
    let margin = end > start ? 0 : 0.0005
    (self.start, self.end) = (start - margin, max(start, end) + margin)
    columnCount = max(count, 1)
  }

  package var range: ClosedRange<Double> { start...end }

  /// The column in which an instant lies; `nil` outside of the window.
  @inline(__always)
  package func column(at time: Double) -> Int? {
    guard time >= start, time <= end else { return nil }
    return min(Int(clamping: (time - start) / (end - start) * Double(columnCount)), columnCount - 1)
  }

  /// The instant in the middle of a column.
  package func middle(ofColumn index: Int) -> Double {
    start + (end - start) * (Double(index) + 0.5) / Double(columnCount)
  }

  func clamped(_ time: Double) -> Double { min(max(time, start), end) }
}
