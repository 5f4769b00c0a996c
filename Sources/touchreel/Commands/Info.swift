import ArgumentParser
import TouchReelByteStreams
import TouchReelClampedNumbers
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelStudies
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Info: ManyFilesCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Summarize recordings: devices, duration, events, touches, cancellations, and warnings.",
    discussion: """
        touchreel info session.mcap
        touchreel info page.touchreel.json
        touchreel info --touches session.mcap
        touchreel info --json *.events | jq '.[].touches.began'
      """)

  @Argument(help: ArgumentHelp("The recordings or drawings to summarize.", valueName: "files"), completion: .recordings)
  var operands: [FileOperands]
  @Flag(help: "Print JSON: an object, or an array of them for several files.") var json = false
  @Flag(help: "List the touches: when, how long, how far, and how they ended.") var touches = false
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var page: PageOption
  @OptionGroup var input: InputOptions

  func validate() throws { try surface.refuseFilmLimit() }

  init() {}

  /// What the parser makes of the name and files without an option, which takes it half of a start; `nil` if there is
  /// more, or nothing to read.
  init?(withoutOptions arguments: [String]) {
    let files = Array(arguments.dropFirst())
    guard arguments.first == Self.configuration.commandName, !files.isEmpty,
      files.allSatisfy({ $0 == "-" || !$0.isEmpty && !$0.hasPrefix("-") })
    else { return nil }
    (operands, json, touches) = ([FileOperands(files)], false, false)
    (surface, page, input) = (.notGiven, .notGiven, .notGiven)
  }

  var files: [String] { operands.flatMap(\.names) }

  func run() throws {
    if files.isEmpty { throw ValidationError("Specify at least one recording.") }
    try refuseSecondInput()
    if touches && json {
      throw ValidationError("--touches lists for people; dump --format jsonl --rows touches lists for programs.")
    }
    let reports = try readable()
    if json {
      let all = reports.map(AnyReport.init)
      if files.count > 1 { try Terminal.print(json: all) } else { try all.first.map { try Terminal.print(json: $0) } }
    } else {
      try Terminal.print(Array(reports.map(\.lines).joined(separator: [""])))
    }
    if reports.count < files.count { throw ExitCode.failure }
  }

  /// Reports on the files that can be read, and prints errors for the others.
  private func readable() throws -> [any FileReport] {
    var reports: [any FileReport] = []
    for file in files {
      do {
        reports.append(try report(on: file))
      } catch let error as FileError {
        Terminal.report(error.line)
      } catch let error as Failure {
        Terminal.report(error.message)
      }
    }
    return reports
  }

  private func report(on file: String) throws -> any FileReport {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes, input, pages: page.selection) {
      return try DrawingReport(drawing, page: page)
    }
    try page.refuse(ofRecording: bytes.name)
    let recording = try input.openRecording(bytes)
    let facts = try input.facts(of: recording, [.anomalies, .touchesOnBoard], rules: surface.rules)
    var report = InfoReport(facts, recording.name, epochOffset: try recording.statedEpochOffset())
    report.operand = ShellWord(file: file)?.text ?? "FILE"
    report.take(try RecordedPages(recording, facts, rules: surface.rules))
    if touches { report.list = try list(of: recording, facts) }
    return report
  }
}

extension Info {
  /// A line for each touch, in columns.
  private func list(of recording: Recording, _ facts: RecordingFacts) throws -> [String] {
    var options = RenderOptions()
    (options.mapping, options.rules) = (surface.mapping, surface.rules)
    if facts.eventCount == 0 { try recording.requireContent() }
    let touches = try EndedTouch.all(of: recording, facts, options)
    return TouchList(touches, from: facts.start, facts.deviceNumbers).lines
  }
}

/// A report of any kind, for an array of them.
private struct AnyReport: Encodable {
  let report: any FileReport

  func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }
}

/// The facts about a recording.
private struct InfoReport: FileReport {
  struct Device: Encodable {
    var name: String
    var kind: String
    var `protocol`: String
    var slots: Int
    var touches: Int
    var number: Int
    var node: String?
    /// Width and height in millimetres; `nil` if the device does not report its resolution.
    var size: [Double]?
    /// The unit of tilt along `x` and `y` for the axes that the device has: `degrees`, or `device` if it does not
    /// report a resolution.
    var tilt: [String: String]?
    /// The first two rows of libinput's matrix; `nil` if it is the identity.
    var calibration: [Double]?
    /// Degrees clockwise; `nil` if the screen was upright.
    var rotation: Int?
  }

  struct Touches: Encodable {
    var began: Int
    var ended: Int
    var cancelled: Int
    var cancelReasons: [String: Int]
    var maxSimultaneous: Int
    var palms: Int
  }

  /// Content that other programs put into the file.
  struct Foreign: Encodable {
    var attachments: Int
    var metadata: Int
    /// Counts by topic.
    var messages: [String: Int]
    let text: String

