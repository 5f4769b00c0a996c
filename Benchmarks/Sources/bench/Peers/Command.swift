/// A command whose runs give several figures.
final class Command {
  enum Figure {
    case time
    case processorTime
    case peakMemory
  }

  private let runs: SharedRuns<Figure, Programs.Run>

  /// - Parameters:
  ///   - starts: how many starts a run is, of which the median is taken, if the command is short.
  ///   - files: makes what it reads, unless it is there.
  convenience init(
    _ line: String, by programs: Programs, starts: Int = 1, files: @escaping () throws -> Void = {}
  ) {
    self.init(by: programs, starts: starts) {
      try files()
      return line
    }
  }

  /// - Parameter line: is asked before each run, for a line with other names.
  init(by programs: Programs, starts: Int = 1, line: @escaping () throws -> String) {
    runs = SharedRuns {
      let line = try line()
      let runs = try (0..<starts).map { _ in try programs.run(line) }
      return runs.sorted { $0.milliseconds < $1.milliseconds }[starts / 2]
    }
  }

  func take(_ figure: Figure) throws -> Double {
    let run = try runs.run(for: figure)
    return switch figure {
    case .time: run.milliseconds
    case .processorTime: run.processorMilliseconds
    case .peakMemory: run.peakMegabytes
    }
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
