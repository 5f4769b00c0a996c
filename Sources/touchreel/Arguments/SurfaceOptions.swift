public import ArgumentParser
public import TouchTracking

/// How devices are laid on the board, and which touches count.
struct SurfaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The device's range where the recording has none, in its units.", valueName: "X0,X1,Y0,Y1"))
  var range: RangeArgument?
  @Option(help: "Keep the device's proportions (aspect), or cover the board (stretch).") var fit = SurfaceMapping.Fit
    .aspect
  @Option(
    help: ArgumentHelp(
      "Turn the device's surface clockwise, instead of as recorded.", valueName: "0|90|180|270"))
  var rotate: QuarterTurn?
  @Option(
    help: ArgumentHelp(
      "libinput's calibration matrix, six numbers, instead of the recorded one.", valueName: "matrix"))
  var calibration: CalibrationMatrix?
  @Flag(inversion: .prefixedNo, help: "Take back touches that turn into a palm.") var palmRejection = true
  @Flag(inversion: .prefixedNo, help: "Let a pen that is near silence fingers.") var penOverTouch = true

  var mapping: SurfaceMapping.Options {
    SurfaceMapping.Options(
      fit: fit, calibration: calibration, rotation: rotate, range: range?.range)
  }

  var rules: TouchRules {
    TouchRules(
      palms: palmRejection ? .rejected : .accepted, penOverTouch: penOverTouch ? .silencesFingers : .ignored)
  }
}

extension SurfaceOptions {
  /// The options that were given.
  var optionsForTouches: [String] {
    let all: [(String, Bool)] = [
      ("--range", range != nil), ("--fit", fit != .aspect), ("--rotate", rotate != nil),
      ("--calibration", calibration != nil), ("--no-palm-rejection", !palmRejection),
      ("--no-pen-over-touch", !penOverTouch),
    ]
    return all.filter(\.1).map(\.0)
  }
}

extension SurfaceMapping.Fit: ExpressibleByArgument {}
extension QuarterTurn: ExpressibleByArgument {}

extension CalibrationMatrix: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
