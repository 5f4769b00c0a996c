import ArgumentParser
import Recordings
import SystemPackage

/// How a recording is opened.
struct InputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Describes the device of an evemu file that has only events.", valueName: "file"))
  var description: String?

  @Option(help: ArgumentHelp("The largest chunk of an MCAP file to accept, in MiB.", valueName: "mib"))
  var maxChunk = 64

  func validate() throws {
    guard (1...4096).contains(maxChunk) else { throw ValidationError("--max-chunk takes 1 to 4096 (MiB).") }
  }
}

/// How a file is written.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Replace files that exist.")
  var force = false

  var existing: OutputFile.Existing { force ? .replaced : .refused }
}
