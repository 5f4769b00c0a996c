public import ArgumentParser
package import TouchReelReplaying
public import TouchReelTouchTracking

/// How devices are mapped to the board, and which touches count.
package struct SurfaceOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Use this range of the device instead of the recorded one, in device units.", valueName: "X0,X1,Y0,Y1"))
  package var range: RangeArgument?
  @Option(
    help: ArgumentHelp(
      "Use this resolution of the device instead of the recorded one, in units per millimetre.", valueName: "X[,Y]"))
  package var resolution: ResolutionArgument?
  @Option(
    help:
      "Keep the device's proportions (aspect, the default), or cover the board (stretch). With render, also the most bytes of a film, such as 2MB, for which its size, rate and quality are chosen where they are not given.",
    completion: .list(SurfaceMapping.Fit.allCases.map(\.rawValue)))
  package var fit: [FitArgument] = []
  @Option(
    help: ArgumentHelp(
      "Rotate the device's surface clockwise, instead of the recorded rotation.", valueName: "0|90|180|270"))
  package var rotate: QuarterTurn?
  @Option(
    help: ArgumentHelp(
      "libinput calibration matrix (six numbers), instead of the recorded one.", valueName: "matrix"))
  package var calibration: CalibrationMatrix?
  @Flag(inversion: .prefixedNo, help: "Cancel touches that turn into a palm; by default as recorded, otherwise on.")
  package var palmRejection: Bool?
  @Option(
    help: ArgumentHelp(
      "Take a contact that is at least this long for a palm, where the device reports sizes; by default as recorded.",
      valueName: "mm"))
  package var palmSize: PalmSizeArgument?
  @Flag(inversion: .prefixedNo, help: "Ignore fingers while a pen is near; by default as recorded, otherwise on.")
  package var penOverTouch: Bool?

  package init() {}

  /// What the parser makes of arguments with none of these options.
  package static var notGiven: SurfaceOptions {
    var options = SurfaceOptions()
    (options.range, options.resolution, options.fit) = (nil, nil, [])
    (options.rotate, options.calibration) = (nil, nil)
    (options.palmRejection, options.palmSize, options.penOverTouch) = (nil, nil, nil)
    return options
  }

  /// The last one that is of the surface.
  private var surfaceFit: SurfaceMapping.Fit {
    fit.reduce(.aspect) { if case .surface(let fit) = $1 { fit } else { $0 } }
  }

  /// The most bytes that a film may have; `nil` if that is not limited.
  package var filmLimit: Int? { fit.reduce(nil) { if case .film(let bytes) = $1 { bytes } else { $0 } } }

  /// Refuses the limit of a film where none is made.
  package func refuseFilmLimit() throws {
    guard filmLimit != nil else { return }
    throw ValidationError("--fit takes aspect or stretch here; a number of bytes is of films, which render makes.")
  }

  package var mapping: SurfaceMapping.Options {
    SurfaceMapping.Options(
      fit: surfaceFit, calibration: calibration, rotation: rotate, range: range?.range,
      resolution: resolution?.resolution)
  }

  package var rules: TouchRuleOverrides {
    TouchRuleOverrides(
      palms: palmRejection.map { $0 ? .rejected : .accepted },
      penOverTouch: penOverTouch.map { $0 ? .suppressesTouch : .ignored }, palmSize: palmSize?.millimetres)
  }
}

extension SurfaceOptions {
  /// The given options that a recording can hold.
  package var givenOfRecordings: [GivenOption] {
    GivenOption.all(
      GivenOption("--range", range), GivenOption("--resolution", resolution), GivenOption("--rotate", rotate),
      GivenOption("--calibration", calibration))
  }

  /// The given options.
  package var given: [GivenOption] {
    givenOfRecordings
      + GivenOption.all(
        GivenOption("--fit", surfaceFit == .aspect ? nil : surfaceFit), GivenOption("--palm-size", palmSize),
        GivenOption("--palm-rejection", if: palmRejection == true),
        GivenOption("--no-palm-rejection", if: palmRejection == false),
        GivenOption("--pen-over-touch", if: penOverTouch == true),
        GivenOption("--no-pen-over-touch", if: penOverTouch == false))
  }
}

// What the parser would make of the cases, which asks for it several times at every start and looks up the conformances
// of each value each time.

extension QuarterTurn: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map { String($0.rawValue) } }
  public static var allValueDescriptions: [String: String] { [:] }
  public var defaultValueDescription: String { String(rawValue) }
}

extension CalibrationMatrix: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// The range to assume for a device that reports none: X0,X1,Y0,Y1 in device units.
package struct RangeArgument: ExpressibleByArgument, Sendable {
  package var range: DeviceRange

  package init?(argument: String) {
    guard let range = DeviceRange(argument) else { return nil }
    self.range = range
  }
}

/// The resolution to assume: units per millimetre, for both axes or each.
package struct ResolutionArgument: ExpressibleByArgument, Sendable {
  package var resolution: DeviceResolution

  package init?(argument: String) {
    guard let resolution = DeviceResolution(argument) else { return nil }
    self.resolution = resolution
  }
}

/// The least length of a contact that is a palm, in millimetres.
package struct PalmSizeArgument: ExpressibleByArgument, Sendable {
  package var millimetres: Double

  package init?(argument: String) {
    guard let millimetres = Double(argument), TouchRules.palmSizes.contains(millimetres) else { return nil }
    self.millimetres = millimetres
  }
}
