package import ArgumentParser
import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelDrawings
package import TouchReelReplaying

/// What touches draw with, whatever the recording says.
package struct InkOptions: ParsableArguments, Sendable {
  @Option(help: "Draw every touch with this tool; a pen's eraser end erases.") package var tool: Tool?
  @Option(
    help: ArgumentHelp(
      "The width of strokes in board points, \(StrokeStyle.widths.inWords), or a share of the picture's longer side of up to 25%.",
      valueName: "points"))
  package var width: WidthArgument?
  @Option(help: ArgumentHelp("#rrggbb, #rrggbbaa or a name.", valueName: "color")) package var color: ColorArgument?
  @Option(
    help: ArgumentHelp("The colour within rectangles, ellipses, polygons and stars, or none.", valueName: "color"))
  package var fill: ColorArgument?
  @Option(help: "The ends of lines and outlines.") package var cap: StrokeStyle.Cap?
  @Option(help: "The corners of outlines.") package var join: StrokeStyle.Join?
  @Option(help: "Whether outlines have gaps.") package var pattern: LinePattern?
  @Option(help: ArgumentHelp("How many sides the n-gon tool gives, \(NgonShape.sides.inWords).", valueName: "count"))
  package var sides: Int?
  @Option(help: ArgumentHelp("The font of texts: a family's name.", valueName: "family")) package var font: String?
  @Option(help: ArgumentHelp("The size of texts in board points, \(TextFont.sizes.inWords).", valueName: "points"))
  package var textSize: Double?
  @Option(help: "What gives strokes their colours.") package var colorBy: ColorBy?
  @Option(
    help: ArgumentHelp(
      "The values of the first and the last colour: pressures of 0 to 1, mm/s (board points/s where the device has no size) or seconds.",
      valueName: "from,to"))
  package var colorRange: RangeOfColors?
  @Option(help: "The colours from low to high, of pressures, speeds or times; by default plasma.")
  package var colors: ColorMap?
  @Option(help: "How pencil lines are smoothed.") package var smoothing: Smoothing?
  @Option(help: "Whose pencil lines are wider where they press harder.") package var pressureWidth: PressureWidth?
  @Option(
    help: ArgumentHelp(
      "The exponent of the pressure, \(PressureCurve.gammas.inWords); below 1 light touches count for more."))
  package var pressureGamma: Double?
  @Option(help: "Whether pencil lines are narrower where they are faster.") package var speedWidth: SpeedCurve?
  @Option(help: "How strokes in progress and selected shapes look.") package var theme: Theme?
  @Flag(help: "Show strokes that were cancelled, in grey.") package var showCancelled = false

  package init() {}

  package enum ColorBy: String, WordArgument, Sendable {
    case touch, device, pressure, speed, time

    /// One colour for all of a touch.
    var coloring: Coloring? {
      switch self {
      case .touch: .byTouch
      case .device: .byDevice
      case .pressure, .speed, .time: nil
      }
    }

    /// Colours along the way of a touch.
    var measure: TintOptions.Measure? {
      switch self {
      case .touch, .device: nil
      case .pressure: .pressure
      case .speed: .speed
      case .time: .time
      }
    }
  }

  package enum PressureWidth: String, WordArgument, Sendable {
    case off, pens, all
  }

  package mutating func validate() throws {
    if case .points(let width)? = width, !StrokeStyle.widths.contains(width) {
      throw ValidationError("--width takes \(StrokeStyle.widths.inWords) points, or a share of up to 25%.")
    }
    if colorRange != nil && colorBy?.measure == nil {
      throw ValidationError("--color-range is of --color-by pressure, speed or time; add one of them.")
    }
    if colors != nil && colorBy?.measure == nil {
      throw ValidationError("--colors is of --color-by pressure, speed or time; add one of them.")
    }
    if let sides, !NgonShape.sides.contains(sides) {
      throw ValidationError("--sides takes \(NgonShape.sides.inWords).")
    }
    if let textSize, !TextFont.sizes.contains(textSize) {
      throw ValidationError("--text-size takes \(TextFont.sizes.inWords) points.")
    }
    if let pressureGamma, !PressureCurve.gammas.contains(pressureGamma) {
      throw ValidationError("--pressure-gamma takes \(PressureCurve.gammas.inWords).")
    }
    if color != nil && colorBy != nil { throw ValidationError("--color and --color-by exclude each other.") }
    if pressureWidth == .off && pressureGamma != nil {
      throw ValidationError("--pressure-gamma has no effect when --pressure-width is off.")
    }
  }

  /// What the parser makes of arguments with none of these options.
  package static var notGiven: InkOptions {
    var options = InkOptions()
    (options.tool, options.width, options.color, options.fill) = (nil, nil, nil, nil)
    (options.cap, options.join, options.pattern, options.sides) = (nil, nil, nil, nil)
    (options.font, options.textSize) = (nil, nil)
    (options.colorBy, options.colorRange, options.colors) = (nil, nil, nil)
    (options.smoothing, options.pressureWidth, options.pressureGamma) = (nil, nil, nil)
    (options.speedWidth, options.theme, options.showCancelled) = (nil, nil, false)
    return options
  }

  /// Gives a recording this look.
  package func apply(to options: inout RenderOptions) {
    options.overrides = BoardOverrides(commands, font: font, textSize: textSize)
    options.relativeWidth = width?.share
    options.tint = colorBy?.measure.map { TintOptions($0, range: colorRange?.range, colors: colors ?? .plasma) }
  }

  /// What brings a board's settings to it.
  package var commands: [BoardCommand] {
    let colors = color == nil ? [] : [BoardCommand.set(\.coloring, .chosen)]
    return colors + restylings.map { .set(BoardSetting($0)) } + settingsOfTouches.map { .set($0) }
  }

  /// Those that finished shapes cannot be given.
  private var settingsOfTouches: [BoardSetting] {
    let all: [BoardSetting?] = [
      setting(\.tool, tool), setting(\.sides, sides), setting(\.coloring, colorBy?.coloring),
      setting(\.smoothing, smoothing), setting(\.pressure, pressure), setting(\.speed, speedWidth),
      setting(\.theme, theme), setting(\.cancelledInk, showCancelled ? .shown : nil),
    ]
    return all.compactMap(\.self)
  }

  private func setting<Property: SettingValue>(
    _ path: WritableKeyPath<BoardSettings, Property>, _ value: Property?
  ) -> BoardSetting? {
    value.map { BoardSetting(path, $0) }
  }

  private var pressure: PressureCurve? {
    guard pressureWidth != nil || pressureGamma != nil else { return nil }
    let gamma = pressureGamma ?? 1
    return switch pressureWidth ?? .pens {
    case .off: .off
    case .pens: .pens(gamma: gamma)
    case .all: .all(gamma: gamma)
    }
  }

  /// What can be done to finished shapes as well.
  package var restylings: [Restyling] {
    var changes: [Restyling] = []
    if let color { changes.append(.color(color.color)) }
    if let fill { changes.append(.fill(fill.color.alpha == 0 ? nil : fill.color)) }
    if case .points(let width)? = width { changes.append(.width(width)) }
    if let cap { changes.append(.cap(cap)) }
    if let join { changes.append(.join(join)) }
    if let pattern { changes.append(.pattern(pattern)) }
    return changes
  }

  /// The options that were given of those that change the looks of a drawing as well.
  package var givenForDrawings: [GivenOption] {
    GivenOption.all(
      GivenOption("--width", width), GivenOption("--color", color),
      GivenOption("--fill", fill), GivenOption("--cap", cap), GivenOption("--join", join),
      GivenOption("--pattern", pattern))
  }

  /// The options that were given of those that give a stroke more than one colour.
  package var givenForTints: [GivenOption] {
    GivenOption.all(GivenOption("--color-by", colorBy?.measure == nil ? nil : colorBy))
  }

  /// The options that were given of those that only touches can be drawn with.
  package var givenForTouches: [GivenOption] {
    GivenOption.all(
      GivenOption("--tool", tool), GivenOption("--sides", sides), GivenOption("--font", font),
      GivenOption("--text-size", textSize), GivenOption("--color-by", colorBy),
      GivenOption("--color-range", colorRange), GivenOption("--colors", colors),
      GivenOption("--smoothing", smoothing),
      GivenOption("--pressure-width", pressureWidth), GivenOption("--pressure-gamma", pressureGamma),
      GivenOption("--speed-width", speedWidth), GivenOption("--theme", theme))
  }
}

extension ClosedRange {
  /// `0.1 to 500`.
  fileprivate var inWords: String {
    func number(_ bound: Bound) -> String { "\(bound)".hasSuffix(".0") ? String("\(bound)".dropLast(2)) : "\(bound)" }
    return "\(number(lowerBound)) to \(number(upperBound))"
  }
}
