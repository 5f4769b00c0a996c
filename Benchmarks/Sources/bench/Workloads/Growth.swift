import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents

/// How time and memory of whole commands grow with the recording's length.
struct Growth {
  let programs: Programs
  let folder: DataFolder
  let files: SessionFiles

  /// Rows for each command, from files of 10⁶ events and more, and for `render` from 10⁴ on.
  ///
  /// - Parameters:
  ///   - sizes: numbers of events, each ten times the one before.
  ///   - textSizes: the same for text.
  func measure(sizes: [Int], textSizes: [Int]) throws -> [Measurement] {
    let start = try run("--version", events: 0).milliseconds
    try writeRaw(1)
    let blank = try run(render, events: 1).milliseconds
    var runs: [(command: String, runs: [Programs.Run])] = []
    var renders: [(command: String, runs: [Programs.Run])] = []
    for size in [10_000, 100_000] + sizes {
      report("growth: \(size) events")
      try writeRaw(size)
      renders.merge("render raw24", try run(render, events: size))
      guard sizes.contains(size) else { continue }
      runs.merge("info raw24", try run("info --json grown.raw24", events: size))
      runs.merge("convert raw24 to mcap", try run("convert grown.raw24 grown.mcap --force", events: size))
      runs.merge("info mcap", try run("info --json grown.mcap", events: size))
      runs.merge("cut mcap", try run("cut grown.mcap part.mcap --from 45% --to 55% --force", events: size))
      if textSizes.contains(size) {
        runs.merge("convert raw24 to libinput", try run("convert grown.raw24 grown.yml --force", events: size))
        runs.merge("info libinput", try run("info --json grown.yml", events: size))
      }
    }
    return runs.flatMap { rows($0.command, $0.runs, first: sizes[0], start: start) }
      + renders.flatMap { rows($0.command, $0.runs, first: 10_000, start: blank) }
  }

  /// On one thread, which takes the same memory each time.
  private let render = "render grown.raw24 -o grown.png --threads 1 --force"

  private func rows(_ command: String, _ runs: [Programs.Run], first: Int, start: Double) -> [Measurement] {
    let times = runs.map { $0.milliseconds - start }
    var rows: [Measurement] = []
    var size = first
    for (index, run) in runs.enumerated() {
      rows.append(
        Measurement(
          "\(command), \(size) events", .nanosecondsPerEvent, times[index] * 1e6 / Double(size), goal: .none,
          scope: .process))
      rows.append(Measurement("  peak memory", .megabytes, run.peakMegabytes, goal: .atMost(40), scope: .process))
      if index > 0 {
        rows.append(
          Measurement(
            "  time for each, of a tenth's", .factor, times[index] / times[index - 1] / 10, goal: .atMost(1.1),
            scope: .process))
      }
      size *= 10
    }
    return rows
  }

  /// The fastest of several runs, of fewer if they are long: other programs can only add time.
  private func run(_ arguments: String, events: Int) throws -> Programs.Run {
    let count = min(max(30_000_000 / max(events, 1), 1), 5)
    let runs = try (0..<count).map { _ in try programs.run("\(programs.touchreel) \(arguments)") }
    return runs.min { $0.milliseconds < $1.milliseconds } ?? runs[0]
  }

  /// The session again and again, one after the other.
  private func writeRaw(_ count: Int) throws {
    let output = try OutputFile(path: folder.file("grown.raw24"), existing: .replaced)
    var written = 0
    var turn: Int64 = 0
    while written < count {
      written += try writeSession(at: turn * 61_000_000, limit: count - written, to: output)
      turn += 1
    }
    try output.commit()
  }

  /// - Returns: how many events were written.
  private func writeSession(at microseconds: Int64, limit: Int, to output: OutputFile) throws -> Int {
    var written = 0
    for frame in files.frames where written < limit {
      let records = rawRecords(frame.delayed(by: microseconds))
      try output.write(records)
      written += frame.events.count
    }
    return written
  }
}

extension Frame {
  fileprivate func delayed(by microseconds: Int64) -> Frame {
    Frame(
      events: events.map { event in
        var event = event
        event.time = Timestamp(microseconds: event.time.microseconds + microseconds)
        return event
      })
  }
}

extension [(command: String, runs: [Programs.Run])] {
  fileprivate mutating func merge(_ command: String, _ run: Programs.Run) {
    if let index = firstIndex(where: { $0.command == command }) {
      self[index].runs.append(run)
    } else {
      append((command, [run]))
    }
  }
}
