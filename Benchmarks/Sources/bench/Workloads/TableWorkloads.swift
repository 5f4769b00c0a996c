import TouchReelRecordingFormats
import TouchReelRecordings

/// Tables of a recording beside the script that researchers write instead.
struct TableWorkloads {
  let programs: Programs
  let files: ProcessFiles
  /// Reads evemu's text, and writes fewer columns.
  let script: String

  /// Of ten fingers, from our own format.
  func long() -> [Workload] {
    let name = "table of ten fingers, \(files.longSeconds / 60) minutes"
    let python = Command("python3 \(script) long.evemu", by: programs) { try files.provideLong(.evemu) }
    let samples = dump("--format csv")
    return [
      .process(name, goal: .ratioAtLeast(20), rounds: 3, samples, against: "Python", python),
      .process(name, .processorTime, rounds: 3, samples, against: "Python", python),
      .process(name, .peakMemory, rounds: 3, samples, against: "Python", python),
      .process("\(name), a row a touch", rounds: 3, dump("--format csv --rows touches"), against: "Python", python),
    ]
  }

  private func dump(_ options: String) -> Command {
    Command("\(programs.touchreel) dump long.mcap \(options)", by: programs) { try files.provideLong(.mcap) }
  }
}
