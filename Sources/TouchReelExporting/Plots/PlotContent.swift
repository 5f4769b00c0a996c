import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelReplaying

/// The blocks of a plot, made of one reading of each recording.
struct PlotContent {
  /// How many columns a point has, as which values are thinned.
  private static let columnsPerPoint = 2.0

  let options: PlotOptions
  let readings: [PlotReading]
  let window: PlotWindow
  var blocks: [any FigureBlock] = []
  /// What the user should know, by recording.
  var warnings: [[String]]
  /// The width in which lengths are true, in points, where that is wanted.
  var trueWidth: Double?

  init(_ inputs: [PlotInput], _ options: PlotOptions) throws(FileError) {
    var readings: [PlotReading] = []
    for input in inputs { readings.append(try PlotReading(input, options)) }
    (self.options, self.readings) = (options, readings)
    warnings = readings.map(\.warnings)
    // Recordings below each other have one axis of time.
    window = PlotWindow(
      from: readings.map(\.from.seconds).min() ?? 0, to: readings.map(\.to.seconds).max() ?? 0,
      columns: Int(clamping: options.width * Self.columnsPerPoint))
    if let title = options.title {
      blocks.append(ParagraphBlock(text: title.printableLines, theme: options.theme, isTitle: true))
    }
    try addPlot()
    if let caption = options.caption {
      blocks.append(ParagraphBlock(text: caption.printableLines, theme: options.theme))
    }
  }

  private mutating func addPlot() throws(FileError) {
    switch options.kind {
    case .timeline: try addTimelines()
    case .axes: try addAxes()
    case .speed: try addSpeeds()
    case .rate: try addRates()
    case .jitter: try addJitter()
    case .path: try addPaths()
    }
  }

  /// The name of a recording, where there are several.
  mutating func addName(of reading: PlotReading) {
    guard readings.count > 1 else { return }
    blocks.append(HeadingBlock(text: reading.input.recording.name.printableName))
  }

  /// Warns of what a collector had no lanes for.
  mutating func warn(_ lanes: PlotLanes, ofReading index: Int) {
    guard lanes.leftOutCount > 0 else { return }
    warnings[index].append(
      "has more than \(PlotLanes.limit) slots and tools; touches of those that came later are left out")
  }
}

/// The series of all recordings: the lanes that have a colour.
struct PlotSeries: Sendable {
  private let lanes: [PlotLane]
  private let namesDevices: Bool

  init(_ lanes: [PlotLane]) {
    self.lanes = Set(lanes).sorted()
    namesDevices = Set(lanes.map(\.device)).count > 1
  }

  func index(of lane: PlotLane) -> Int { lanes.firstIndex(of: lane) ?? 0 }

  /// `nil` if there is a single one, which needs no name.
  func legend(_ theme: PlotTheme) -> LegendBlock? {
    guard lanes.count > 1 else { return nil }
    let entries = lanes.enumerated().map { index, lane in
      (LegendBlock.Sample.series(index), namesDevices ? "device \(lane.device), \(lane.name)" : lane.name)
    }
    return LegendBlock(entries: entries, theme: theme)
  }
}

extension String {
  /// Each of its lines without control characters.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}