    private enum CodingKeys: CodingKey { case attachments, metadata, messages }

    init(_ tally: ForeignTally) {
      attachments = tally.attachmentCount
      metadata = tally.metadataCount
      messages = tally.messageCounts
      text = tally.description
    }
  }

  var file: String
  var format: String
  var devices: [Device]
  var events: Int
  var frames: Int
  var dropped: Int
  /// When the first event came, or else the first message of `/board`.
  var start: Start?
  /// Seconds from the first event to the last; from the first message of `/board` if there are no events.
  var duration: Double
  /// Frames per second over the duration.
  var frameRate: Double?
  var touches: Touches
  /// How many pages there are at the end.
  var pages = 1
  /// How often another page was shown.
  var pageTurns = 0
  /// What it is of, if it is of a study.
  var trial: TrialReport?
  /// `nil` if there is none.
  var foreign: Foreign?
  var truncated: Bool
  var warnings: [String]
  /// What is odd about its touches.
  var odd: [OddTouch]
  /// What draws where no touch does; for people.
  private var drawing: String?
  /// What names the file in a command.
  var operand = "FILE"
  /// The list of its touches, if they are to be listed; for people.
  var list: [String] = []

  private enum CodingKeys: CodingKey {
    case file, format, devices, events, frames, dropped, start, duration, frameRate, touches, pages, pageTurns,
      trial, foreign, truncated, warnings, odd
  }

  init(_ survey: RecordingFacts, _ file: String, epochOffset: TimeSpan) {
    self.file = file
    let first = survey.statistics.firstTime ?? survey.statistics.firstBoardTime
    start = first.map { Start($0, epochOffset: epochOffset) }
    format = survey.format.rawValue
    devices = survey.devices.map(Device.init)
    events = survey.statistics.eventCount
    frames = survey.statistics.frameCount
    dropped = survey.statistics.dropCount
    duration = survey.end.since(survey.start).seconds
    frameRate = duration > 0 && frames > 1 ? Double(frames - 1) / duration : nil
    touches = Touches(survey)
    foreign = survey.statistics.foreign.isEmpty ? nil : Foreign(survey.statistics.foreign)
    trial = TrialReport(survey.statistics.ownMetadata)
    truncated = survey.isTruncated
    warnings = CountedMessages.all(survey.warnings)
    odd = survey.anomalies.map(OddTouch.init)
    if survey.touches.began == 0, survey.drawsWithoutTouches {
      drawing = "  drawn without touches, by \(counted(survey.statistics.boardMessageCount, "message")) of /board"
    }
  }

  mutating func take(_ found: RecordedPages) { (pages, pageTurns) = (found.count, found.turns) }

  var lines: [String] {
    var lines = [
      "\(file.printableName): \(format), \(counted(events, "event")) in \(counted(frames, "frame")) over \(Self.seconds(duration))"
    ]
    if let frameRate { lines[0] += " (\(Int(clamping: frameRate.rounded())) per second)" }
    if let start { lines.append(start.text) }
    if let trial { lines.append(trial.text) }
    lines += deviceLines
    lines.append(touches.text)
    if let drawing { lines.append(drawing) }
    if pages > 1 || pageTurns > 0 {
      lines.append(
        "  \(counted(pages, "page")) at the end, turned \(pageTurns == 1 ? "once" : "\(pageTurns) times")")
    }
    lines += list.map { "    \($0)" }
    if dropped > 0 { lines.append("  events were lost \(dropped == 1 ? "once" : "\(dropped) times") (SYN_DROPPED)") }
    if let foreign { lines.append("  from other programs: \(foreign.text)") }
    lines += warnings.map { "  warning: \($0)" }
    lines += odd.prefix(Self.oddLimit).map { "  odd: \($0.text)" }
    if odd.count > Self.oddLimit {
      lines.append("  and \(odd.count - Self.oddLimit) more that are odd; --json lists them")
    }
    if !odd.isEmpty { lines.append("  touchreel plot \(operand) -o odd.svg shows where") }
    return lines
  }

  /// A line for each device, and for each time that it was opened again. Openings in a row that read the same share it.
  private var deviceLines: [String] {
    var known: Set<Int> = []
    var openings: [(device: Device, count: Int)] = []
    for device in devices {
      let isFirst = known.insert(device.number).inserted
      if !isFirst, let last = openings.last, last.count > 0, last.device.isSame(as: device) {
        openings[openings.count - 1].count += 1
        openings[openings.count - 1].device.touches += device.touches
      } else {
        openings.append((device, isFirst ? 0 : 1))
      }
    }
    return openings.map { $0.device.text(openedAgain: $0.count) }
  }

  /// Lines for people.
  private static let oddLimit = 20

  fileprivate static func seconds(_ value: Double) -> String { "\((value * 1000).rounded() / 1000) s" }
}

