import ArgumentParser
import ByteStreams
import Canvas
import DrawingBoard
import Glibc
import InputEvents
import RecordingFormats
import Recordings
import Replaying
import SystemPackage

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Print the first difference between two recordings.",
    discussion: """
      Compares each device's name, ids, properties, codes, ranges, initial state, calibration and rotation; all events with their times; \
      board commands; removals; and embedded images. Notes for people, and where a device was plugged in (phys, uniq, node), are ignored. \
      Recordings of several devices may hold the same entries in a different order; they are the same if their touches and renders are.

      The exit status is 0 if the recordings are the same, touches and renders included, 1 if they differ, and 2 on error.

        touchreel compare a.mcap b.events && echo same
        touchreel compare --renders a.mcap page.touchreel.json
      """)

  @Argument(help: "The first recording.") var first: String
  @Argument(help: "The second recording.") var second: String
  @Flag(help: "Compare the rendered pictures instead of the events.") var renders = false
  @Flag(help: "Compare only events, not device descriptions, which some formats lack.")
  var events = false
  @Flag(help: "Compare times relative to the first event instead of absolute times.") var ignoreStart = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var input: InputOptions
  @OptionGroup var limits: PictureLimits

  func validate() throws {
    if renders && events { throw ValidationError("--renders and --events are mutually exclusive.") }
    if renders && ignoreStart { throw ValidationError("--ignore-start has no effect with --renders.") }
    if first == "-" && second == "-" { throw ValidationError("Only one of the recordings can be standard input.") }
  }

  func run() throws {
    var found: Difference?
    do {
      found = try renders ? renderDifference() : eventDifference()
      try report(found)
    } catch {
      Terminal.report((error as? Failure)?.message ?? "\(error)")
      throw ExitCode(2)
    }
    if found != nil { throw ExitCode(1) }
  }

  private func report(_ found: Difference?) throws {
    if json {
      try Terminal.print(json: Report(files: [first, second], same: found == nil, difference: found))
    } else if let found {
      try Terminal.print([found.message])
    }
  }

  private func eventDifference() throws -> Difference? {
    let left = try open(first)
    let right = try open(second)
    var comparison = RecordingComparison(
      times: ignoreStart ? .fromFirstEvent : .exact, devices: events ? .ignored : .compared)
    let difference = try comparison.difference(between: left.makeSource(), and: right.makeSource())
    Terminal.warn(comparison.warnings.left, of: left.name)
    Terminal.warn(comparison.warnings.right, of: right.name)
    if let difference { return Difference(difference, "\(left.name) and \(right.name) differ: ") }
    return comparison.isReordered && !events ? try orderDifference(left, right) : nil
  }

  private func open(_ file: String) throws -> Recording {
    let bytes = try input.bytes(of: file)
    guard try !DrawingInput.begins(bytes) else {
      throw FileError(file: bytes.name, message: "is a drawing and has no events; use --renders")
    }
    return try input.open(bytes)
  }

  /// The same entries in a different order can give different touches, since a pen lifts fingers, and different
  /// pictures, since later ink covers earlier ink.
  private func orderDifference(_ left: Recording, _ right: Recording) throws -> Difference? {
    let surveys = (try input.survey(left), try input.survey(right))
    let touches = try TouchDigests(left, plan: surveys.0.plan(), isFromStart: ignoreStart)
    let others = try TouchDigests(right, plan: surveys.1.plan(), isFromStart: ignoreStart)
    guard touches == others else {
      return Difference("order", "the same events in a different order: the touches differ")
    }
    let found = pictureDifference(try picture(of: left, surveys.0), try picture(of: right, surveys.1))
    return found.map { Difference("order", "the same events in a different order: \($0)") }
  }

  private func renderDifference() throws -> Difference? {
    pictureDifference(try picture(of: first), try picture(of: second)).map { Difference("render", $0) }
  }

  private func pictureDifference(_ left: PixelBuffer, _ right: PixelBuffer) -> String? {
    guard left.size == right.size else {
      return "the pictures differ in size: \(left.size.width)x\(left.size.height) "
        + "and \(right.size.width)x\(right.size.height)"
    }
    guard let place = left.pixels.indices.first(where: { left.pixels[$0] != right.pixels[$0] }) else { return nil }
    let count = left.pixels.indices.count { left.pixels[$0] != right.pixels[$0] }
    let (x, y) = (place % left.size.width, place / left.size.width)
    return "the pictures differ in \(counted(count, "pixel")), first at \(x),\(y)"
  }

  private func picture(of file: String) throws -> PixelBuffer {
    let bytes = try input.bytes(of: file)
    if let drawing = try DrawingInput.read(bytes, input) {
      return try drawing.board(limits: limits).board.picture.composed()
    }
    let recording = try input.open(bytes)
    return try picture(of: recording, try input.survey(recording))
  }

  private func picture(of recording: Recording, _ survey: RecordingSurvey) throws -> PixelBuffer {
    try Renderer(recording, survey: survey, options: RenderOptions()).picture().picture.composed()
  }
}

extension Compare {
  fileprivate struct Report: Encodable {
    var files: [String]
    var same: Bool
    var difference: Difference?
  }

  /// The first difference. Devices are numbered in the order in which they were opened, frames within each device, all
  /// from 0.
  fileprivate struct Difference: Encodable {
    /// `devices`, `device`, `event`, `frames`, `sync`, `board`, `removal`, `attachment`, `order` or `render`.
    var kind: String
    var message: String
    var device: Int?
    var frame: Int?
    var event: Int?
    /// The property of the device that differs.
    var fact: String?

    init(_ kind: String, _ message: String) {
      self.kind = kind
      self.message = message
    }

    init(_ difference: RecordingDifference, _ prefix: String) {
      self.init(difference.kind, prefix + difference.description)
      switch difference {
      case .device(let channel, let found): (device, fact) = (channel.rawValue, found.fact)
      case .event(let channel, let number, let index, _, _): (device, frame, event) = (channel.rawValue, number, index)
      case .frames(let channel, let count, let other): (device, frame) = (channel.rawValue, min(count, other))
      case .sync(let channel, _): device = channel.rawValue
      case .openings, .board, .removal, .attachment: break
      }
    }
  }
}

extension RecordingDifference {
  fileprivate var kind: String {
    switch self {
    case .openings: "devices"
    case .device: "device"
    case .event: "event"
    case .frames: "frames"
    case .sync: "sync"
    case .board: "board"
    case .removal: "removal"
    case .attachment: "attachment"
    }
  }
}
