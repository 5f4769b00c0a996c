import TouchReelDrawingBoard
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

  /// Colours for a measure; without a range the usual one.
  public init(_ measure: Measure, range: ClosedRange<Double>? = nil) {
    self.measure = measure
    self.range = range
  }

  /// Whether it depends on how long the recording is.
  var needsLength: Bool { measure == .time && range == nil }
}

/// A tint with the range and unit that it has in a recording.
struct TintScale: Hashable, Sendable {
  let tinting: Tinting
  /// The title that a legend has.
  let title: String
  let range: ClosedRange<Double>

  /// The speeds of hands that write: the usual pen moves at 20 to 150 mm/s, a quick stroke at 300.
  private static let writing = 0.0...300.0
  private static let writingInPoints = 0.0...2000.0

  init(_ options: TintOptions, _ facts: RecordingFacts, pointsPerMillimetre: Double?) {
    switch options.measure {
    case .pressure:
      (title, range) = ("pressure", options.range ?? 0...1)
      tinting = Tinting(.pressure, over: range)
    case .speed:
      let scale = pointsPerMillimetre
      title = scale == nil ? "speed, board points/s" : "speed, mm/s"
      range = options.range ?? (scale == nil ? Self.writingInPoints : Self.writing)
      tinting = Tinting(.speed, over: range.lowerBound * (scale ?? 1)...range.upperBound * (scale ?? 1))
    case .time:
      title = "time, s"
      range = options.range ?? 0...max(facts.end.since(facts.start).seconds, 0)
      tinting = Tinting(.time(since: facts.start), over: range)
    }
  }
}
