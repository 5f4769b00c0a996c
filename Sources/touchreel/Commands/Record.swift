import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record touch devices into one file until Ctrl-C, unplugging, --duration or --idle.",
    usage: "touchreel record [<options>]",
    discussion: """
        touchreel record
        touchreel record -d "ELAN Touchscreen" -d event7 -o a.mcap --idle 30
        touchreel record -d event5 -o tap.evemu
        touchreel record -o - | ssh desk touchreel inject -

      The file can be read at any time, even after a crash. If a device given by its name or by a link in \
      /dev/input/by-id is unplugged, recording waits for it to return. A name that ends as those of \
      \(FormatArgument.listedForeign) records one device in that format; convert makes them of .mcap, which loses nothing.
      """)

  @Option(
    name: [.short, .customLong("device")],
    help: ArgumentHelp(
      "Device to record: a node (event5), a link to one, or the device's name. Repeat for several; by default all touch devices.",
      valueName: "device"), completion: .touchDevices)
  var devices: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, or - for standard output; by default named by date.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "The output format, if not by the name: \(FormatArgument.listed).")
  var format: FormatArgument?

  @Option(help: ArgumentHelp("Stop after this long.", valueName: "time"))
  var duration: ReplayTime?

  @Option(help: ArgumentHelp("Stop after this long without an event.", valueName: "time"))
  var idle: ReplayTime?

  @Flag(help: "Keep the events from all other programs while recording.")
  var grab = false

  @Flag(help: "Record devices even if they are not touch devices.")
  var forceDevice = false

  @Flag(help: "Record keyboards as well: everything typed, including passwords.")
  var keyboards = false

  @Option(
    help: ArgumentHelp(
      "Record that the screen is rotated clockwise, so that renders are rotated with it.", valueName: "0|90|180|270"))
  var rotate: QuarterTurn?

  @OptionGroup var replacing: OutputOptions
  @OptionGroup var sandbox: SandboxOption

  func validate() throws {
    for time in [duration, idle] {
      guard let time else { continue }
      guard case .span(let span) = time, span > .zero else {
        throw ValidationError("--duration and --idle take a time such as 90, 1:30 or 500ms.")
      }
    }
  }

  func run() throws {
    let format = try self.format?.format ?? inferredFormat()
    // Its default is named by the time, and so looked for once.
    let path = self.path
    do {
      let selectors = try selectors()
      let recorder = try Recorder(selectors, options: options)
      try refuse(recorder.descriptions, in: format, path)
      let signals = try SignalWatch()
      let file = try RecorderFile(path: path, existing: replacing.existing) {
        sandbox.enter(.ofRecorder(selectors, output: path == "-" ? nil : path))
      }
      var line = StatusLine(path: path)
      line.begin(recorder.descriptions)
      var text: LiveText?
      if format != .mcap { text = try LiveText(format, to: file) }
      let end = try recorder.run(into: file, as: text, until: signals) { line.show($0) }
      line.finish(end, kept: kept(after: end, in: file.isInPlace ? path : nil))
      Terminal.warn(text?.losses ?? [], of: path.string)
      if case .output(let error) = end { throw error }
    } catch let error as DeviceError {
      throw Failure(message: error.line)
    }
  }

  /// The format by the end of the name; a name without a known one is a recording of our own.
  private func inferredFormat() throws -> RecordingFormat {
    guard let output, output != "-", FilePath(argument: output).extension != nil else { return .mcap }
    return try FormatArgument.format(nil, of: output)
  }

  /// The other formats hold one device each, or the events of one device after those of another.
  private func refuse(_ devices: [DeviceDescription], in format: RecordingFormat, _ path: FilePath) throws {
    guard format != .mcap, devices.count > 1 else { return }
    let names = devices.map(\.name.printableName).joined(separator: ", ")
    throw Failure(
      message: "\(path): \(format.rawValue) is recorded of one device, and these are \(devices.count) (\(names)); "
        + "pick one with -d, or record to .mcap and convert")
  }

  /// What is in a file that could not be completed; `nil` for one that is complete, and for what is no file.
  ///
  /// - Parameter path: `nil` if the file is not there any more.
  private func kept(after end: RecordingEnd, in path: FilePath?) -> StatusLine.Kept? {
    guard case .output = end else { return nil }
    guard let path else { return StatusLine.Kept() }
    guard path != "-", let status = try? path.stat(), status.type == .regular else { return nil }
    var kept = StatusLine.Kept(bytes: UInt64(clamping: status.size))
    do throws(FileError) {
      var source = try Recording.open(path).makeSource()
      var entry = RecordingEntry()
      while try source.next(into: &entry) { if case .frame(let frame, _) = entry { kept.events += frame.events.count } }
    } catch { return kept }
    return kept
  }

  private var options: RecorderOptions {
    var options = RecorderOptions()
    options.grab = grab ? .exclusive : .shared
    if forceDevice { options.admission.insert(.notTouch) }
    if keyboards { options.admission.insert(.keyboards) }
    options.limits = RecordingLimits(duration: span(of: duration), idle: span(of: idle))
    options.rotation = rotate
    options.epochOffset = Clock.epochOffset
    options.schemas = .ofBoards
    if Terminal.isErrorTerminal { options.statusInterval = TimeSpan(seconds: 0.25) }
    return options
  }

  private func span(of time: ReplayTime?) -> TimeSpan? { time.map { $0.span(in: .zero) } }

  private var path: FilePath { FilePath(argument: output ?? "touch-\(Clock.stamp).mcap") }

  private func selectors() throws(DeviceError) -> [DeviceSelector] {
    if !devices.isEmpty { return devices.map(DeviceSelector.init) }
    return try DeviceList.touchDevices().map { .path($0.node) }
  }
}

