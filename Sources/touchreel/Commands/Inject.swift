import ArgumentParser
import SystemPackage
import TouchReelByteStreams
import TouchReelEvdevDevices
import TouchReelInjection
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Inject: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inject",
    abstract: "Replay a recording into the kernel, so that any program receives its touches.",
    discussion: """
      Each recorded device becomes a virtual device with the recorded name, ids, axes and properties for the duration of the replay. \
      Contacts that are still down at the end, or at Ctrl-C, are lifted. Timing is reported at the end. Touches are fitted on another \
      device by --scale, --target, --rotate or --area: each axis to the other's range; axes, keys and touches for which it has no room \
      are left out, and counted.

        touchreel inject session.mcap
        touchreel inject session.mcap --speed 0.5 --loop
        touchreel inject tap.evemu --device /dev/input/event5 --scale
        touchreel inject tap.evemu --target remarkable-2-touch
        touchreel inject a.evemu --format sendevent --target phone.txt -o a.sh
        ssh tablet touchreel record -o - | touchreel inject -

      From a pipe, frames are written as they come, though never faster than they were recorded. A device that the pipe does not \
      describe needs --description; otherwise the pipe is read to its end first, as it is for --loop, --from and --to.
      """)

  @Argument(help: "The recording to replay.", completion: .recordings) var file: String
  @Option(help: ArgumentHelp("Speed factor, 0.001 to 1000.", valueName: "factor")) var speed =
    1.0
  @Option(
    defaultAsFlag: LoopArgument.endless,
    help: ArgumentHelp("Number of passes; without a number, repeat until Ctrl-C.", valueName: "n"))
  var loop: LoopArgument? = nil
  @Option(
    help: ArgumentHelp("Where to start; contacts that are down at that time begin there.", valueName: "time"))
  var from: ReplayTime?
  @Option(help: ArgumentHelp("Where to stop; contacts that are down at that time are lifted.", valueName: "time"))
  var to: ReplayTime?
  @Option(
    help: ArgumentHelp(
      "Replay this recorded device, given by number, name or node. Repeat for several devices.", valueName: "device"))
  var devices: [String] = []
  @Option(
    help: ArgumentHelp(
      "Write to this device, given by node or name, instead of a virtual one; repeat for each recorded device.",
      valueName: "device"), completion: .touchDevices)
  var device: [String] = []
  @Option(
    help: ArgumentHelp(
      "From a pipe: write each frame this much later than it was recorded, which evens out a network's delays.",
      valueName: "time"))
  var delay: ReplayTime?
  @Option(
    help: ArgumentHelp(
      "The device to fit touches on: a built-in name (see --device-like) or a file that describes it, as for --description.",
      valueName: "name or file"),
    completion: .words(KnownDevice.allCases.map(\.rawValue), orFilesWith: CompletionKind.recordingSuffixes))
  var target: String?
  @Flag(help: "Fit touches on the given device, whose axes, ranges and slots may differ from the recorded ones.")
  var scale = false
  @Option(help: ArgumentHelp("Turn the touches clockwise, and fit them as --scale does.", valueName: "0|90|180|270"))
  var rotate: QuarterTurn?
  @Option(
    help: ArgumentHelp(
      "Fit touches into this part of the device, in its own units or, such as 25%, in hundredths of its range.",
      valueName: "X,Y,W,H"))
  var area: TargetArea?
  @Option(
    help: ArgumentHelp(
      "Use this range of the recorded device instead of the one in the recording, in device units.",
      valueName: "X0,X1,Y0,Y1"))
  var range: RangeArgument?
  @Option(
    help: ArgumentHelp(
      "Use this resolution of the recorded device instead of the one in the recording, in units per millimetre.",
      valueName: "X[,Y]")
  )
  var resolution: ResolutionArgument?
  @Option(help: "Write a shell script for Android instead, which sends the same touches (sendevent).")
  var format: ScriptFormat?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write the script; standard output without it.", valueName: "file")
  )
  var output: String?
  @Flag(help: "Keep the recorded fuzz, so that the kernel filters small changes again.") var keepFuzz = false
  @Option(
    help: ArgumentHelp(
      "How long to wait for programs to find the devices before the first frame, or enter to wait for the Enter key.",
      valueName: "time"))
  var wait = WaitArgument.after(TimeSpan(seconds: 1))
  @Flag(help: "Print devices and timing as JSON at the end.") var json = false
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions
  @OptionGroup var sandbox: SandboxOption

  func validate() throws {
    guard ReplayPace.speeds.contains(speed) else { throw ValidationError("--speed takes 0.001 to 1000.") }
    if wait == .enter && file == "-" {
      throw ValidationError("--wait enter reads standard input; specify the recording by name.")
    }
    if let delay, !(TimeSpan.zero...TimeSpan(seconds: 60)).contains(delay.exactSpan ?? TimeSpan(seconds: -1)) {
      throw ValidationError("--delay takes up to a minute, such as 50ms.")
    }
    if delay != nil && (loop != nil || from != nil || to != nil) {
      throw ValidationError("--delay is for a pipe that is injected as it comes; remove --loop, --from and --to.")
    }
    if scale && device.isEmpty { throw ValidationError("--scale requires --device.") }
    if target != nil && !device.isEmpty {
      throw ValidationError("--target is for virtual devices and scripts; remove --device or --target.")
    }
    try ReplayTime.requireOrder(from, to)
    try validateScript()
    if keepFuzz && !device.isEmpty {
      throw ValidationError("--keep-fuzz cannot be used with --device.")
    }
  }

  private func validateScript() throws {
    guard format == nil else {
      let given = GivenOption.all(
        GivenOption("--device", device), GivenOption("--loop", if: loop != nil),
        GivenOption("--wait", if: wait != .after(TimeSpan(seconds: 1))), GivenOption("--json", if: json),
        GivenOption("--keep-fuzz", if: keepFuzz), GivenOption("--delay", delay))
      guard given.isEmpty else { throw ValidationError("\(given[0].name) has no effect on a script.") }
      return
    }
    if output != nil || replacing.force { throw ValidationError("-o and --force are for --format sendevent.") }
  }

  func run() throws {
    // Standard input can be opened once, and is kept as it is read.
    let bytes = try input.bytes(of: file)
    sandbox.enter(needs)
    do {
      if format != nil {
        try writeScript(bytes)
      } else if let pipe = bytes as? PipeBytes, let openings = try liveOpenings(of: pipe) {
        try inject(pipe, openings)
      } else {
        try inject(bytes)
      }
    } catch let error as InjectionError {
      throw Failure(message: error.line)
    } catch let error as DeviceError {
      throw Failure(message: error.line)
    }
  }

  /// The devices of a pipe that can be injected as it comes; `nil` if all of it has to be there first.
  private func liveOpenings(of pipe: PipeBytes) throws -> [DeviceOpening]? {
    guard loop == nil && from == nil && to == nil else { return nil }
    try input.refuseDrawing(pipe)
    var source = try input.open(pipe, inferring: .nothing, opensAtOnce: true) { _ in true }.makeSource()
    var entry = RecordingEntry()
    var openings: [DeviceOpening] = []
    // A virtual device like the recorded one is made as soon as that is known; all others have to be known together.
    let needsAll = !device.isEmpty || !devices.isEmpty || target != nil || rotate != nil || area != nil
    while openings.isEmpty || needsAll, try source.next(into: &entry), entry.frame == nil {
      if let opening = entry.opening { openings.append(opening) }
    }
    guard range != nil || openings.allSatisfy({ $0.description.isComplete || $0.description.hasOwnRanges }) else {
      let target = target ?? device.first ?? ""
      guard !isFitted else {
        throw InjectionError.unknownRange(device: openings.first?.description.name ?? "", target: target)
      }
      Terminal.warn(
        "\(pipe.name): does not describe its device, so it is read to its end first; with --description it is not")
      return nil
    }
    return openings
  }

  /// What comes through a pipe, as it comes.
  private func inject(_ pipe: PipeBytes, _ openings: [DeviceOpening]) throws {
    pipe.stopKeeping()
    var reading = try input.readingOptions()
    reading.opensAtOnce = true
    var injector = try PipeInjector(
      pipe, reading: reading, openings: openings, options: try options(),
      delay: delay?.span(in: .zero) ?? .zero)
    var devices: [InjectedDeviceFacts] = []
    let outcome = try injector.run { device in
      devices.append(device)
      try announce([device], allThere: device.node != nil)
    }
    try finish(outcome, devices)
  }

  private func inject(_ bytes: any ByteSource & Sendable) throws {
    let survey = try input.facts(of: try input.open(bytes))
    var injector = try Injector(survey, options: try options())
    let allThere = injector.waitForNodes()
    let devices = injector.devices
    try announce(devices, allThere: allThere)
    Terminal.warn(LostEvents(count: survey.statistics.dropCount).warnings, of: name)
    let outcome = try injector.run(try input.open(bytes))
    try finish(outcome, devices)
  }

  /// What messages call the recording.
  private var name: String { file == "-" ? "standard input" : file }

  private func finish(_ outcome: InjectionOutcome, _ devices: [InjectedDeviceFacts]) throws {
    Terminal.warn(outcome.leftOut, of: name)
    if json { try Terminal.print(json: InjectionReport(devices, outcome)) } else { report(outcome.timing) }
    if case .interrupted(let signal) = outcome.end, loop != .endless { throw ExitCode(128 + signal) }
  }

  private func options() throws -> InjectionOptions {
    var options = InjectionOptions()
    options.pace = ReplayPace(speed: speed, passes: loop == nil ? 1 : loop?.passes)
    (options.start, options.end) = (from, to)
    options.devices = devices
    options.surface.range = range?.range
    options.surface.resolution = resolution?.resolution
    options.target = try target.map(described)
    options.beginning = wait.beginning
    options.fuzz = keepFuzz ? .kept : .removed
    options.nodes = try device.map { name in try DeviceSelector(name).node() }
    if scale || rotate != nil || area != nil { options.fit = FitOptions(rotation: rotate ?? .upright, area: area) }
    return options
  }

  private var isFitted: Bool { target != nil || scale || rotate != nil || area != nil }

  /// The built-in device of a name, or what a file describes.
  private func described(_ target: String) throws -> DeviceDescription {
    if let known = KnownDevice(name: target) { return known.description }
    do throws(FileError) {
      return try DescriptionFile.read(try input.bytes(of: target)) { Terminal.warn("\(target): \($0)") }
    } catch {
      let names = KnownDevice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(message: "\(error); built-in devices are: \(names)")
    }
  }

  private func writeScript(_ bytes: any ByteSource) throws {
    let survey = try input.facts(of: try input.open(bytes))
    let script = try SendeventScript(survey, options: try options())
    let recording = try input.open(bytes)
    let leftOut: [String]
    if let output {
      let out = try OutputFile(path: FilePath(argument: output), existing: replacing.existing)
      leftOut = try script.write(recording) { lines throws(FileError) in
        try out.write(lines.map { Array("\($0)\n".utf8) }.flatMap(\.self))
      }
      try out.commit()
    } else {
      leftOut = try script.write(recording) { lines throws(FileError) in try Terminal.print(lines) }
    }
    Terminal.warn(script.losses.map { "not replayed: \($0)" } + script.additions, of: script.deviceName.printableName)
    Terminal.warn(leftOut + LostEvents(count: survey.statistics.dropCount).warnings, of: name)
  }

  /// Prints the devices, on standard error if standard output is reserved for JSON.
  private func announce(_ devices: [InjectedDeviceFacts], allThere: Bool) throws {
    for device in devices {
      let line = "\(device.node?.string ?? "(no node)")  \(device.name.printableName)"
      if json { Terminal.write(line: line) } else { try Terminal.print([line]) }
      Terminal.warn(device.losses.map { "not replayed: \($0)" } + device.additions, of: device.name.printableName)
    }
    if !allThere { Terminal.warn("a device has no node; is the evdev kernel module loaded?") }
  }

  private func report(_ timing: TimingReport) {
    let text = [("median", timing.median), ("99th percentile", timing.percentile(99)), ("maximum", timing.maximum)]
      .map { "\($0) \(Self.milliseconds($1)) ms" }.joined(separator: ", ")
    Terminal.write(line: "\(counted(timing.frames, "frame")); latency: \(text)")
  }

  private static func milliseconds(_ span: TimeSpan) -> Double { Double(span.nanoseconds / 1000) / 1000 }
}

