import ArgumentParser
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelWindowArguments

struct Cut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Keep a span of time, selected devices, or selected touches.",
    discussion: """
      The state of each device at the start of the span (fingers and pens that are down, keys, the value of every axis) becomes its \
      initial state; in formats without one, it is written at the beginning of the first frame. Events at --from are included, and events \
      at --to are not, so parts cut at the same time contain each event once, and join puts them back together; --to end has everything. \
      Touches of pens and other devices without slots are cut by their time, which works where the device has no other touch at that time.

        touchreel cut session.mcap tail.mcap --from 12.5 --to end
        touchreel cut session.mcap pen.evemu --device "Wacom Cintiq 13HD Pen"
        touchreel cut session.mcap finger.mcap --touch 3
        touchreel cut session.mcap without.mcap --not-touch 7
      """)

  @Argument(help: "The recording to cut.", completion: .recordings) var file: String
  @Argument(help: ArgumentHelp("The file to write, if not by -o.", valueName: "output"), completion: .file())
  var outputOperand: String?
  @Option(name: [.short, .customLong("output")], help: "The file to write.", completion: .file())
  var outputOption: String?
  @Option(help: ArgumentHelp("Start of the span; by default the first event.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("End of the span; by default after the last event.", valueName: "time")) var to:
    ReplayTime?
  @Option(
    help: ArgumentHelp(
      "Keep this device, given by number, name or node. Repeat for several devices.", valueName: "device"))
  var device: [String] = []
  @Option(
    help: ArgumentHelp(
      "Keep this touch, by its number in dump --touches and in the player. Repeat for several.", valueName: "number"))
  var touch: [Int] = []
  @Option(help: ArgumentHelp("Leave out this touch. Repeat for several.", valueName: "number")) var notTouch: [Int] = []
  @Option(
    help: ArgumentHelp("Keep touches with this tracking id of the kernel. Repeat for several.", valueName: "id"))
  var trackingId: [Int32] = []
  @Option(
    name: .customLong("around-touch"),
    help: ArgumentHelp("Keep the span of time in which this touch is down, with all others.", valueName: "number"))
  var aroundTouches: [Int] = []
  @Option(
    help: ArgumentHelp(
      "Shift all times so that the recording starts at this time on its clock, such as 12.5 or 1:00:00.",
      valueName: "time"))
  var retime: ReplayTime?
  @Flag(help: "Strip serial numbers, host name, phys, uniq, and remarks.") var anonymize = false
  @Option(help: "The output format: \(FormatArgument.listed).") var format: FormatArgument?
  @OptionGroup var input: InputOptions
  @OptionGroup var replacing: OutputOptions

  private var output: String { outputOption ?? outputOperand ?? "" }
  private var aroundTouch: Int? { aroundTouches.first }

  func validate() throws {
    guard (outputOption == nil) != (outputOperand == nil) else {
      throw ValidationError("Name the file to write once: touchreel cut FILE OUTPUT, or FILE -o OUTPUT.")
    }
    if case .span(let first)? = from, case .span(let last)? = to, first > last {
      throw ValidationError("--from is not before --to.")
    }
    if aroundTouches.count > 1 { throw ValidationError("--around-touch takes one touch.") }
    if aroundTouch != nil && (from != nil || to != nil) {
      throw ValidationError("--around-touch is a span of time; remove --from and --to.")
    }
    if let retime, !(0...4e9).contains(retime.exactSpan?.seconds ?? -1) {
      throw ValidationError("--retime takes 0 to 4000000000 seconds, such as 12.5 or 1:00:00.")
    }
  }

  func run() throws {
    let format = try FormatArgument.format(format, of: output)
    try replacing.refuse(output, readFrom: [file])
    let recording = try input.open(file)
    let facts = try input.facts(of: recording, namesTouches ? .contacts : [])
    if facts.eventCount == 0 { try recording.requireEvents() }
    var transforms: [any EntryTransform] = [DescriptionSupplement(facts.descriptionsOfParts)]
    // These filters come first: what they remove must not be part of the state at the cut.
    // Touches are chosen by the numbers of devices in the recording.
    let choice = touchChoice(facts, of: recording)
    transforms += try choice?.filters() ?? []
    if !device.isEmpty { transforms.append(try deviceFilter(facts)) }
    var (start, end) = (from.map(facts.beginning), facts.bound(to))
    if let aroundTouch, let span = try choice?.span(around: aroundTouch) { (start, end) = span }
    if start != nil || end != nil {
      transforms.append(TimeCut(from: start, before: end, carriesOver: BoardSettingMessage.isOne))
    }
    if let retime = retime?.exactSpan {
      let wanted = Timestamp(nanoseconds: retime.nanoseconds)
      transforms.append(Retiming(by: wanted.since(start ?? facts.start)))
    }
    if anonymize { transforms.append(Anonymizer()) }
    var rewrite = Rewrite(to: format, transforms)
    rewrite.emptyResult = messageForEmptyResult(facts)
    try rewrite.run([recording], output: output, replacing: replacing)
    if !format.needsDescription, format != .mcap { Terminal.warn(extentsLeftOut(facts), of: output) }
  }

  /// What the ink of the whole lies on, where neither its device nor the output says it.
  private func extentsLeftOut(_ facts: RecordingFacts) -> [String] {
    let ranges = facts.descriptionsOfParts.filter(\.hasRangesOfWhole).compactMap(\.statedRange)
    guard let range = ranges.first else { return [] }
    return [
      "where the ink lies on the board is left out, since no description says it: "
        + "--range \(range) draws it as in the whole; mcap keeps it"
    ]
  }

  private func messageForEmptyResult(_ facts: RecordingFacts) -> String {
    let length = facts.statistics.duration.decimalSeconds
    var filters: [String] = []
    if from != nil || to != nil { filters.append("in this span (the recording is \(length) s long)") }
    if !device.isEmpty { filters.append("from this device") }
    if !(touch.isEmpty && trackingId.isEmpty && notTouch.isEmpty) { filters.append("of these touches") }
    return "the result would be empty: there are no events \(filters.joined(separator: ", "))"
  }

  private var namesTouches: Bool { !(touch + notTouch + aroundTouches).isEmpty || !trackingId.isEmpty }

  /// `nil` if no touch is named.
  private func touchChoice(_ facts: RecordingFacts, of recording: Recording) -> CutTouches? {
    guard namesTouches else { return nil }
    var choice = CutTouches(file, facts.contacts) { (id) throws(FileError) in try recording.sends(trackingID: id) }
    (choice.kept, choice.leftOut, choice.ids) = (touch, notTouch, Set(trackingId))
    return choice
  }

  private func deviceFilter(_ facts: RecordingFacts) throws -> DeviceFilter {
    let choice = DeviceChoice(device)
    if let missing = choice.missing(from: facts.openings) { throw Failure(message: "\(file): \(missing)") }
    let numbers = choice.numbers(among: facts.openings)
    return DeviceFilter { numbers.contains($0.number) }
  }
}

extension Recording {
  /// Whether an event, or the state at the start, has the tracking id.
  fileprivate func sends(trackingID id: Int32) throws(FileError) -> Bool {
    var source = try makeSource()
    var entry = RecordingEntry()
    while try source.next(into: &entry) {
      if entry.opening?.description.slots.contains(where: { $0[.trackingID] == id }) == true { return true }
      let events = entry.frame?.events ?? []
      if events.contains(where: { $0.type == .absolute && $0.code == .trackingID && $0.value == id }) { return true }
    }
    return false
  }
}

extension DeviceDescription {
  /// The range of its positions as `--range` takes it; `nil` if it has none.
  fileprivate var statedRange: String? {
    let codes = hasAxis(.positionX) ? [EventCode.positionX, .positionY] : [.x, .y]
    let ranges = codes.compactMap { axes[$0] }
    guard ranges.count == 2 else { return nil }
    return ranges.map { "\($0.minimum),\($0.maximum)" }.joined(separator: ",")
  }
}
