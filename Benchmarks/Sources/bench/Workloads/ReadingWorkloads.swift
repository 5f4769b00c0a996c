import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

extension Workload {
  /// Reading each format, from a file that the system has in memory.
  static func imports(_ files: SessionFiles, in folder: DataFolder, peers: Peers) throws -> [Workload] {
    let goals: [(RecordingFormat, Double?)] = [
      (.evemu, 5), (.raw24, 10), (.libinput, 500), (.getevent, 1), (.evtest, nil), (.hexdump, nil), (.chromeos, nil),
    ]
    return try goals.map { format, goal in
      let file = folder.file("s60.\(format)")
      let row = Workload("import \(format)", .millionEventsPerSecond, goal: goal.map(Goal.ratioAtLeast) ?? .none) {
        let recording = try Recording.open(file, options: try .described(in: folder))
        return try rate(of: files.eventCount) { try recording.eventCount() }
      }
      return try compared(row, format, peers)
    }
  }

  private static func compared(_ row: Workload, _ format: RecordingFormat, _ peers: Peers) throws -> Workload {
    switch format {
    case .evemu, .getevent:
      // Nothing else reads getevent's lines: the yardstick is the same session in evemu's.
      guard let figures = peers.figures("libevemu", "import") else { return row }
      return row.against(format == .evemu ? "libevemu" : "libevemu, evemu") { try rate(figures()) }
    case .raw24:
      guard let figures = peers.figures("libevdev", "import") else { return row }
      return row.against("libevdev") { try rate(figures()) }
    case .libinput:
      guard let measure = peers.measure("PyYAML", "import") else { return row }
      return row.against("PyYAML") { Double(shortLength) * 1e3 / (try measure()) }
    default: return row
    }
  }

  /// Events of the session that PyYAML reads, as it is slow.
  static let shortLength = 2000

  private static func rate(_ figures: (nanoseconds: Double, number: Double)) throws -> Double {
    figures.number * 1e3 / figures.nanoseconds
  }

  private static func rate(of expected: Int, _ read: () throws -> Int) throws -> Double {
    var count = 0
    let elapsed = try nanoseconds { count = try read() }
    guard count == expected else { throw BenchFailure("\(count) events were read, not \(expected)") }
    return Double(count) * 1e3 / elapsed
  }
}

extension ReadingOptions {
  /// With the session's device, so that no file has to be read for it beforehand.
  static func described(in folder: DataFolder) throws -> Self {
    var options = Self()
    options.description = try FileBytes(path: folder.file("s60.prop"))
    return options
  }
}

extension Recording {
  func eventCount() throws -> Int {
    var source = try makeSource()
    var entry = RecordingEntry()
    var count = 0
    while try source.next(into: &entry) {
      if case .frame(let frame, _) = entry { count += frame.events.count }
    }
    return count
  }
}
