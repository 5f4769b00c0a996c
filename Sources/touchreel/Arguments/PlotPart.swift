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
  @Flag(help: "Plot what hovers as well, in --kind axes.") var hover = false

  func validate() throws { try ReplayTime.requireOrder(from, to) }

  func refuse(unlessFor kind: PlotKind) throws {
    if hover, kind != .axes { throw ValidationError("--hover is of --kind axes only.") }
  }

  func apply(to options: inout PlotOptions) {
    (options.from, options.to) = (from, to)
    options.touches = Set(touch.map(Touch.ID.init))
    options.showsHover = hover
    options.devices = DeviceChoice(device)
  }
}
