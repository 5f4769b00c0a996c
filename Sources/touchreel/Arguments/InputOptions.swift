public import ArgumentParser
import ByteStreams
import InkFiles
public import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage
import TouchTracking
import WindowArguments

/// How to open a recording.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What describes the device of a recording that does not: a file of evemu-describe, getevent -lp, libinput record or evtest, or another recording.",
      valueName: "file"), completion: .recordings)
  var description: String?

  @Option(
    help: ArgumentHelp("The device of a recording that does not describe it, as built in.", valueName: "name"))
  var deviceLike: KnownDevice?

  @Option(help: ArgumentHelp("Largest MCAP chunk to accept, in MiB.", valueName: "mib"))
  var maxChunk = Limit.chunk

  @Option(
    help: ArgumentHelp("Largest expansion of MCAP chunks to accept, as a multiple of their size.", valueName: "times"))
  var maxExpansion = Limit.expansion

  @Option(
    help: ArgumentHelp(
      "Largest expansion of repeated lines in a hexdump to accept beyond 1 MiB, as a multiple of its length.",
      valueName: "times"))
  var maxRepeats = Limit.repeats

  @Option(help: ArgumentHelp("Largest drawing file to read, in MiB.", valueName: "mib"))
  var maxDrawing = Limit.drawing

  @Option(help: ArgumentHelp("Most points of a drawing to read.", valueName: "count"))
  var maxPoints = InkLimits.standard.points

  @Option(help: ArgumentHelp("Most strokes and other shapes of a drawing to read.", valueName: "count"))
  var maxStrokes = InkLimits.standard.strokes

  @Option(help: ArgumentHelp("Most data to read from a pipe, in MiB.", valueName: "mib"))
  var maxPipe = Limit.pipe

  /// Where an option says nothing else.
  private enum Limit {
    static let (chunk, expansion, repeats, drawing, pipe) = (64, 1000, 16, 256, 1024)
  }

  /// What the parser makes of arguments with none of these options.
  static var notGiven: InputOptions {
    var options = InputOptions()
    (options.description, options.deviceLike) = (nil, nil)
    (options.maxChunk, options.maxExpansion, options.maxRepeats) = (Limit.chunk, Limit.expansion, Limit.repeats)
    (options.maxDrawing, options.maxPipe) = (Limit.drawing, Limit.pipe)
    (options.maxPoints, options.maxStrokes) = (InkLimits.standard.points, InkLimits.standard.strokes)
    return options
  }

  /// What a drawing may hold.
  var inkLimits: InkLimits { InkLimits(points: maxPoints, strokes: maxStrokes) }

  /// Opens a recording; `-` is standard input.
  func open(_ file: String) throws(FileError) -> Recording {
    try open(try bytes(of: file))
  }

  func open(_ bytes: any ByteSource) throws(FileError) -> Recording {
    try refuseDrawing(bytes)
    return try openRecording(bytes)
  }

  /// Opens what is known to be no drawing.
  func openRecording(_ bytes: any ByteSource) throws(FileError) -> Recording {
    try Recording.open(bytes, options: try readingOptions())
  }

  /// Opens a recording that comes through a pipe, to be read once while it comes. If what came so far is of no format,
  /// that is said after a second of silence, since it may be all that comes.
  ///
  /// - Parameters:
  ///   - pipe: what is read.
  ///   - inference: of a device that is not described.
  ///   - opensAtOnce: whether devices are opened before the first frame is awaited.
  ///   - wait: called before each read that would wait for the pipe's writer; false ends the stream.
  func open(
    _ pipe: PipeBytes, inferring inference: ReadingOptions.Inference, opensAtOnce: Bool = false,
    wait: @escaping (PendingRead) -> Bool
  ) throws(FileError) -> Recording {
    var isRecognized = false
    var isSaid = false
    let stream = StreamedBytes(pipe) { pending in
      if !isRecognized && !isSaid && pending.offset > 0 && pending.wait(milliseconds: 1000) == .timedOut {
        isSaid = true
        if (try? RecordingSniffer.hasSign(FirstBytes(pending.offset, of: pipe))) == true { return wait(pending) }
        Terminal.warn("\(pipe.name): nothing that came so far is of a format that touchreel knows; waiting for more")
      }
      return wait(pending)
    }
    var options = try readingOptions()
    (options.inference, options.opensAtOnce) = (inference, opensAtOnce)
    do {
      let recording = try Recording.open(stream, options: options)
      isRecognized = true
      return recording
    } catch {
      // Only now, since a look for a drawing may have to wait for the end.
      if (try? DrawingInput.begins(stream, self)) == true { throw FileError.isDrawing(stream.name) }
      throw error
    }
  }

  func refuseDrawing(_ bytes: any ByteSource) throws(FileError) {
    if try DrawingInput.begins(bytes, self) { throw FileError.isDrawing(bytes.name) }
  }

  func readingOptions() throws(FileError) -> ReadingOptions {
    var options = ReadingOptions()
    options.maximumChunkSize = maxChunk << 20
    options.maximumExpansion = maxExpansion
    options.maximumRepeats = maxRepeats
    (options.maximumPoints, options.maximumStrokes) = (maxPoints, maxStrokes)
    options.knownDevice = deviceLike
    if let description { options.description = try FileBytes.open(FilePath(argument: description)) }
    return options
  }

  func bytes(of file: String) throws(FileError) -> any ByteSource & Sendable {
    try FileBytes.open(FilePath(argument: file), keeping: .everything(upTo: UInt64(maxPipe) << 20))
  }

  /// A file that grows or a pipe that may never end; what has been read is not kept.
  func followedBytes(of file: String) throws(FileError) -> any ByteSource {
    try FileBytes.open(FilePath(argument: file), keeping: .followed)
  }

  /// Reads a recording once to find its devices, its length and what else is wanted, no further than `time` requires.
  func facts(
    of recording: Recording, _ wanted: RecordingScan.Facts = .touches,
    rules: TouchRuleOverrides = TouchRuleOverrides(), until time: ReplayTime = .end, showsProgress: Bool = true
  ) throws(FileError) -> RecordingFacts {
    var scan = RecordingScan(wanted, rules: rules)
    (scan.time, scan.readsAhead) = (time, Processors.areSeveral)
    var progress = Progress("Reading", isShown: showsProgress)
    defer { progress.finish() }
    return try scan.facts(of: recording) { progress.update($0) }
  }

  func validate() throws {
    if description != nil && deviceLike != nil {
      throw ValidationError("--description and --device-like both describe the device; use one of them.")
    }
    guard (1...4096).contains(maxChunk) else { throw ValidationError("--max-chunk takes 1 to 4096 (MiB).") }
    guard (1...1_048_576).contains(maxExpansion) else {
      throw ValidationError("--max-expansion takes 1 to 1048576.")
    }
    guard (1...1_048_576).contains(maxRepeats) else { throw ValidationError("--max-repeats takes 1 to 1048576.") }
    guard (1...4096).contains(maxDrawing) else { throw ValidationError("--max-drawing takes 1 to 4096 (MiB).") }
    for (name, count) in [("--max-points", maxPoints), ("--max-strokes", maxStrokes)] {
      guard (1...1_000_000_000).contains(count) else { throw ValidationError("\(name) takes 1 to 1000000000.") }
    }
    guard (1...1_048_576).contains(maxPipe) else { throw ValidationError("--max-pipe takes 1 to 1048576 (MiB).") }
  }
}

/// How to write a file.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Overwrite existing files.")
  var force = false

  var existing: OutputFile.Existing { force ? .replaced : .refused }

  /// Refuses to replace what is read, of which something may be left out.
  func refuse(_ output: String, readFrom files: [String]) throws(FileError) {
    let path = FilePath(argument: output)
    // What is read from a terminal may be written to it.
    guard force, output != "-", (try? path.stat())?.type == .regular,
      files.contains(where: { $0 != "-" && FilePath(argument: $0).isSameFile(as: path) })
    else { return }
    throw FileError(file: output, message: "is the file that is read; write to another one")
  }
}

extension KnownDevice: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
  public static var allValueDescriptions: [String: String] { [:] }
}