/// Something odd about a touch.
private struct OddTouch: Encodable {
  var kind: String
  var device: Int
  var touch: Int
  /// Seconds since the first event.
  var time: Double
  /// Seconds.
  var span: Double
  /// Millimetres.
  var distance: Double?
  var otherTouch: Int?
  var trackingID: Int32?
  var count: Int
  /// `nil` where one is told by itself.
  var occurrences: [Occurrence]?
  let text: String

  struct Occurrence: Encodable {
    var touch: Int
    var time: Double
    var span: Double
    var otherTouch: Int?
    var trackingID: Int32?

    init(_ occurrence: TouchAnomaly.Occurrence) {
      (touch, otherTouch) = (occurrence.touch.rawValue, occurrence.other?.rawValue)
      (time, span) = (occurrence.time.seconds, occurrence.span.seconds)
      trackingID = occurrence.trackingID?.rawValue
    }
  }

  private enum CodingKeys: CodingKey {
    case kind, device, touch, time, span, distance, otherTouch, trackingID, count, occurrences
  }

  init(_ anomaly: TouchAnomaly) {
    kind = anomaly.kind.rawValue
    device = anomaly.deviceNumber
    touch = anomaly.touch.rawValue
    time = anomaly.time.seconds
    span = anomaly.span.seconds
    distance = anomaly.distance
    otherTouch = anomaly.other?.rawValue
    trackingID = anomaly.trackingID?.rawValue
    count = anomaly.count
    occurrences = anomaly.occurrences.isEmpty ? nil : anomaly.occurrences.map(Occurrence.init)
    text = anomaly.description
  }
}

extension InfoReport.Device {
  fileprivate init(_ device: RecordingFacts.Device) {
    name = device.description.name
    kind = device.kind.rawValue
    `protocol` = device.contactProtocol.rawValue
    slots = device.slots
    touches = device.touches
    number = device.opening.number
    node = device.description.node
    size = device.description.size.map { [$0.width, $0.height] }
    tilt = device.description.tiltUnits
    let recorded = (device.description.calibration, device.description.rotation)
    calibration = recorded.0 == .identity ? nil : recorded.0.numbers
    rotation = recorded.1 == .upright ? nil : recorded.1.rawValue
  }

  /// Whether another opening has the same line but for its touches.
  fileprivate func isSame(as other: Self) -> Bool {
    var other = other
    other.touches = touches
    return text(openedAgain: 0) == other.text(openedAgain: 0)
  }

  /// - Parameter count: how often it is an opening of a device that was opened before; 0 for its first.
  fileprivate func text(openedAgain count: Int) -> String {
    let again = count == 0 ? "" : count == 1 ? ", opened again" : ", opened again \(count) times"
    var text =
      "  device \(number)\(again): \(name.isEmpty ? "(no name)" : name.printableName), \(kind.spaced)"
    if `protocol` != "none" { text += ", protocol \(`protocol`)" }
    if slots > 0 { text += ", \(counted(slots, "slot"))" }
    if let size { text += ", \(Int(clamping: size[0].rounded()))x\(Int(clamping: size[1].rounded())) mm" }
    if tilt?.values.contains("device") == true { text += ", tilt in device units" }
    if let calibration { text += ", calibrated \(calibration.map(Self.decimal).joined(separator: " "))" }
    if let rotation { text += ", rotated by \(rotation) degrees" }
    return text + ", \(counted(touches, "touch", "touches"))"
  }

  /// Without a fraction if that is zero.
  private static func decimal(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension InfoReport.Touches {
  fileprivate init(_ survey: RecordingFacts) {
    let touches = survey.touches
    began = touches.began
    ended = touches.ended
    cancelled = touches.cancelled.values.reduce(0, +)
    cancelReasons = Dictionary(uniqueKeysWithValues: touches.cancelled.map { ($0.key.rawValue, $0.value) })
    maxSimultaneous = touches.maximumSimultaneous
    palms = survey.palms
  }

  fileprivate var text: String {
    var text =
      "  \(counted(began, "touch", "touches")), at most \(maxSimultaneous) at once: \(ended) ended, \(cancelled) cancelled"
    if cancelled > 0 {
      let reasons = cancelReasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.spaced)" }
      text += " (\(reasons.joined(separator: ", ")))"
    }
    return palms > 0 ? text + "; \(counted(palms, "palm"))" : text
  }
}

extension DeviceDescription {
  fileprivate var tiltUnits: [String: String]? {
    let axes = [("x", axes[.tiltX]), ("y", axes[.tiltY])].compactMap { name, axis in axis.map { (name, $0) } }
    guard !axes.isEmpty else { return nil }
    return Dictionary(uniqueKeysWithValues: axes.map { ($0.0, $0.1.resolution > 0 ? "degrees" : "device") })
  }
}
