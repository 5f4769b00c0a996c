import ArgumentParser
import ByteStreams
import Recordings
import Replaying
import SystemPackage
import TouchTracking

/// How a recording is opened.
struct InputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Describes the device of an evemu file that has only events.", valueName: "file"))
  var description: String?

  @Option(help: ArgumentHelp("The largest chunk of an MCAP file to accept, in MiB.", valueName: "mib"))
  var maxChunk = 64

  @Option(
    help: ArgumentHelp("How many times their size the chunks of an MCAP file may expand to.", valueName: "times"))
  var maxExpansion = 1000

  @Option(
    help: ArgumentHelp(
      "How many times its length the repeated lines of a hexdump may stand for, beyond 1 MiB.", valueName: "times"))
  var maxRepeats = 16

  @Option(help: ArgumentHelp("The largest drawing file to read, in MiB.", valueName: "mib"))
  var maxDrawing = 256

  @Option(help: ArgumentHelp("The most that may come through a pipe, in MiB.", valueName: "mib"))
  var maxPipe = 1024

  /// Opens a recording; a dash is standard input.
  func open(_ file: String) throws(FileError) -> Recording {
    try open(try bytes(of: file))
  }

  func open(_ bytes: any ByteSource) throws(FileError) -> Recording {
    if try DrawingInput.begins(bytes) {
      throw FileError(
        file: bytes.name, message: "is a drawing and holds no touches; render, info and convert to .json take drawings")
    }
    return try Recording.open(bytes, options: try readingOptions())
  }

  func readingOptions() throws(FileError) -> Recording.Options {
    var options = Recording.Options()
    options.maximumChunkSize = maxChunk << 20
    options.maximumExpansion = maxExpansion
    options.maximumRepeats = maxRepeats
    if let description { options.description = try FileBytes.open(FilePath(argument: description)) }
    return options
  }

  func bytes(of file: String) throws(FileError) -> any ByteSource {
    try FileBytes.open(FilePath(argument: file), keeping: .everything(upTo: UInt64(maxPipe) << 20))
  }

  /// A file that grows, or a pipe that need not end: what was read of it is not kept.
  func followedBytes(of file: String) throws(FileError) -> any ByteSource {
    try FileBytes.open(FilePath(argument: file), keeping: .followed)
  }

  /// Reads a recording once, to know its devices, its touches and its length; no further than a picture at a time needs.
  func survey(
    _ recording: Recording, rules: TouchRuleOverrides = TouchRuleOverrides(), until time: ReplayTime = .end
  ) throws(FileError) -> RecordingSurvey {
    var progress = Progress("Reading")
    defer { progress.finish() }
    return try RecordingSurvey(recording, rules: rules, until: time) { progress.update($0) }
  }

  func validate() throws {
    guard (1...4096).contains(maxChunk) else { throw ValidationError("--max-chunk takes 1 to 4096 (MiB).") }
    guard (1...1_048_576).contains(maxExpansion) else {
      throw ValidationError("--max-expansion takes 1 to 1048576.")
    }
    guard (1...1_048_576).contains(maxRepeats) else { throw ValidationError("--max-repeats takes 1 to 1048576.") }
    guard (1...4096).contains(maxDrawing) else { throw ValidationError("--max-drawing takes 1 to 4096 (MiB).") }
    guard (1...1_048_576).contains(maxPipe) else { throw ValidationError("--max-pipe takes 1 to 1048576 (MiB).") }
  }
}

/// How a file is written.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Replace files that exist.")
  var force = false

  var existing: OutputFile.Existing { force ? .replaced : .refused }
}
