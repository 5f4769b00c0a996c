import ByteStreams
import Exporting
import InputEvents
import RecordingFormats
import Replaying
import SystemPackage

extension Rewrite {
  /// Adds a device description inferred from the events if the format starts with one and the recording has none.
  mutating func describe(_ recording: Recording, with input: InputOptions) throws(FileError) {
    try describe(recording) { (recording) throws(FileError) in try input.facts(of: recording, []).descriptions }
  }

  /// Writes the recordings one after another, and warns of what was lost.
  func run(
    _ recordings: [Recording], output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) {
    let (warnings, losses) = try writeShowingProgress(
      recordings, to: output, replacing: replacing, joining: pause)
    let name = output == "-" ? "standard output" : output
    Terminal.warn(warnings, of: recordings.count == 1 ? recordings[0].name : name)
    Terminal.warn(losses, of: name)
  }

  /// Writes recordings that nothing else is done beside.
  ///
  /// - Returns: what was found while reading, and what the format cannot hold.
  func writeShowingProgress(
    _ recordings: [Recording], to output: String, replacing: OutputOptions, joining pause: TimeSpan? = nil
  ) throws(FileError) -> (warnings: [String], losses: [String]) {
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
