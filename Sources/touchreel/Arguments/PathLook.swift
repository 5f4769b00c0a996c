import ArgumentParser
import TouchReelDrawings
import TouchReelExporting
import TouchReelReplaying
import TouchReelWindowArguments

/// How paths look in a plot.
struct PathLook: ParsableArguments {
  @Flag(help: "Show a bar of a round length in millimetres, where the device reports its size.") var scaleBar = false
  @Option(help: "What gives paths their colours; by default each slot or tool has its own.") var colorBy: Measure?
  @Option(help: "The colours from low to high, of pressures, speeds or times; by default plasma.")
  var colors: ColorMap?
  @Option(
    help: ArgumentHelp(
      "The values of the first and the last colour; by default pressures of 0 to 1, speeds of 0 to 300 mm/s (2000 board points/s), all of the time.",
      valueName: "from,to"))
  var colorRange: RangeOfColors?

  enum Measure: String, WordArgument {
    case pressure, speed, time

    fileprivate var tint: TintOptions.Measure {
      switch self {
      case .pressure: .pressure
      case .speed: .speed
      case .time: .time
      }
    }
  }

  func validate() throws {
    guard colorBy == nil else { return }
    if colors != nil { throw ValidationError("--colors is of --color-by pressure, speed or time; add one of them.") }
    if colorRange != nil {
      throw ValidationError("--color-range is of --color-by pressure, speed or time; add one of them.")
    }
  }

  func refuse(unlessFor kind: PlotKind) throws {
    let given = GivenOption.all(GivenOption("--scale-bar", if: scaleBar), GivenOption("--color-by", colorBy))
    guard kind != .path, let option = given.first else { return }
    throw ValidationError("\(option.name) is of --kind path only.")
  }

  func apply(to options: inout PlotOptions) {
    options.showsScaleBar = scaleBar
    options.tint = colorBy.map { TintOptions($0.tint, range: colorRange?.range, colors: colors ?? .plasma) }
  }
}
