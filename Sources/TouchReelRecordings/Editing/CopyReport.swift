package import TouchReelByteStreams
import TouchReelInputEvents

/// What is found while recordings are copied.
package struct CopyReport: Hashable, Sendable {
  /// The warnings of each recording, in order: those of its source, what it holds besides, what was lifted at its end.
  package internal(set) var warnings: [[String]] = []
  /// What the sink could not hold of each recording, in order.
  package internal(set) var losses: [[String]] = []
  /// What the sink could not hold of no recording in particular.
  package var otherLosses: [String] = []
}

extension RecordingSink {
  /// Writes recordings one after the other, each beginning where the one before ended, and finishes.
  ///
  /// - Parameters:
  ///   - sources: the recordings, in order.
  ///   - join: how one follows the other.
  ///   - progress: called now and then with the share copied so far, 0…1.
  /// - Returns: what the sources warn of, and what they hold besides.
  package mutating func copy(
    _ sources: [any RecordingSource], joinedBy join: Join = Join(), progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    try copyReporting(sources, joinedBy: join, progress: progress).warnings.flatMap(\.self)
  }

  /// Copies as ``copy(_:joinedBy:progress:)``, and gathers what is said of each recording.
  ///
  /// - Parameters:
  ///   - sources: the recordings, in order.
  ///   - join: how one follows the other.
  ///   - progress: called now and then with the share copied so far, 0…1.
  package mutating func copyReporting(
    _ sources: [any RecordingSource], joinedBy join: Join = Join(), progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> CopyReport {
    var copying = Copying(join: sources.count > 1 ? join : nil)
    for (index, source) in sources.enumerated() {
      let share = 1 / Double(sources.count)
      try copying.copy(source, to: &self) { progress(share * (Double(index) + $0)) }
    }
    return try copying.finish(&self)
  }
}

/// The state of a copy of one or several recordings.
private struct Copying {
  var join: Join?
  private var entry = RecordingEntry()
  private var report = CopyReport()
  private var counted = CountedLosses()

  init(join: Join?) { self.join = join }

  mutating func copy(
    _ source: any RecordingSource, to sink: inout some RecordingSink, progress: (Double) -> Void
  ) throws(FileError) {
    var source = source
    var count = 0
    // What ends the part before is still of that part.
    try join?.beginPart { entry throws(FileError) in try sink.write(entry) }
    noteLosses(of: sink)
    while try source.next(into: &entry) {
      if join == nil {
        try sink.write(entry)
      } else {
        try join?.apply(entry) { entry throws(FileError) in try sink.write(entry) }
      }
      count += 1
      if count.isMultiple(of: 256) { progress(source.progress) }
    }
    report.warnings.append(source.warnings.lines + source.losses)
    report.losses.append([])
  }

  mutating func finish(_ sink: inout some RecordingSink) throws(FileError) -> CopyReport {
    try join?.finish { entry throws(FileError) in try sink.write(entry) }
    if report.losses.count > 1 { noteLosses(of: sink) }
    try sink.finish()
    if report.losses.count == 1 { noteLosses(of: sink) }
    for index in report.warnings.indices { report.warnings[index] += join?.warnings(ofPart: index) ?? [] }
    report.otherLosses = counted.new(in: sink.losses)
    return report
  }

  /// What was lost since the last call is of the latest recording.
  private mutating func noteLosses(of sink: some RecordingSink) {
    guard let latest = report.losses.indices.last else { return }
    report.losses[latest] += counted.new(in: sink.losses)
  }
}

/// Lines that a sink counts, of which the new ones are wanted.
private struct CountedLosses {
  private var counts: [Substring: Int] = [:]

  /// The lines that are new, each with how often it is.
  mutating func new(in lines: [String]) -> [String] {
    lines.compactMap { line in
      let (kind, count) = parts(of: line)
      let more = count - counts.updateValue(count, forKey: kind, default: 0)
      return more > 0 ? more > 1 ? "\(kind) (\(more) times)" : String(kind) : nil
    }
  }

  /// A line without `(N times)`, and the number.
  private func parts(of line: String) -> (kind: Substring, count: Int) {
    guard line.hasSuffix(" times)"), let open = line.lastIndex(of: "("),
      let count = Int(line[line.index(after: open)...].dropLast(" times)".count))
    else { return (line[...], 1) }
    return (line[..<open].dropLast(), count)
  }
}

extension Dictionary {
  /// Sets a value, and returns the one before.
  fileprivate mutating func updateValue(_ value: Value, forKey key: Key, default before: Value) -> Value {
    updateValue(value, forKey: key) ?? before
  }
}
