import ArgumentParser
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Which part of a recording is printed.
struct DumpSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Print nothing before this time.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Print nothing after this time.", valueName: "time")) var to: ReplayTime?
  @Option(
    help: ArgumentHelp("Print only this device, given by number, name or node; may be repeated.", valueName: "device"))
  var device: [String] = []
  @Option(
    help: ArgumentHelp(
      "Print only this touch, by its number; may be repeated. For --touches and tables.", valueName: "number"))
  var touch: [Int] = []

  /// Which touches are printed of a recording whose devices were opened so.
  func choice(among openings: [DeviceOpening]) -> TouchChoice {
    TouchChoice(touches: touches, devices: devices.numbers(among: openings))
  }

  /// The first of the chosen touches and devices that a recording does not have, as a message; `nil` if it has them
  /// all.
  ///
  /// - Parameters:
  ///   - count: how many touches it has.
  ///   - openings: of its devices.
  func missing(amongTouches count: Int, devices openings: [DeviceOpening]) -> String? {
    TouchChoice(touches: touches).missing(amongTouches: count, devices: openings)
      ?? devices.missing(from: openings)
  }

  var isOfAllTouches: Bool { touch.isEmpty && device.isEmpty }

  var devices: DeviceChoice { DeviceChoice(device) }

  private var touches: Set<Touch.ID> { Set(touch.map(Touch.ID.init)) }

  /// `nil` where everything is printed to the end: messages may come behind the last event.
  var end: ReplayTime? { to?.isEnd == true ? nil : to }

  /// Whether a time depends on the recording's length.
  var needsLength: Bool { [from, end].contains { $0 != nil && $0?.exactSpan == nil } }

  /// - Parameter duration: the recording's; of no importance where no time depends on it.
  func filter(duration: TimeSpan) -> DumpFilter {
    DumpFilter(
      devices: devices, from: from?.span(in: duration), to: end?.span(in: duration))
  }

  func apply(to options: inout RenderOptions) {
    (options.from, options.to) = (from, end)
  }
}
