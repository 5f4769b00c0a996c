import ArgumentParser
import InputEvents
import Recordings
import Replaying
import TouchTracking

/// Which part of a recording is printed.
struct DumpSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Print nothing before this time.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Print nothing after this time.", valueName: "time")) var to: ReplayTime?
  @Option(help: ArgumentHelp("Print only this device, by its number in info; may be repeated.", valueName: "number"))
  var device: [Int] = []
  @Option(
    help: ArgumentHelp(
      "Print only this touch, by its number; may be repeated. For --touches and tables.", valueName: "number"))
  var touch: [Int] = []

  var choice: TouchChoice {
    TouchChoice(touches: Set(touch.map(Touch.ID.init)), devices: Set(device.map(DeviceChannel.init)))
  }

  /// `nil` where everything is printed to the end: messages may come behind the last event.
  var end: ReplayTime? { to?.isEnd == true ? nil : to }

  /// Whether a time depends on the recording's length.
  var needsLength: Bool { [from, end].contains { $0 != nil && $0?.exactSpan == nil } }

  func apply(to options: inout RenderOptions) {
    (options.from, options.to, options.choice) = (from, end, choice)
  }
}

/// Chooses the entries that are to be printed.
struct DumpFilter {
  private let from: TimeSpan?
  private let to: TimeSpan?
  private var clock = ReachedTime()
  private let devices: Set<DeviceChannel>
  /// The names of the devices that were opened, by channel, where some are chosen.
  private var names: [String] = []

  /// - Parameter duration: of the recording; of no importance where no time depends on it.
  init(_ selection: DumpSelection, duration: TimeSpan) {
    (from, to) = (selection.from?.span(in: duration), selection.end?.span(in: duration))
    devices = Set(selection.device.map(DeviceChannel.init))
  }

  /// Entries without a time of their own, as openings, go by their device alone.
  ///
  /// - Parameter start: of the recording.
  mutating func keeps(_ entry: RecordingEntry, since start: Timestamp) -> Bool {
    clock.advance(to: entry.occurrence)
    if case .opening(let opening, _) = entry, !devices.isEmpty { names.append(opening.description.name) }
    guard devices.isEmpty || entry.channel.map(devices.contains) ?? true else { return false }
    return entry.occurrence == nil || clock.latest.map { span(since: start).contains($0) } ?? true
  }

  private func span(since start: Timestamp) -> RecordingSpan {
    RecordingSpan(
      from: from.map(start.advanced), to: to.map { .through(start.advanced(by: $0)) } ?? .file)
  }

  /// The first chosen device that was not opened, as a message.
  var missing: String? { TouchChoice(devices: devices).missing(amongTouches: 0, devices: names) }
}
