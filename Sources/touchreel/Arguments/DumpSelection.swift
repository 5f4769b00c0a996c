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
    TouchChoice(touches: Set(touch.map(Touch.ID.init)), devices: Set(device))
  }

  /// `nil` where everything is printed to the end: messages may come behind the last event.
  var end: ReplayTime? { to?.isEnd == true ? nil : to }

  /// Whether a time depends on the recording's length.
  var needsLength: Bool { [from, end].contains { $0 != nil && $0?.exactSpan == nil } }

  /// - Parameter duration: the recording's; of no importance where no time depends on it.
  func filter(duration: TimeSpan) -> DumpFilter {
    DumpFilter(
      devices: Set(device), from: from?.span(in: duration), to: end?.span(in: duration))
  }

  func apply(to options: inout RenderOptions) {
    (options.from, options.to, options.choice) = (from, end, choice)
  }
}
