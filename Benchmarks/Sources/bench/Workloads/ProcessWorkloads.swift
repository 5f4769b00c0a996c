import Glibc
import SystemPackage

/// Runs programs as a user does, from a process that is small, since the peak memory of a child includes its parent's
/// at the start.
struct Programs {
  struct Run {
    var milliseconds: Double
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
    guard answer.count == 3, answer[2] == 0 else { throw BenchFailure("does not work: \(command)") }
    return Run(milliseconds: answer[0] / 1e6, peakMegabytes: answer[1] / 1024)
  }
}

extension Workload {
  /// - Parameter recording: what is rendered, and whether it is the one that the goal is about.
  static func programs(
    _ programs: Programs, rendering recording: (path: String, hasGoal: Bool), in folder: DataFolder
  ) -> [Workload] {
    let picture = folder.file("render.png")
    let name = recording.path.split(separator: "/").last ?? ""
    return [
      Workload("touchreel --version", .milliseconds, goal: .atMost(15)) {
        try programs.run("\(programs.touchreel) --version").milliseconds
      }.against("true") { try programs.run("true").milliseconds },
      Workload("touchreel render \(name)", .milliseconds, goal: recording.hasGoal ? .atMost(120) : .none) {
        try programs.run("\(programs.touchreel) render \(recording.path) -o \(picture) --force").milliseconds
      },
    ]
  }
}
