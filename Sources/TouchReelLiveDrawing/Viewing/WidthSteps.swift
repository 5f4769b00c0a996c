import TouchReelClampedNumbers

/// The widths at which a slider stops: the smaller they are, the closer together.
package struct WidthSteps: Hashable, Sendable {
  package static let ofStrokes = WidthSteps(upTo: 100)
  package static let ofEraser = WidthSteps(upTo: 200)

  /// The widths, in board points, ascending.
  package let widths: [Double]

  private init(upTo limit: Double) {
    let ranges: [(to: Double, by: Double)] = [(20, 1), (40, 2), (100, 5), (200, 10)]
    var widths = [1.0]
    for range in ranges {
      while let last = widths.last, last < min(range.to, limit) { widths.append(last + range.by) }
    }
    self.widths = widths
  }

  /// The slider's last position; the first is 0.
  package var last: Int { widths.count - 1 }

  /// The width at a position of the slider: that of the step next to it.
  package func width(at position: Double) -> Double {
    guard position.isFinite else { return widths[0] }
    return widths[Int(clamping: min(max(0, position.rounded()), Double(last)))]
  }

  /// The step whose width is nearest.
  package func step(nearest width: Double) -> Int {
    widths.indices.min { abs(widths[$0] - width) < abs(widths[$1] - width) } ?? 0
  }
}
