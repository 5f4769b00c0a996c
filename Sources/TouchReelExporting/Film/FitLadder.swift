import TouchReelClampedNumbers

/// What a film may give up to become smaller, one rung after another: at first quality alone, then size and rate with
/// it.
struct FitLadder: Hashable, Sendable {
  /// The last rung, at which a film is as small as anybody looks at.
  static let last = 20
  /// Up to here the size and the rate stay.
  private static let qualityRungs = 4
  /// A longer side is not made shorter than this, nor a rate slower.
  private static let (leastSide, leastRate) = (160.0, 5.0)

  /// A film on a rung.
  struct Rung: Hashable, Sendable {
    /// Pixels for each one of the film that is not made smaller.
    var scale: Double
    /// Frames a second.
    var rate: Double
    /// What an encoder gives up, 0…1.
    var loss: Double
  }

  /// The longer side of the film that is not made smaller, in pixels; `nil` if its size was asked for.
  let side: Double?
  /// Its frames a second.
  let rate: Double
  /// Whether that was asked for.
  let keepsRate: Bool

  subscript(number: Int) -> Rung {
    let steps = max(0, number - Self.qualityRungs)
    let loss = min(Double(number), 4) / 4 * 0.35 + Double(steps) / Double(Self.last - Self.qualityRungs) * 0.65
    return Rung(scale: scale(after: steps), rate: rate(after: steps), loss: min(loss, 1))
  }

  private func scale(after steps: Int) -> Double {
    guard let side else { return 1 }
    return max((0..<steps).reduce(1) { scale, _ in scale * 0.88 }, min(1, Self.leastSide / max(side, 1)))
  }

  private func rate(after steps: Int) -> Double {
    guard !keepsRate, steps > 0, rate > Self.leastRate else { return rate }
    return max((0..<steps).reduce(rate) { rate, _ in rate * 0.9 }.rounded(), Self.leastRate)
  }
}

/// The search for the highest rung whose film is within a limit, by few films.
struct FitSearch: Sendable {
  private static let tryLimit = 7
  /// How many films may be too large before the smallest is tried.
  private static let guessLimit = 4
  /// A film of this share of the limit is good enough.
  private static let goodShare = 0.85

  private let limit: Double
  private var tries = 0
  /// The lowest rung whose film is too large, and its bytes.
  private var tooLarge: (rung: Int, bytes: Double)?
  /// The one before that.
  private var larger: (rung: Int, bytes: Double)?
  /// The highest one whose film fits.
  private var fitting: (rung: Int, bytes: Double)?

  init(limit: Int) { self.limit = Double(limit) }

  /// - Returns: whether it fits, and is better than what did before.
  mutating func record(_ rung: Int, bytes: Int) -> Bool {
    tries += 1
    let isFitting = Double(bytes) <= limit
    if isFitting {
      fitting = (rung, Double(bytes))
    } else {
      (larger, tooLarge) = (tooLarge, (rung, Double(bytes)))
    }
    return isFitting
  }

  /// The rung to try; `nil` if no other is worth it.
  var next: Int? {
    guard let tooLarge else { return fitting == nil ? 0 : nil }
    guard tooLarge.rung < FitLadder.last else { return nil }
    guard let fitting else { return tries < Self.guessLimit ? guess(from: tooLarge) : FitLadder.last }
    guard tries < Self.tryLimit, fitting.rung - tooLarge.rung > 1, fitting.bytes < limit * Self.goodShare else {
      return nil
    }
    let share = (tooLarge.bytes.bits - wanted) / max(tooLarge.bytes.bits - fitting.bytes.bits, 0.01)
    let rung = tooLarge.rung + Int(clamping: (share * Double(fitting.rung - tooLarge.rung)).rounded())
    return min(max(rung, tooLarge.rung + 1), fitting.rung - 1)
  }

  private var wanted: Double { (limit * 0.93).bits }

  /// A rung takes as much away as the ones before: at first about a quarter of the bytes, 0.4 bits of their number.
  private func guess(from tooLarge: (rung: Int, bytes: Double)) -> Int {
    let shrinkage = larger.map { ($0.bytes.bits - tooLarge.bytes.bits) / Double(tooLarge.rung - $0.rung) } ?? 0.4
    let steps = ((tooLarge.bytes.bits - wanted) / max(shrinkage, 0.02)).rounded(.up)
    return min(tooLarge.rung + max(1, Int(clamping: steps)), FitLadder.last)
  }
}

extension Double {
  /// The logarithm to base 2, within a hundredth: a parabola between powers of two.
  fileprivate var bits: Double {
    let part = significand - 1
    return self > 0 ? Double(exponent) + part + 0.344 * part * (1 - part) : 0
  }
}
