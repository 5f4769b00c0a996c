import ByteStreams
import EvdevDevices
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

/// A pipe that is recorded while it comes.
struct PipeConversion {
  let input: InputOptions
  let replacing: OutputOptions
  let transforms: [any EntryTransform]
  /// Whether the result says when it was recorded.
  var keepsDates = true

  func run(_ pipe: PipeBytes, to output: String) throws {
    let path = FilePath(argument: output)
    // A file that may not be replaced is refused before anything is awaited.
    _ = try OutputFile(path: path, existing: replacing.existing)
    try input.refuseDrawing(pipe)
    let signals = try SignalWatch()
    var recorder = StreamRecorder { MonotonicClock.now }
    recorder.transforms = transforms
    recorder.schemas = .ofBoards
    recorder.keepsDates = keepsDates
    recorder.interruption = signals.readiness
    var file: RecorderFile?
    let result = Result { () throws(FileError) in
      try recorder.record { (wait) throws(FileError) in
        try input.open(pipe, inferring: .nothing, wait: wait)
      } to: { () throws(FileError) in
        let opened = try RecorderFile(path: path, existing: replacing.existing)
        file = opened
        return opened
      }
    }
    try file?.close()
    Terminal.warn(try result.get(), of: pipe.name)
  }
}
