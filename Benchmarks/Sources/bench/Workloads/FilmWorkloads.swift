import TouchReelRecordings

/// A film beside ffmpeg on the same frames, which somebody else has drawn already.
struct FilmWorkloads {
  let programs: Programs
  let files: ProcessFiles

  private static let size = "1280x720"
  private static let (rate, seconds) = (30, 5)

  /// Ten fingers in five seconds of film.
  func long() -> [Workload] {
    // 1.15 times as long.
    [
      .process(
        "film of ten fingers, \(Self.size)", goal: .ratioAtLeast(1 / 1.15), rounds: 3, render("film.mp4"),
        against: "ffmpeg, its frames read from a file", encode)
    ]
  }

  private func render(_ output: String) -> Command {
    Command(line(output), by: programs) { try files.provideLong(.mcap) }
  }

  private var encode: Command {
    let input = "-f rawvideo -pixel_format bgra -video_size \(Self.size) -framerate \(Self.rate) -i frames.bgra"
    let encoder = "-pix_fmt yuv420p -c:v libx264 -crf 18 -tune animation -movflags +faststart"
    return Command("ffmpeg -loglevel error -nostdin -y \(input) \(encoder) encoded.mp4", by: programs) {
      try files.provideLong(.mcap)
      try files.provide("frames.bgra", by: { _ = try programs.run(line("frames.bgra --format raw")) })
    }
  }

  private func line(_ output: String) -> String {
    "\(programs.touchreel) render --force long.mcap --size \(Self.size) --fps \(Self.rate) --duration \(Self.seconds)s "
      + "-o \(output)"
  }
}
