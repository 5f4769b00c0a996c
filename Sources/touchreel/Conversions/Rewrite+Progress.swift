import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

extension Rewrite {
  /// Adds a device description inferred from the events if the format starts with one and the recording has none.
  mutating func describe(_ recording: Recording, with input: InputOptions) throws(FileError) {
    try describe(recording) { (recording) throws(FileError) in try input.facts(of: recording, []).descriptions }
  }

  /// Writes the recordings one after another, and warns of what was lost.
  func run(
    _ recordings: [Recording], output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) {
    let report = try writeShowingProgress(recordings, to: output, replacing: replacing, joining: pause)
    // A recording may be joined to itself.
    var warned: Set<[String]> = []
    for (index, recording) in recordings.enumerated() {
      let lines = report.warnings[index] + report.losses[index]
      if warned.insert([recording.name] + lines).inserted { Terminal.warn(lines, of: recording.name) }
    }
    let name = output == "-" ? "standard output" : output
    Terminal.warn(report.otherLosses, of: recordings.count == 1 ? recordings[0].name : name)
  }

  /// Writes recordings that nothing else is done beside.
  ///
  /// - Returns: what was found while reading, and what the format cannot hold.
  func writeShowingProgress(
    _ recordings: [Recording], to output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) -> CopyReport {
    var progress = Progress("Writing")
    defer { progress.finish() }
    return try write(
      recordings, to: FilePath(argument: output), existing: replacing.existing, joining: pause,
      readsAhead: Processors.areSeveral
    ) {
      progress.update($0)
    }
  }
}
