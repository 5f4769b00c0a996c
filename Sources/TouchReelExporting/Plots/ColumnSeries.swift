/// Values over time, thinned: of each column of a plot the first, last, least and greatest. So a line through millions
/// of values takes the memory of its picture, and shows a single one that stands out.
package struct ColumnSeries: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package fileprivate(set) var index: Int
    /// Whether no line leads here from the column before.
    package fileprivate(set) var isAfterBreak: Bool
    package fileprivate(set) var firstTime: Double
    package fileprivate(set) var lastTime: Double
    package fileprivate(set) var first: Double
    package fileprivate(set) var last: Double
    package fileprivate(set) var least: Double
    package fileprivate(set) var greatest: Double

    fileprivate mutating func add(_ value: Double, at time: Double) {
      (last, lastTime) = (value, time)
      if value < least { least = value }
      if value > greatest { greatest = value }
    }
  }

  package private(set) var columns: [Column] = []
  private var isBroken = true

  package init() {}

  /// Adds a value; the times of a recording never fall. What is outside of the window, or not a number, is left out.
  @inline(__always)
  package mutating func add(_ value: Double, at time: Double, in window: PlotWindow) {
    guard value.isFinite, let index = window.column(at: time) else { return }
    let last = columns.count - 1
    if last >= 0, columns[last].index >= index {
      columns[last].add(value, at: time)
    } else {
      columns.append(
        Column(
          index: index, isAfterBreak: isBroken, firstTime: time, lastTime: time, first: value, last: value,
          least: value, greatest: value))
    }
    isBroken = false
  }

  /// No line leads to the next value. Within a column breaks are not seen.
  package mutating func interrupt() { isBroken = true }

  /// The least and the greatest of all values; `nil` if there are none.
  package var range: ClosedRange<Double>? {
    guard let least = columns.lazy.map(\.least).min(), let greatest = columns.lazy.map(\.greatest).max() else {
      return nil
    }
    return least...greatest
  }

  package struct Point: Hashable, Sendable {
    package var time: Double
    package var value: Double
  }

  /// The lines through the values, of which each has at least a point.
  package func lines(in window: PlotWindow) -> [[Point]] {
    var lines: [[Point]] = []
    for column in columns {
      if column.isAfterBreak || lines.isEmpty { lines.append([]) }
      lines[lines.count - 1] += column.points(window)
    }
    return lines
  }

  /// The same values with another zero.
  package func shifted(by offset: Double) -> ColumnSeries {
    var series = self
    for index in series.columns.indices {
      series.columns[index].first += offset
      series.columns[index].last += offset
      series.columns[index].least += offset
      series.columns[index].greatest += offset
    }
    return series
  }
}

extension ColumnSeries.Column {
  /// The column's way from its first value by its extremes to its last, each once.
  fileprivate func points(_ window: PlotWindow) -> [ColumnSeries.Point] {
    let start = ColumnSeries.Point(time: firstTime, value: first)
    let end = ColumnSeries.Point(time: lastTime, value: last)
    if start == end { return [start] }
    let middle = (firstTime + lastTime) / 2
    let extremes = [least, greatest].filter { $0 != first && $0 != last }
    return [start] + extremes.map { ColumnSeries.Point(time: middle, value: $0) } + [end]
  }
}
