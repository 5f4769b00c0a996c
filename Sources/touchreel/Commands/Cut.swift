import ArgumentParser
import InputEvents
import RecordingFormats
import Recordings
import Replaying

struct Cut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Keep a span of time, selected devices, or selected touches.",
    discussion: """
      The state of each device at the start of the span (fingers and pens that are down, keys, the value of every axis) becomes its \
      initial state; in formats without one, it is written at the beginning of the first frame. Events at --from are included, and events \
      at --to are not, so parts cut at the same time contain each event once, and join puts them back together.

        touchreel cut session.mcap tail.mcap --from 12.5 --to end
        touchreel cut session.mcap pen.evemu --device "Wacom Cintiq 13HD Pen"
      """)

  @Argument(help: "The recording to cut.") var file: String
  @Argument(help: "The file to write.") var output: String
  @Option(help: ArgumentHelp("Start of the span; by default the first event.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("End of the span; by default after the last event.", valueName: "time")) var to:
    ReplayTime?
  @Option(
    help: ArgumentHelp(
      "Keep this device, given by number, name or node. Repeat for several devices.", valueName: "device"))
  var device: [String] = []
  @Option(help: ArgumentHelp("Keep the touch with this tracking id. Repeat for several touches.", valueName: "id"))
  var touch: [Int32] = []
  @Option(
    help: ArgumentHelp(
      "Shift all times so that the recording starts at this many seconds on its clock.", valueName: "seconds"))
  var retime: Double?
  @Option(help: "The output format: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if let retime, !(0...4e9).contains(retime) { throw ValidationError("--retime takes 0 to 4000000000 seconds.") }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    let recording = try input.open(file)
    let survey = try input.survey(recording)
    if survey.eventCount == 0 { try recording.requireEvents() }
    var transforms: [any EntryTransform] = [DescriptionSupplement(survey.descriptions)]
    // These filters come first: what they remove must not be part of the state at the cut.
    if !device.isEmpty { transforms.append(try deviceFilter(survey)) }
    if !touch.isEmpty { transforms.append(TouchFilter { [ids = Set(touch)] _, id in ids.contains(id) }) }
    let start = from.map(survey.instant)
    let end = to.map(survey.instant).flatMap { $0 < survey.end ? $0 : nil }
    if start != nil || end != nil {
      transforms.append(TimeCut(from: start, before: end, carriesOver: BoardSettingMessage.isOne))
    }
    if let retime {
      let wanted = Timestamp(nanoseconds: TimeSpan(seconds: retime).nanoseconds)
      transforms.append(Retiming(by: wanted.since(start ?? survey.start)))
    }
    var rewrite = Rewrite(to: format, transforms)
    rewrite.emptyResult = messageForEmptyResult(survey)
    try rewrite.run([recording], output: output, replacing: replacing)
  }

  private func messageForEmptyResult(_ survey: RecordingSurvey) -> String {
    let length = (survey.statistics.duration.seconds * 1000).rounded() / 1000
    var filters: [String] = []
    if from != nil || to != nil { filters.append("in this span (the recording is \(length) s long)") }
    if !device.isEmpty { filters.append("from this device") }
    if !touch.isEmpty { filters.append("from a touch with this id") }
    return "the result would be empty: there are no events \(filters.joined(separator: ", "))"
  }

  private func deviceFilter(_ survey: RecordingSurvey) throws -> DeviceFilter {
    for wanted in device where !survey.openings.contains(where: { $0.answers(to: wanted) }) {
      let known = survey.openings.map { "\($0.number) \($0.description.name.printableName)" }.joined(separator: ", ")
      throw Failure(message: "\(file): has no device \(wanted); its devices are: \(known)")
    }
    return DeviceFilter { [device] opening in device.contains(where: opening.answers(to:)) }
  }
}

extension DeviceOpening {
  /// By number, name or node.
  fileprivate func answers(to wanted: String) -> Bool {
    Int(wanted) == number || description.name == wanted || description.node == wanted
  }
}