/// The system's clocks.
private enum Clock {
  /// The offset from CLOCK_MONOTONIC to the Unix epoch.
  static var epochOffset: TimeSpan {
    var (epoch, monotonic) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC, &monotonic)
    clock_gettime(CLOCK_REALTIME, &epoch)
    let seconds = Int64(epoch.tv_sec - monotonic.tv_sec)
    return TimeSpan(nanoseconds: seconds * 1_000_000_000 + Int64(epoch.tv_nsec - monotonic.tv_nsec))
  }

  /// `2026-11-21-090533`, in the user's time zone.
  static var stamp: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d-%H%M%S", &parts)
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}

/// The status of a recording for the user: a line that changes on a terminal, and a summary at the end in any case.
private struct StatusLine {
  /// What is in a file.
  struct Kept {
    var events = 0
    var bytes: UInt64 = 0
  }

  private let path: FilePath
  private var status = RecorderStatus()

  init(path: FilePath) { self.path = path }

  func begin(_ devices: [DeviceDescription]) {
    guard Terminal.isErrorTerminal else { return }
    let names = devices.map { "\($0.name.printableName) (\(($0.node ?? "?").printableName))" }.joined(separator: ", ")
    Terminal.write(line: "Recording \(names) to \(path); press Ctrl-C to stop.")
  }

  /// `0:12.3  3 down  1204 events/s  123 kB  0 drops`
  mutating func show(_ status: RecorderStatus) {
    self.status = status
    guard Terminal.isErrorTerminal else { return }
    let rate = Int(clamping: status.eventsPerSecond.rounded())
    Terminal.write(
      status:
        "\(clock)  \(status.contacts) down  \(rate) events/s  \(size(status.bytes))  \(counted(status.drops, "drop"))")
  }

  /// `Recorded 0:12.3, 4321 events, 12 touches, 0 drops, 34 kB to session.mcap: interrupted.`
  ///
  /// - Parameter kept: what is in the file, if it could not be completed.
  func finish(_ end: RecordingEnd, kept: Kept?) {
    Progress.clearLine()
    let events = kept.map { "\($0.events) of " } ?? ""
    let counts = [
      events + counted(status.events, "event"), counted(status.touches, "touch", "touches"),
      counted(status.drops, "drop"), size(kept?.bytes ?? status.bytes),
    ].joined(separator: ", ")
    let output = path == "-" ? "standard output" : "\(path)"
    Terminal.write(line: "Recorded \(clock), \(counts) to \(output): \(reason(end)).")
  }

  private func reason(_ end: RecordingEnd) -> String {
    switch end {
    case .signal(SIGINT): "interrupted"
    case .signal(SIGHUP): "terminal closed"
    case .signal: "terminated"
    case .duration: "duration reached"
    case .idle: "idle timeout"
    case .unplugged: "device unplugged"
    case .output(let error): error.isOfClosedReader ? "its reader has left" : "output failed"
    }
  }

  private var clock: String {
    let tenths = max(status.elapsed.nanoseconds, 0) / 100_000_000
    let (minutes, rest) = (tenths / 600, tenths % 600)
    return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
  }

  private func size(_ bytes: UInt64) -> String { bytes < 10_000 ? "\(bytes) B" : "\(bytes / 1000) kB" }
}
