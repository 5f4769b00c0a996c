import ArgumentParser
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Print the first difference between two recordings.",
    discussion: """
      Compares each device's name, ids, properties, codes, ranges, initial state, calibration and rotation; all events with their times; \
      board commands; removals of devices that were touched; and embedded images. Notes for people, and where a device was plugged in (phys, uniq, node), are ignored. \
      Recordings of several devices may hold the same entries in a different order; they are the same if their touches and renders are.

      With --renders one of the files can be a PNG, to which what the other one renders is compared; the drawing options are render's. \
      Two drawings are compared page by page, and a PNG with the page that is shown.

      The exit status is 0 if the recordings are the same, touches and renders included, 1 if they differ, and 2 on error.

        touchreel compare a.mcap b.events && echo same
        touchreel compare --ignore-start --time-tolerance 4ms a.mcap b.mcap
        touchreel compare --renders a.mcap golden.png --tolerance 2
      """)

  @Argument(help: "The first recording.", completion: .recordingsAndPictures) var first: String
  @Argument(help: "The second recording.", completion: .recordingsAndPictures) var second: String
  @Flag(help: "Compare the rendered pictures instead of the events.") var renders = false
  @Flag(help: "Compare only events, not device descriptions, which some formats lack.")
  var events = false
  @Flag(help: "Compare times relative to the first event instead of absolute times.") var ignoreStart = false
  @Flag(help: "Compare removals of devices that nothing touched, too.") var exact = false
  @Option(help: ArgumentHelp("How far times may be apart and count as the same.", valueName: "time"))
  var timeTolerance: ReplayTime?
  @Option(help: ArgumentHelp("How far pixels may be apart and count as the same, 0 to 255.", valueName: "steps"))
  var tolerance: Int?
  @Option(
    help: ArgumentHelp(
      "Write a picture of where renders differ: the first one, faint, with red pixels.", valueName: "png"),
    completion: .file(extensions: ["png"]))
  var difference: String?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var drawn: DrawnOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    try drawn.surface.refuseFilmLimit()
    if renders && events { throw ValidationError("--renders and --events are mutually exclusive.") }
    if renders && ignoreStart { throw ValidationError("--ignore-start has no effect with --renders.") }
    if let tolerance, !(0...255).contains(tolerance) { throw ValidationError("--tolerance takes 0 to 255.") }
    if renders && exact { throw ValidationError("--exact has no effect with --renders.") }
    if renders && timeTolerance != nil { throw ValidationError("--time-tolerance has no effect with --renders.") }
    if !renders {
      let others = GivenOption.all(GivenOption("--tolerance", tolerance), GivenOption("--difference", difference))
      if let option = (others + drawn.given).first {
        throw ValidationError("\(option.name) is of renders; add --renders.")
      }
    }
    if let timeTolerance, timeTolerance.exactSpan == nil {
      throw ValidationError("--time-tolerance takes a length of time, such as 4ms.")
    }
    if first == "-" && second == "-" { throw ValidationError("Only one of the recordings can be standard input.") }
  }

  func run() throws {
    var found: Difference?
    do {
      found = try renders ? renderDifference() : eventDifference()
      try report(found)
    } catch {
      Terminal.report((error as? Failure)?.message ?? (error as? FileError)?.line ?? "\(error)")
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
      times: ignoreStart ? .fromFirstEvent : .exact, tolerance: timeTolerance?.exactSpan ?? .zero,
      devices: events ? .ignored : .compared, removals: exact ? .all : .ofHeldDevices)
    let difference = try comparison.difference(between: left.makeSource(), and: right.makeSource())
    Terminal.warn(comparison.warnings.left, of: left.name)
    Terminal.warn(comparison.warnings.right, of: right.name)
    if let difference {
      return Difference(difference, comparison.deviceNumbers, "\(left.name) and \(right.name) differ: ")
    }
    return comparison.isReordered && !events && timeTolerance == nil ? try orderDifference(left, right) : nil
  }

  private func open(_ file: String) throws -> Recording {
    let bytes = try input.bytes(of: file)
    guard try !DrawingInput.begins(bytes, input) else {
      throw FileError(file: bytes.name, message: "is a drawing and has no events; use --renders")
    }
    return try input.openRecording(bytes)
  }

  /// The same entries in a different order can give different touches, since a pen lifts fingers, and different
  /// pictures, since later ink covers earlier ink.
  private func orderDifference(_ left: Recording, _ right: Recording) throws -> Difference? {
    let surveys = (try input.facts(of: left), try input.facts(of: right))
    let touches = try TouchDigests(left, plan: surveys.0.plan(), isFromStart: ignoreStart)
    let others = try TouchDigests(right, plan: surveys.1.plan(), isFromStart: ignoreStart)
    guard touches == others else {
      return Difference("order", "the same events in a different order: the touches differ")
    }
    let found = pictureDifference(try picture(of: left, surveys.0), try picture(of: right, surveys.1))
    return found.map { Difference("order", "the same events in a different order: \($0)") }
  }

  private func pictureDifference(_ left: PixelBuffer, _ right: PixelBuffer) -> String? {
    if let sizes = sizeDifference(left, right) { return sizes }
    return PictureDifference(left, right).map(words)
  }

  private func picture(of recording: Recording, _ survey: RecordingFacts) throws -> PixelBuffer {
    try Renderer(recording, facts: survey, options: RenderOptions()).picture().picture.composed()
  }
}

extension Compare {
  struct Report: Encodable {
    var files: [String]
    var same: Bool
    var difference: Difference?
  }

  /// The first difference. Devices have the numbers that `info` prints of the first recording; frames are numbered
  /// within each opening of a device, from 0.
  struct Difference: Encodable {
    /// `devices`, `device`, `event`, `frames`, `sync`, `board`, `removal`, `attachment`, `order` or `render`.
    var kind: String
    var message: String
    var device: Int?
    var frame: Int?
    var event: Int?
    /// The property of the device that differs.
    var fact: String?
    /// The first touch whose ink differs, and when it began, in seconds from the first frame.
    var touch: Int?
    var time: Double?
    /// The page that differs, from 1; `nil` if it is the only one.
    var page: Int?

    init(_ kind: String, _ message: String) {
      self.kind = kind
      self.message = message
    }

    init(_ pictures: String, _ origin: TouchOrigin?) {
      let beginning = origin.map { ", with touch \($0.number.rawValue), which begins at \($0.began.seconds) s" }
      self.init("render", pictures + (beginning ?? ""))
      (touch, time) = (origin?.number.rawValue, origin?.began.seconds)
    }

    init(_ difference: RecordingDifference, _ numbers: DeviceNumbers, _ prefix: String) {
      self.init(difference.kind, prefix + difference.text(numbers))
      switch difference {
      case .device(let channel, let found): (device, fact) = (numbers[channel], found.fact)
      case .event(let channel, let number, let index, _, _): (device, frame, event) = (numbers[channel], number, index)
      case .frames(let channel, let count, let other): (device, frame) = (numbers[channel], min(count, other))
      case .sync(let channel, _): device = numbers[channel]
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
