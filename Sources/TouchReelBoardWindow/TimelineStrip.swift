import TouchReelClampedNumbers
import TouchReelExporting

/// A recording's timeline as it lies in a strip of a size: rows of pixels for slots and tools, marks above and on them.
nonisolated struct TimelineStrip {
  /// What a row shows at a pixel.
  enum Level: UInt8, Hashable {
    case none
    /// A touch is down.
    case touch
    /// Samples of it came.
    case samples
  }

  /// Pixels of a row that show the same.
  struct Run: Hashable {
    let level: Level
    let pixels: Range<Int>
  }

  /// The space for marks above the rows, and for times below them.
  static let (top, bottom) = (8.0, 14.0)

  let timeline: RecordingTimeline
  let range: TimelineRange
  let width: Double
  let height: Double

  /// The height of a row, which there may be more of than pixels.
  var rowHeight: Double {
    min(max((height - Self.top - Self.bottom) / Double(max(timeline.rows.count, 1)), 0), Self.greatestRowHeight)
  }
  private static let greatestRowHeight = 12.0
  /// Between samples, in pixels.
  private static let joined = 4.0

  /// Where a row is, from above.
  func y(ofRow index: Int) -> Double { Self.top + Double(index) * rowHeight }

  /// Where an instant is, in seconds from the start.
  func x(of seconds: Double) -> Double {
    range.x(of: timeline.length > 0 ? seconds / timeline.length : 0, in: width)
  }

  /// The instant at a place, in seconds from the start.
  func seconds(at x: Double) -> Double { range.fraction(at: x, in: width) * timeline.length }

  /// The pixels of a row that show something.
  func runs(ofRow index: Int) -> [Run] {
    let count = Int(clamping: width)
    guard count > 0 else { return [] }
    var levels = [Level](repeating: .none, count: count)
    let content = timeline.rows[index].content
    let (first, last) = (seconds(at: 0), seconds(at: width))
    // Bars and samples are in order of time; only what is seen is looked at.
    for bar in content.bars[content.bars.partition { $0.end >= first }...] {
      guard bar.start <= last else { break }
      mark(&levels, from: bar.start, to: bar.end, .touch)
    }
    markSamples(content.samples, &levels, from: first, to: last)
    return levels.runs
  }

  /// Samples that lie close to each other are joined: a dotted row would say less, and hide the gaps.
  private func markSamples(_ columns: [Int], _ levels: inout [Level], from first: Double, to last: Double) {
    let window = timeline.window
    var former: Double?
    for column in columns[columns.partition { window.middle(ofColumn: $0) >= first }...] {
      let time = window.middle(ofColumn: column)
      guard time <= last else { break }
      let isJoined = former.map { x(of: time) - x(of: $0) <= Self.joined } ?? false
      mark(&levels, from: isJoined ? former ?? time : time, to: time, .samples)
      former = time
    }
  }

  private func mark(_ levels: inout [Level], from start: Double, to end: Double, _ level: Level) {
    let first = min(max(Int(clamping: x(of: start)), 0), levels.count - 1)
    for pixel in first...min(max(Int(clamping: x(of: end)), first), levels.count - 1) { levels[pixel] = level }
  }

  /// The marks that are seen.
  var marks: ArraySlice<TimelineMarks.Mark> {
    let (first, last) = (seconds(at: -1), seconds(at: width))
    let start = timeline.marks.partition { $0.time >= first }
    return timeline.marks[start...].prefix { $0.time <= last }
  }

  /// A mark as it is seen: a pixel has one of a kind in each row.
  struct ShownMark: Hashable {
    let pixel: Int
    let kind: TimelineMarks.Kind
    /// `nil` if it is above the rows alone.
    let row: Int?
  }

  /// The marks that are seen, each once.
  var shownMarks: Set<ShownMark> {
    Set(
      marks.map { mark in
        let row: Int? = if case .lane(let lane) = mark.row { lane } else { nil }
        return ShownMark(pixel: Int(clamping: x(of: mark.time).rounded(.down)), kind: mark.kind, row: row)
      })
  }
}

/// What is under a pointer.
nonisolated extension TimelineStrip {
  enum Pointed: Hashable {
    case mark(TimelineMarks.Mark)
    case touch(TimelineCollector.Bar, PlotLane)
  }

  /// How far from a mark it is pointed at.
  private static let reach = 4.0

  /// The nearest mark, those of the row at the pointer before others; else the touch of that row.
  func pointed(atX x: Double, y: Double) -> Pointed? {
    let row = self.row(at: y)
    let near = marks.filter { abs(self.x(of: $0.time) - x) <= Self.reach }
    let own = near.filter { $0.row == row.map { .lane($0) } }
    let nearest = (own.isEmpty || row == nil ? near : own).min { distance($0, x) < distance($1, x) }
    if let nearest { return .mark(nearest) }
    guard let row else { return nil }
    let (bars, time) = (timeline.rows[row].content.bars, seconds(at: x))
    let bar = bars[bars.partition { $0.end >= time }...].first
    return bar.flatMap { $0.start <= time ? .touch($0, timeline.rows[row].lane) : nil }
  }

  private func distance(_ mark: TimelineMarks.Mark, _ x: Double) -> Double { abs(self.x(of: mark.time) - x) }

  private func row(at y: Double) -> Int? {
    guard y >= Self.top, rowHeight > 0 else { return nil }
    let row = Int(clamping: (y - Self.top) / rowHeight)
    return row < timeline.rows.count ? row : nil
  }
}

nonisolated extension [TimelineStrip.Level] {
  fileprivate var runs: [TimelineStrip.Run] {
    var runs: [TimelineStrip.Run] = []
    var start = 0
    for index in 1...count where index == count || self[index] != self[start] {
      if self[start] != .none { runs.append(TimelineStrip.Run(level: self[start], pixels: start..<index)) }
      start = index
    }
    return runs
  }
}

nonisolated extension Array {
  /// The first index from which on all elements are of a kind; those before are not.
  fileprivate func partition(_ isOfKind: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isOfKind(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
