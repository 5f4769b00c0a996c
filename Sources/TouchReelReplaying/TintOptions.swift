import TouchReelDrawingBoard
public import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// What of a touch gives its stroke colours along the way, in the units that people measure it in.
public struct TintOptions: Hashable, Sendable {
  /// What colours stand for.
  public enum Measure: Hashable, Sendable {
    case pressure, speed, time
  }

  /// What colours stand for.
  public var measure: Measure
  /// What gets the first and the last colour: pressures of 0…1, millimetres a second, or seconds from the first frame;
  /// board points a second where the device does not report its size. Without one it is 0…1, the speeds of writing, or
  /// all of the recording.
  public var range: ClosedRange<Double>?
  /// The colours from low to high.
  public var colors = ColorMap.plasma

  /// Colours for a measure; without a range the usual one.
  public init(_ measure: Measure, range: ClosedRange<Double>? = nil, colors: ColorMap = .plasma) {
    self.measure = measure
    self.range = range
    self.colors = colors
  }

  /// The speeds of hands that write: the usual pen moves at 20 to 150 mm/s, a quick stroke at 300. Without millimetres
  /// they are in board points.
  package static func usualSpeeds(inMillimetres: Bool) -> ClosedRange<Double> { inMillimetres ? 0...300 : 0...2000 }

  /// Whether it depends on how long the recording is.
  var needsLength: Bool { measure == .time && range == nil }
}

/// A tint with the range and unit that it has in a recording.
struct TintScale: Hashable, Sendable {
  let tinting: Tinting
  /// The title that a legend has.
  let title: String
  let range: ClosedRange<Double>

  init(_ options: TintOptions, _ facts: RecordingFacts, pointsPerMillimetre: Double?) {
    switch options.measure {
    case .pressure:
      (title, range) = ("pressure", options.range ?? 0...1)
      tinting = Tinting(.pressure, over: range, in: options.colors)
    case .speed:
      let scale = pointsPerMillimetre
      title = scale == nil ? "speed, board points/s" : "speed, mm/s"
      range = options.range ?? TintOptions.usualSpeeds(inMillimetres: scale != nil)
      tinting = Tinting(
        .speed, over: range.lowerBound * (scale ?? 1)...range.upperBound * (scale ?? 1), in: options.colors)
    case .time:
      title = "time, s"
      range = options.range ?? 0...max(facts.end.since(facts.start).seconds, 0)
      tinting = Tinting(.time(since: facts.start), over: range, in: options.colors)
    }
  }
}
