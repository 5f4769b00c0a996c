import ArgumentParser
import ByteStreams
import InputEvents
import Recordings
import Replaying
import TouchTracking
import WindowArguments

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tells what is in recordings: devices, time, events, touches, cancels, and what is odd about them.",
    discussion: """
        touchreel info session.mcap
        touchreel info page.touchreel.json
        touchreel info --json *.events | jq '.[].touches.began'
      """)

  @Argument(help: "The recordings, or drawings.") var files: [String]
  @Flag(help: "Print JSON: an object, or an array of them for several files.") var json = false
  @OptionGroup(title: "Surface") var surface: SurfaceOptions
  @OptionGroup var input: InputOptions

  func run() throws {
    if files.isEmpty { throw ValidationError("Name at least one recording.") }
    let reports = try readable()
    if json {
      let all = reports.map(AnyReport.init)
      if files.count > 1 { try Terminal.say(json: all) } else { try all.first.map { try Terminal.say(json: $0) } }
    } else {
      try Terminal.say(Array(reports.map(\.lines).joined(separator: [""])))
    }
    if reports.count < files.count { throw ExitCode.failure }
  }

  /// The reports on files that can be read; of the others it says what is wrong.
  private func readable() throws -> [any FileReport] {
    var reports: [any FileReport] = []
    for file in files {
      do {
        reports.append(try report(on: file))
      } catch let error as FileError {
        Terminal.tell(error.description)
      } catch let error as Failure {
        Terminal.tell(error.message)
      }
    }
    return reports
  }

  private func report(on file: String) throws -> any FileReport {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes, input) { return DrawingReport(drawing) }
    let recording = try input.open(bytes)
    var survey = try input.survey(recording, rules: surface.rules)
    try survey.countTouches(onBoardOf: recording, rules: surface.rules)
    return InfoReport(survey, recording.name)
  }
}

/// A report in an array of different ones.
private struct AnyReport: Encodable {
  let report: any FileReport

  func encode(to encoder: any Encoder) throws { try report.encode(to: encoder) }
}

/// The facts of `info` about a file, as JSON and as text.
protocol FileReport: Encodable {
  /// Without line ends.
  var lines: [String] { get }
}

/// About a recording.
struct InfoReport: FileReport {
  struct Device: Encodable {
    var name: String
    var kind: String
    var `protocol`: String
    var slots: Int
    var touches: Int
    var number: Int
    var node: String?
    /// Millimetres, where the device says its resolution.
    var size: [Double]?
    /// The unit of tilts along x and y, `degrees` or `device`, where the device has such an axis; in `device` units where it says no resolution.
    var tilt: [String: String]?
    /// The first two rows of libinput's matrix, where it does something.
    var calibration: [Double]?
    /// Degrees clockwise, where the screen was turned.
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

  /// What other programs put into the file.
  struct Foreign: Encodable {
    var attachments: Int
    var metadata: Int
    /// By topic.
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
  /// Seconds from the first event to the last.
  var duration: Double
  /// Frames a second, over the duration.
  var frameRate: Double?
  var touches: Touches
  /// What is not a recording's, where there is anything.
  var foreign: Foreign?
  var truncated: Bool
  var warnings: [String]

  init(_ survey: RecordingSurvey, _ file: String) {
    self.file = file
    format = survey.format.rawValue
    devices = survey.devices.map(Device.init)
    events = survey.statistics.eventCount
    frames = survey.statistics.frameCount
    dropped = survey.statistics.dropCount
    duration = survey.statistics.duration.seconds
    frameRate = duration > 0 && frames > 1 ? Double(frames - 1) / duration : nil
    touches = Touches(survey)
    foreign = survey.statistics.foreign.isEmpty ? nil : Foreign(survey.statistics.foreign)
    truncated = survey.isTruncated
    warnings = CountedMessages(survey.warnings).lines
  }

  var lines: [String] {
    var lines = [
      "\(file.printableName): \(format), \(events) events in \(frames) frames over \(Self.seconds(duration))"
    ]
    if let frameRate { lines[0] += String(" (\(Int(frameRate.rounded())) a second)") }
    lines += devices.map(\.text)
    lines.append(touches.text)
    if dropped > 0 { lines.append("  events were lost \(dropped == 1 ? "once" : "\(dropped) times") (SYN_DROPPED)") }
    if let foreign { lines.append("  of other programs: \(foreign.text)") }
    lines += warnings.map { "  warning: \($0)" }
    return lines
  }

  fileprivate static func seconds(_ value: Double) -> String { "\((value * 1000).rounded() / 1000) s" }
}

extension InfoReport.Device {
  fileprivate init(_ device: RecordingSurvey.Device) {
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

  fileprivate var text: String {
    var text = "  device \(number): \(name.isEmpty ? "(no name)" : name.printableName), \(kind)"
    if `protocol` != "none" { text += ", protocol \(`protocol`)" }
    if slots > 0 { text += ", \(slots) slots" }
    if let size { text += ", \(Int(size[0].rounded()))x\(Int(size[1].rounded())) mm" }
    if tilt?.values.contains("device") == true { text += ", tilt in device units" }
    if let calibration { text += ", calibrated \(calibration.map(Self.decimal).joined(separator: " "))" }
    if let rotation { text += ", turned by \(rotation) degrees" }
    return text + ", \(touches) touches"
  }

  /// Without a fraction of zero.
  private static func decimal(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension InfoReport.Touches {
  fileprivate init(_ survey: RecordingSurvey) {
    let touches = survey.touches
    began = touches.began
    ended = touches.ended
    cancelled = touches.cancelled.values.reduce(0, +)
    cancelReasons = Dictionary(uniqueKeysWithValues: touches.cancelled.map { ($0.key.rawValue, $0.value) })
    maxSimultaneous = touches.maximumSimultaneous
    palms = survey.palms
  }

  fileprivate var text: String {
    var text = "  \(began) touches, at most \(maxSimultaneous) at once: \(ended) ended, \(cancelled) cancelled"
    if cancelled > 0 {
      let reasons = cancelReasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      text += " (\(reasons.joined(separator: ", ")))"
    }
    return palms > 0 ? text + "; \(palms) palms" : text
  }
}

extension DeviceDescription {
  fileprivate var tiltUnits: [String: String]? {
    let axes = [("x", axes[.tiltX]), ("y", axes[.tiltY])].compactMap { name, axis in axis.map { (name, $0) } }
    guard !axes.isEmpty else { return nil }
    return Dictionary(uniqueKeysWithValues: axes.map { ($0.0, $0.1.resolution > 0 ? "degrees" : "device") })
  }
}
