import TouchReelClampedNumbers
import TouchReelInputEvents

/// The part of a recording that its timeline shows, as shares of the whole, and where its instants lie.
nonisolated struct TimelineRange: Hashable, Sendable {
  /// The whole recording to begin with.
  private(set) var lower = 0.0
  private(set) var upper = 1.0
  private static let leastSpan = 1e-4

  /// Whether a part of the recording is shown.
  var isZoomed: Bool { upper - lower < 1 }

  /// The place of an instant, in a width.
  func x(of fraction: Double, in width: Double) -> Double {
    (fraction - lower) / (upper - lower) * width
  }

  func fraction(at x: Double, in width: Double) -> Double {
    min(max(lower + x / max(width, 1) * (upper - lower), 0), 1)
  }

  /// Shows more or less around an instant, which stays where it is.
  ///
  /// - Parameter factor: of the time that is shown; NaN and what is not above 0 is ignored.
  mutating func zoom(by factor: Double, around fraction: Double) {
    guard factor > 0, factor.isFinite else { return }
    let span = min(max((upper - lower) * factor, Self.leastSpan), 1)
    let share = (fraction - lower) / (upper - lower)
    show(from: fraction - share * span, span)
  }

  /// Moves by a share of what is shown.
  mutating func pan(by share: Double) { show(from: lower + share * (upper - lower), upper - lower) }

  /// Moves on where an instant is no longer shown.
  mutating func follow(_ fraction: Double) {
    guard isZoomed, !(lower...upper).contains(fraction) else { return }
    let span = upper - lower
    show(from: fraction - span / 10, span)
  }

  private mutating func show(from start: Double, _ span: Double) {
    lower = min(max(start, 0), 1 - span)
    upper = lower + span
  }
}

nonisolated extension TimelineRange {
  /// A time on the axis, and its name.
  nonisolated struct Tick: Hashable, Sendable {
    let fraction: Double
    let name: String
  }

  /// Steps that people count in, in seconds.
  private static let steps = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600,
    900, 1800, 3600, 7200,
    14_400, 43_200, 86_400,
  ]

  /// Times that are shown, so far from each other that their names can be read.
  ///
  /// - Parameters:
  ///   - length: of the recording.
  ///   - width: of the axis.
  ///   - gap: from one to the next at least, in the same units.
  func ticks(of length: TimeSpan, in width: Double, gap: Double) -> [Tick] {
    let seconds = length.seconds
    let span = seconds * (upper - lower)
    guard seconds > 0, width > gap, let step = Self.steps.first(where: { $0 / span * width >= gap })
    else { return [] }
    let (first, last) = (
      Int(clamping: (lower * seconds / step).rounded(.up)), Int(clamping: upper * seconds / step)
    )
    guard first <= last else { return [] }
    return (first...last).map { number in
      let time = Double(number) * step
      return Tick(fraction: time / seconds, name: Self.name(of: time, step))
    }
  }

  /// `1:05`, or with as many decimals as the step has.
  private static func name(of time: Double, _ step: Double) -> String {
    let milliseconds = Int(clamping: (time * 1000).rounded())
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let seconds = rest / 1000
    let decimals =
      step >= 1 ? "" : step >= 0.1 ? ".\(rest % 1000 / 100)" : ".\(padded(rest % 1000))"
    return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)\(decimals)"
  }

  private static func padded(_ thousandths: Int) -> String {
    String(repeating: "0", count: 3 - String(thousandths).count) + String(thousandths)
  }
}
