import SeededCases
import Testing
import TouchReelExporting

/// Values as plots thin them.
struct ColumnSeriesTests {
  private struct Sample {
    var time: Double
    var value: Double
  }

  private func samples(seed: UInt64, count: Int) -> [Sample] {
    var random = SplitMix64(seed: seed)
    var time = 0.0
    return (0..<count).map { _ in
      // A tenth comes at the time of the one before, as after a clock that was set back.
      if random.next(below: 10) > 0 { time += random.next(in: 0...0.02) }
      return Sample(time: time, value: random.next(in: -1e6...1e6))
    }
  }

  private func series(_ samples: [Sample], _ window: PlotWindow) -> ColumnSeries {
    var series = ColumnSeries()
    for sample in samples { series.add(sample.value, at: sample.time, in: window) }
    return series
  }

  @Test(arguments: PropertySeeds.from(1, count: 30))
  func `A column has the first, last, least and greatest of its samples`(seed: UInt64) throws {
    let samples = samples(seed: seed, count: 3000)
    let window = PlotWindow(from: samples[500].time, to: samples[2500].time, columns: 1 + Int(seed * 7 % 400))
    let series = series(samples, window)
    let all = Dictionary(grouping: samples) { window.column(at: $0.time) ?? -1 }.filter { $0.key >= 0 }
    #expect(series.columns.map(\.index) == all.keys.sorted())
    for column in series.columns {
      let values = try #require(all[column.index]).map(\.value)
      #expect(column.first == values.first && column.last == values.last)
      #expect(column.least == values.min() && column.greatest == values.max())
    }
  }

  @Test(arguments: PropertySeeds.from(1, count: 30))
  func `The line of a column goes by its extremes and stays within it`(seed: UInt64) {
    let samples = samples(seed: seed, count: 1000)
    let window = PlotWindow(from: 0, to: samples[999].time, columns: 50)
    let series = series(samples, window)
    let points = series.lines(in: window).joined()
    let drawn = Dictionary(grouping: points) { window.column(at: $0.time) }
    for column in series.columns {
      let values = drawn[column.index]?.map(\.value) ?? []
      #expect(values.min() == column.least && values.max() == column.greatest)
    }
    #expect(points.count <= 4 * series.columns.count)
  }

  @Test func `A single spike in a million is drawn, and memory is that of the columns`() {
    let window = PlotWindow(from: 0, to: 1000, columns: 960)
    var series = ColumnSeries()
    for index in 0..<1_000_000 { series.add(index == 654_321 ? 99 : 1, at: Double(index) / 1000, in: window) }
    #expect(series.columns.count == 960)
    // 654.321 s of 1000 s in 960 columns: 654.321 × 0.96 = 628.1.
    #expect(series.columns.filter { $0.greatest == 99 }.map(\.index) == [628])
    #expect(series.lines(in: window).joined().contains { $0.value == 99 })
  }

  @Test func `No line leads across an interruption, and what is no number is left out`() {
    let window = PlotWindow(from: 0, to: 10, columns: 10)
    var series = ColumnSeries()
    series.add(1, at: 0, in: window)
    series.add(.nan, at: 1, in: window)
    series.add(.infinity, at: 1, in: window)
    series.add(2, at: 2, in: window)
    series.interrupt()
    series.add(3, at: 11, in: window)
    series.add(4, at: 5, in: window)
    #expect(series.lines(in: window).map { $0.map(\.value) } == [[1, 2], [4]])
    #expect(series.range == 1...4)
  }

  @Test func `A part without a length gets one`() {
    let window = PlotWindow(from: 3, to: 3, columns: 9)
    #expect(window.start < 3 && window.end > 3 && window.column(at: 3) == 4)
  }
}
