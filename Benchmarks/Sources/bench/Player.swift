import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelReplaying

/// Opens a recording of any length as a player does, and jumps about in it.
struct Player: ParsableCommand {
  @Argument(help: "The recording.") var file: String
  @Option(help: "How often it jumps.") var jumps = 200

  func run() throws {
    let begun = monotonicSeconds()
    let recording = try Recording.open(FilePath(file))
    var options = RenderOptions()
    options.threads = 2
    var replay = try SeekableReplay(recording, facts: RecordingFacts(recording), options: options)
    let opened = monotonicSeconds()
    print("  opened in \(seconds(opened - begun)), \(peakMegabytes) MB")
    while try replay.prepare(10_000) {}
    let prepared = monotonicSeconds()
    print("  snapshots made in \(seconds(prepared - opened)), \(peakMegabytes) MB")
    let drawing = SeekableDrawing(replay, threads: options.threads)
    let times = try drawing.times(jumps: jumps)
    let figures = [0.5, 0.99, 1].map { String(Int(percentile($0, of: times).rounded())) }
    print("  \(jumps) jumps: median \(figures[0]) ms, 99th percentile \(figures[1]) ms, longest \(figures[2]) ms")
  }

  private func seconds(_ value: Double) -> String { "\((value * 10).rounded() / 10) s" }

  private var peakMegabytes: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss / 1024
  }

  private func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
