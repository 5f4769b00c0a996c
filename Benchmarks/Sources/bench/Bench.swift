import ArgumentParser
import FoundationEssentials
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelRecordingFormats
import TouchReelRecordings

/// Measures TouchReel side by side with other programs and libraries; `scripts/bench` builds and starts it.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    subcommands: [Compare.self, Count.self, Memory.self, EdgePicture.self, Player.self], defaultSubcommand: Compare.self)
}

/// All workloads against all peers.
struct Compare: ParsableCommand {
  @Flag(help: "Fewer rounds and smaller files: within three minutes.") var quick = false
  @Option(help: "Only workloads whose names contain this.") var only: String?
  @Option(help: "Where the table goes as JSON.") var json: String?
  @Option(help: "The peers in C.") var peers: String
  @Option(help: "The program that runs programs.") var runner: String
  @Option(help: "The peer of render in C.") var drawer: String
  @Option(help: "A Python that has pycairo.") var pycairo: String?
  @Option(help: "The peer of render in Python.") var drawScript: String
  @Option(help: "The peer of tables in Python.") var tableScript: String
  @Option(help: "The built touchreel.") var touchreel: String
  @Option(help: "A Python that has the peers' packages.") var python: String?
  @Option(help: "The peers in Python.") var script: String?
  @Option(help: "A folder of real recordings.") var corpus: String?
  @Option(help: "A small recording.") var fixture: String

  func run() throws {
    let folder = try DataFolder()
    let files = SessionFiles()
    let programs = try Programs(runner: runner, touchreel: touchreel, in: folder.path)
    var measurements: [Measurement] = []
    if isWanted("growth") {
      measurements = try Growth(programs: programs, folder: folder, files: files).measure(
        sizes: quick ? [1_000_000, 10_000_000] : [1_000_000, 10_000_000, 100_000_000],
        textSizes: quick ? [1_000_000] : [1_000_000, 10_000_000])
    }
    measurements = try compare(files, programs, in: folder) + measurements
    let table = Table(measurements: measurements)
    print(table.text, terminator: "")
    if let json {
      let output = try OutputFile(path: FilePath(json), existing: .replaced)
      try output.write(Array(try table.json()))
      try output.commit()
    }
  }

  private func compare(_ files: SessionFiles, _ programs: Programs, in folder: DataFolder) throws -> [Measurement] {
    let ink = Ink(BenchmarkStroke.all())
    let quality = Quality()
    let picture = ink.drawWhole(threads: 1)
    try layOut(files, picture, quality, in: folder)
    let peers = Peers(peerPrograms, in: folder.path)
    let groups = try [
      Workload.ink(ink, peers: peers), Workload.points(peers), Workload.latency(files.frames, peers: peers),
      Workload.undo(peers), Workload.selection(peers), Workload.seeking(peers, isQuick: quick),
      [Workload.undoMemory(programs)],
      Workload.png(picture, peers: peers), Workload.imports(files, in: folder, peers: peers),
      Workload.touches(files, in: folder, peers: peers), Workload.recordings(files, peers: peers),
    ]
    let workloads = processes(files, programs, in: folder) + groups.flatMap { $0 }
    var rounds = Rounds(count: quick ? 3 : 11)
    let measured = try rounds.run(workloads.filter { isWanted($0.name) })
    return measured + (isWanted("edge error") ? try quality.measurements(peers, in: folder) : [])
  }

  private func isWanted(_ name: String) -> Bool { only.map(name.contains) ?? true }

  private func processes(_ files: SessionFiles, _ programs: Programs, in folder: DataFolder) -> [Workload] {
    if pycairo == nil { report("without the script in Python: there is no pycairo") }
    let files = ProcessFiles(files, isQuick: quick, in: folder)
    let render = RenderWorkloads(
      programs: programs, files: files, drawer: drawer, script: pycairo.map { [$0, drawScript] })
    let commands = CommandWorkloads(programs: programs, files: files, peers: peers)
    let tables = TableWorkloads(programs: programs, files: files, script: tableScript)
    let films = FilmWorkloads(programs: programs, files: files)
    let pictures = render.w1() + render.real(in: corpus) + render.long() + render.batch()
    return pictures + commands.s60() + commands.starts(fixture) + tables.long() + films.long()
  }

  private var peerPrograms: [(name: String, command: [String])] {
    let native = ["Cairo", "libpng", "libevemu", "libevdev"].map { (name: $0, command: [peers]) }
    guard let python, let script else { return native }
    return native + ["Skia", "Blend2D", "PyYAML"].map { (name: $0, command: [python, script, $0]) }
  }

  /// Writes what peers and commands read.
  private func layOut(
    _ files: SessionFiles, _ picture: PixelBuffer, _ quality: Quality, in folder: DataFolder
  ) throws {
    try folder.write(BenchmarkStroke.all(), as: "ink.strokes")
    try folder.write(BenchmarkStroke.all(count: 1, points: 1000), as: "long.strokes")
    try folder.write(quality.strokes, as: "edges.strokes")
    try picture.pixels.withUnsafeBytes { try folder.write($0, as: "ink.bgra") }
    for format in [RecordingFormat.evemu, .raw24, .libinput, .getevent, .evtest, .hexdump, .chromeos] {
      try files.bytes(format).withUnsafeBytes { try folder.write($0, as: "s60.\(format)") }
    }
    try files.bytes(.evemu, limit: 0).withUnsafeBytes { try folder.write($0, as: "s60.prop") }
    try files.bytes(.libinput, limit: Workload.shortLength).withUnsafeBytes { try folder.write($0, as: "short.yml") }
  }
}
