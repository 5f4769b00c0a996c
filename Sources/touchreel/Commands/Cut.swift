import ArgumentParser
import InputEvents
import Recordings
import Replaying

struct Cut: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Keeps a span of time, some devices, or some touches.",
    discussion: """
      What is down where the span begins is kept as the state at the start, so nothing is lost or lifted.

        touchreel cut session.mcap tail.mcap --from 12.5 --to end
        touchreel cut session.mcap pen.evemu --device "Wacom Cintiq 13HD Pen"
      """)

  @Argument(help: "The recording.") var file: String
  @Argument(help: "The file to write.") var output: String
  @Option(help: ArgumentHelp("Where to begin.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Where to end.", valueName: "time")) var to: ReplayTime?
  @Option(help: ArgumentHelp("Keep this device: its number, name or node. May be repeated.", valueName: "device"))
  var device: [String] = []
  @Option(help: ArgumentHelp("Keep the touch with this tracking id. May be repeated.", valueName: "id"))
  var touch: [Int32] = []
  @Option(help: ArgumentHelp("Let the recording begin at this many seconds on its own clock.", valueName: "seconds"))
  var retime: Double?
  @Option(help: "The format to write: mcap, evemu, libinput, getevent or raw24.") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  func validate() throws {
    if let retime, !(0...4e9).contains(retime) { throw ValidationError("--retime takes 0 to 4000000000 seconds.") }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    let recording = try input.open(file)
    let survey = try input.survey(recording)
    var transforms: [any EntryTransform] = [DescriptionSupplement(survey.descriptions)]
    let start = from.map(survey.instant)
    if from != nil || to != nil {
      transforms.append(
        TimeCut(from: start, through: to.map(survey.instant), carriesOver: BoardSettingMessage.isOne))
    }
    if !device.isEmpty { transforms.append(try deviceFilter(survey)) }
    if !touch.isEmpty { transforms.append(TouchFilter { [ids = Set(touch)] _, id in ids.contains(id) }) }
    if let retime {
      let wanted = Timestamp(nanoseconds: TimeSpan(seconds: retime).nanoseconds)
      transforms.append(Retiming(by: wanted.since(start ?? survey.start)))
    }
    try Rewrite(to: format, transforms).run([recording], output: output, replacing: replacing)
  }

  private func deviceFilter(_ survey: RecordingSurvey) throws -> DeviceFilter {
    for wanted in device where !survey.openings.contains(where: { $0.answers(to: wanted) }) {
      let known = survey.openings.map { "\($0.number) \($0.description.name.printable)" }.joined(separator: ", ")
      throw Failure(message: "\(file): has no device \(wanted); it has: \(known)")
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
