import SystemPackage

/// Runs programs as a user does, from a process that is small, since the peak memory of a child includes its parent's
/// at the start.
struct Programs {
  struct Run {
    var milliseconds: Double
    /// On all processors, user and system.
    var processorMilliseconds: Double
    var peakMegabytes: Double
  }

  private let runner: ChildProcess
  /// The built `touchreel`.
  let touchreel: String

  init(runner: String, touchreel: String, in folder: FilePath) throws {
    self.touchreel = touchreel
    self.runner = try ChildProcess([runner], in: folder)
  }

  /// - Parameter command: words apart by single blanks.
  func run(_ command: String) throws -> Run {
    let answer = try runner.ask(command).split(separator: " ").compactMap { Double($0) }
    guard answer.count == 4, answer[3] == 0 else { throw BenchFailure("does not work: \(command.prefix(200))") }
    return Run(
      milliseconds: answer[0] / 1e6, processorMilliseconds: answer[1] / 1e6, peakMegabytes: answer[2] / 1024)
  }
}
