import TouchReelRecordingFormats
import TouchReelRecordings

/// `info`, `convert` and `cut` of S60 beside libraries that only read it or `cp`, and starts beside `true`.
struct CommandWorkloads {
  let programs: Programs
  let files: ProcessFiles
  /// The peers in C, which read a session in a process of their own as well.
  let peers: String

  func s60() -> [Workload] {
    [
      row("info S60, evemu", 2, "info s60.evemu", .evemu, "libevemu, reading", reading("libevemu")),
      row("info S60, raw24", 1, "info s60.raw24", .raw24, "libevdev, reading", reading("libevdev")),
      row("info S60, mcap", 0.1, "info s60.mcap", .mcap, "cp", "cp s60.mcap copy.mcap"),
      row(
        "convert S60, evemu to mcap", 2, "convert s60.evemu made.mcap --force", .evemu, "libevemu, reading",
        reading("libevemu")),
      row(
        "convert S60, raw24 to mcap", 1, "convert s60.raw24 made.mcap --force", .raw24, "libevdev, reading",
        reading("libevdev")),
      row(
        "cut S60, mcap", 1, "cut s60.mcap part.mcap --from 10 --to 50 --force", .mcap, "libevdev, reading raw24",
        reading("libevdev")),
    ]
  }

  /// - Parameter recording: a small one.
  func starts(_ recording: String) -> [Workload] {
    // 5 and 8 ms where `true` takes 1.
    [("--version", "--version", 0.2), ("info of a small recording", "info \(recording)", 0.125)].map {
      name, arguments, goal in
      .process(
        "touchreel \(name)", goal: .ratioAtLeast(goal), start("\(programs.touchreel) \(arguments)"), against: "true",
        start("true"))
    }
  }

  private func row(
    _ name: String, _ goal: Double, _ arguments: String, _ format: RecordingFormat, _ peer: String, _ line: String
  ) -> Workload {
    .process(
      name, goal: .ratioAtLeast(goal), command("\(programs.touchreel) \(arguments)", format), against: peer,
      command(line, format))
  }

  private func reading(_ library: String) -> String { "\(peers) . \(library) import" }

  private func command(_ line: String, _ format: RecordingFormat) -> Command {
    Command(line, by: programs, starts: 3) { try files.provideS60(format) }
  }

  private func start(_ line: String) -> Command { Command(line, by: programs, starts: 11) }
}
