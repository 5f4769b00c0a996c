public import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelInkFiles
public import TouchReelInputEvents
import TouchReelMCAP
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

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

  @Option(
    name: .customLong("limits"),
    help: ArgumentHelp(
      "Raise or lower what a file may cost, such as chunk=256,points=9000000; 'touchreel help limits' lists all.",
      valueName: "name=count"))
  var statedLimits: [String] = []

  /// What the parser makes of arguments with none of these options.
  static var notGiven: InputOptions {
    var options = InputOptions()
    (options.description, options.deviceLike) = (nil, nil)
    options.statedLimits = []
    return options
  }

  /// The given options that affect what is read, besides the file of ``description``.
  var given: [GivenOption] { GivenOption.all(GivenOption("--device-like", deviceLike)) + limits.given }

  /// The stated limits; ``validate()`` has refused what is none.
  var limits: Limits { (try? Limits(statedLimits)) ?? .standard }

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
      if (try? DrawingInput.begins(stream, self)) == true { throw DrawingInput.refusal(of: stream, self) }
      throw error
    }
  }

  func refuseDrawing(_ bytes: any ByteSource) throws(FileError) {
    if try DrawingInput.begins(bytes, self) { throw DrawingInput.refusal(of: bytes, self) }
  }

  func readingOptions() throws(FileError) -> ReadingOptions {
    var options = ReadingOptions()
    let limits = limits
    options.mcap.maximumChunkSize = limits[.chunk] << 20
    options.mcap.maximumExpansion = limits[.expansion]
    options.maximumRepeats = limits[.repeats]
    options.ink = limits.ink
    options.knownDevice = deviceLike
    if let description { options.description = try FileBytes.open(FilePath(argument: description)) }
    return options
  }

  func bytes(of file: String) throws(FileError) -> any ByteSource & Sendable {
    try refuseURL(file)
    return try FileBytes.open(FilePath(argument: file), keeping: .everything(upTo: limits.pipeByteLimit))
  }

  /// A file can have any name, also that of a URL.
  private func refuseURL(_ file: String) throws(FileError) {
    let schemes = ["http://", "https://", "ftp://", "file://"]
    guard schemes.contains(where: file.lowercased().hasPrefix), (try? Stat(FilePath(argument: file))) == nil else {
      return
    }
    throw FileError(
      file: file, message: "is a URL, and touchreel reads files: curl -L URL | touchreel … -, or save it first")
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
    _ = try Limits(statedLimits)
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
