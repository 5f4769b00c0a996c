import ArgumentParser
import TouchReelExporting
import TouchReelReplaying
import TouchReelTouchTracking

/// Which part of a recording is plotted.
struct PlotPart: ParsableArguments {
  @Option(help: ArgumentHelp("Plot nothing before this time.", valueName: "time")) var from: ReplayTime?
  @Option(help: ArgumentHelp("Plot nothing after this time.", valueName: "time")) var to: ReplayTime?
  @Option(
    help: ArgumentHelp("Plot only this device, given by number, name or node; may be repeated.", valueName: "device"))
  var device: [String] = []
  @Option(help: ArgumentHelp("Plot only this touch, by its number; may be repeated.", valueName: "number"))
  var touch: [Int] = []

  func validate() throws { try ReplayTime.requireOrder(from, to) }

  func apply(to options: inout PlotOptions) {
    (options.from, options.to) = (from, to)
    options.touches = Set(touch.map(Touch.ID.init))
    options.devices = DeviceChoice(device)
  }
}
