/// A command whose runs give several figures: the rows of a round share one run.
final class Command {
  enum Figure {
    case time
    case processorTime
    case peakMemory
  }

  private let programs: Programs
  private let line: String
  private let runs: Int
  private let files: () throws -> Void
  private var last: Programs.Run?
  private var taken: Set<Figure> = []

  /// - Parameters:
  ///   - runs: how often it runs for one figure, the median, if it is short.
  ///   - files: makes what it reads, before its first run.
  init(_ line: String, by programs: Programs, runs: Int = 1, files: @escaping () throws -> Void = {}) {
    (self.line, self.programs, self.runs, self.files) = (line, programs, runs, files)
  }

  /// A figure of the last run, or of a new one if that has given this figure already.
  func take(_ figure: Figure) throws -> Double {
    let run = try last.flatMap { taken.contains(figure) ? nil : $0 } ?? runAnew()
    taken.insert(figure)
    return switch figure {
    case .time: run.milliseconds
    case .processorTime: run.processorMilliseconds
    case .peakMemory: run.peakMegabytes
    }
  }

  private func runAnew() throws -> Programs.Run {
    try files()
    let sorted = try (0..<runs).map { _ in try programs.run(line) }.sorted { $0.milliseconds < $1.milliseconds }
    let run = sorted[runs / 2]
    (last, taken) = (run, [])
    return run
  }
}

extension Workload {
  /// A row of a whole process beside another.
  static func process(
    _ name: String, _ figure: Command.Figure = .time, goal: Goal = .none, rounds: Int? = nil, _ ours: Command,
    against peerName: String, _ peer: Command
  ) -> Workload {
    var row = Workload(name + figure.suffix, figure.unit, goal: goal, rounds: rounds) { try ours.take(figure) }
    row.scope = .process
    return row.against(peerName) { try peer.take(figure) }
  }
}

extension Command.Figure {
  fileprivate var suffix: String {
    switch self {
    case .time: ""
    case .processorTime: ", processor time"
    case .peakMemory: ", peak memory"
    }
  }

  fileprivate var unit: Workload.Unit { self == .peakMemory ? .megabytes : .milliseconds }
}
