package import TouchReelDrawings
package import TouchReelInputEvents
import TouchReelTouchTracking

/// What of a touch gives its stroke colours, and over which range.
package struct Tinting: Hashable, Sendable {
  /// What is measured at each sample of a touch.
  package enum Measure: Hashable, Sendable {
    /// 0…1; touches that have none keep the colour of the settings.
    case pressure
    /// Speeds, in board points a second.
    case speed
    /// Times, in seconds since an instant.
    case time(since: Timestamp)
  }

  package var measure: Measure
  /// What gets the first and the last colour; values outside get these too.
  package var range: ClosedRange<Double>
  package var colors: ColorMap

  package init(_ measure: Measure, over range: ClosedRange<Double>, in colors: ColorMap = .plasma) {
    self.measure = measure
    self.range = range
    self.colors = colors
  }

  /// The step of the colours that a value gets.
  fileprivate func step(of value: Double) -> UInt8 {
    let length = range.upperBound - range.lowerBound
    return ColorMap.step(at: length > 0 ? (value - range.lowerBound) / length : 0)
  }
}

/// The steps of a stroke's colours, sample by sample.
struct TintMeter: Sendable {
  private let tinting: Tinting
  private var last: TouchSample?
  private var speed: Double?

  init(_ tinting: Tinting) { self.tinting = tinting }

  /// Whether the first sample after a gap has no value before the second.
  var needsTwoSamples: Bool { tinting.measure == .speed }

  mutating func forgetMotion() { (last, speed) = (nil, nil) }

  /// `nil` if it has no value.
  mutating func step(at sample: TouchSample) -> UInt8? {
    switch tinting.measure {
    case .pressure: sample.pressure.map(tinting.step)
    case .time(let start): tinting.step(of: sample.time.since(start).seconds)
    case .speed: tinting.step(of: speed(at: sample))
    }
  }

  /// Mixed with the speed before, as a single step's is mostly noise; as it was where no time has passed.
  private mutating func speed(at sample: TouchSample) -> Double {
    guard let last else {
      self.last = sample
      return 0
    }
    let elapsed = sample.time.since(last.time).seconds
    guard elapsed > 0 else { return speed ?? 0 }
    let new = last.boardPoint.distance(to: sample.boardPoint) / elapsed
    let mixed = speed.map { 0.6 * new + 0.4 * $0 } ?? new
    (self.last, speed) = (sample, mixed)
    return mixed
  }
}
