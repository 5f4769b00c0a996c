import SeededCases
import TouchReelRecordingFormats
import TouchReelRecordings

/// `render` as users start it, beside programs that do its job.
struct RenderWorkloads {
  let programs: Programs
  let files: ProcessFiles
  /// The C program that strokes a Cairo path for each touch.
  let drawer: String
  /// How a Python with pycairo runs the script that does the same.
  let script: [String]?

  /// W1 from each format. The C program cannot read MCAP: it reads evemu's text instead.
  func w1() -> [Workload] {
    let formats: [RecordingFormat] = [.evemu, .libinput, .raw24, .mcap]
    return formats.flatMap { format in
      let name = "render W1, \(format)"
      return [
        Workload.process(
          "\(name), one thread", .processorTime, goal: .ratioAtLeast(5), w1(format, "--threads 1"),
          against: "C program", w1Drawn(format)),
        .process(name, goal: .ratioAtLeast(8), w1(format, ""), against: "C program", w1Drawn(format)),
      ]
    }
  }

  private func w1(_ format: RecordingFormat, _ options: String) -> Command {
    // Raw events do not say how many units the device has.
    let description = format == .raw24 ? "--description w1.prop" : ""
    return render(
      "w1.\(format) -o w1.png --smoothing none --width 11 --size 1920x1080 \(description) \(options)"
    ) { try files.provideW1(format) }
  }

  private func w1Drawn(_ format: RecordingFormat) -> Command {
    let read = format == .mcap ? .evemu : format
    let units = read == .raw24 ? "\(SessionW1.units.x) \(SessionW1.units.y)" : ""
    return Command("\(drawer) w1.\(read) drawn.png 1920 1080 11 \(units)", by: programs) { try files.provideW1(read) }
  }

  /// - Parameter corpus: the folder of real recordings.
  func real(in corpus: String?) -> [Workload] {
    guard let corpus else {
      report("without render 3m.event: TOUCHREEL_CORPUS is not set")
      return []
    }
    let file = "\(corpus)/evemu/3m.event"
    return [
      .process(
        "render 3m.event", goal: .ratioAtLeast(5), render("\(file) -o 3m.png"), against: "C program",
        Command("\(drawer) \(file) drawn.png 1920 1920 4", by: programs))
    ]
  }

  /// Ten fingers for ten minutes.
  func long() -> [Workload] {
    let ours = render("long.mcap -o long.png") { try files.provideLong(.mcap) }
    let drawn = Command("\(drawer) long.evemu drawn.png 1920 1920 4", by: programs) { try files.provideLong(.evemu) }
    let name = "render ten fingers, \(files.longSeconds / 60) minutes"
    return [
      .process(name, goal: .ratioAtLeast(8), ours, against: "C program", drawn),
      .process(name, .processorTime, ours, against: "C program", drawn),
      .process(name, .peakMemory, ours, against: "C program", drawn),
    ]
  }

  /// Many small recordings in one call.
  func batch() -> [Workload] {
    let name = "render \(files.smallCount) small recordings"
    func command(_ line: @escaping (_ folder: String) -> String) -> Command {
      Command(by: programs) {
        try files.provideSmall()
        return line(try files.newFolder())
      }
    }
    let names = files.smallNames.joined(separator: " ")
    let line = "\(programs.touchreel) render \(names) --size 256x256"
    let ours = { command { "\(line) -o \($0)" } }
    let oneThread = command { "\(line) -o \($0) --threads 1" }
    let rows = [
      Workload.process(name, goal: .ratioAtLeast(5), rounds: 3, ours(), against: "a process each", oneByOne),
      .process(name, goal: .ratioAtLeast(1.8), ours(), against: "one thread", oneThread),
    ]
    guard let script else { return rows }
    let python = command { folder in (script + [folder, "256"] + files.smallNames).joined(separator: " ") }
    let inOneCall = ours()
    return rows + [
      .process(name, goal: .ratioAtLeast(10), inOneCall, against: "Python, pycairo", python),
      .process(name, .peakMemory, inOneCall, against: "Python, pycairo", python),
    ]
  }

  private var oneByOne: Command {
    let loop = """
      for file in small/*.evemu; do
        name=${file##*/}
        "$1" render --size 256x256 "$file" -o "$2${name%.evemu}.png" || exit
      done
      """
    return Command(by: programs) {
      try files.provideSmall()
      try files.provide("loop.sh") { Array(loop.utf8) }
      return "sh loop.sh \(programs.touchreel) \(try files.newFolder())"
    }
  }

  private func render(_ arguments: String, files: @escaping () throws -> Void = {}) -> Command {
    Command("\(programs.touchreel) render --force \(arguments)", by: programs, files: files)
  }
}