/// What a script is written in.
enum ScriptFormat: String, ExpressibleByArgument, CaseIterable {
  case sendevent
}

extension TargetArea: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// `--loop`, with or without a number.
enum LoopArgument: ExpressibleByArgument, Hashable, CustomStringConvertible {
  case endless
  case times(Int)

  init?(argument: String) {
    guard let number = Int(argument), number > 0 else { return nil }
    self = .times(number)
  }

  var passes: Int? {
    switch self {
    case .endless: nil
    case .times(let number): number
    }
  }

  var description: String { passes.map(String.init) ?? "endless" }
}

/// The output of `inject --json`.
private struct InjectionReport: Encodable {
  struct Device: Encodable {
    var number: Int
    var name: String
    var node: String?
    var losses: [String]
    var additions: [String]
  }

  /// How late events were, in milliseconds.
  struct Lateness: Encodable {
    var median: Double
    var percentile99: Double
    var maximum: Double
  }

  var devices: [Device]
  var frames: Int
  var late: Lateness
  var interrupted: Bool

  init(_ devices: [InjectedDeviceFacts], _ outcome: InjectionOutcome) {
    self.devices = devices.map {
      Device(number: $0.number, name: $0.name, node: $0.node?.string, losses: $0.losses, additions: $0.additions)
    }
    frames = outcome.timing.frames
    late = Lateness(
      median: outcome.timing.median.seconds * 1000, percentile99: outcome.timing.percentile(99).seconds * 1000,
      maximum: outcome.timing.maximum.seconds * 1000)
    interrupted = outcome.end != .finished
  }
}

/// `--wait`: a length of time up to an hour, or `enter`.
enum WaitArgument: ExpressibleByArgument, Equatable {
  case after(TimeSpan)
  case enter

  init?(argument: String) {
    if argument == "enter" {
      self = .enter
    } else {
      guard let span = ReplayTime(argument)?.exactSpan, (0...3600).contains(span.seconds) else { return nil }
      self = .after(span)
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .after(let span): "\(span.seconds)"
    case .enter: "enter"
    }
  }

  var beginning: InjectionOptions.InitialContent {
    switch self {
    case .after(let span): .after(span)
    case .enter: .input(.standardInput)
    }
  }
}
