/// libinput's calibration (`LIBINPUT_CALIBRATION_MATRIX`): the first two rows of a 3×3 matrix on positions that are
/// normalised to 0…1.
///
/// ```
/// x' = a·x + b·y + c
/// y' = d·x + e·y + f
/// ```
public struct CalibrationMatrix: Hashable, Sendable {
  /// The factors and offsets of x′ = a·x + b·y + c and y′ = d·x + e·y + f.
  public var a, b, c, d, e, f: Double

  /// Changes nothing.
  public static let identity = CalibrationMatrix(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

  /// The matrix of x′ = a·x + b·y + c and y′ = d·x + e·y + f.
  public init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    (self.a, self.b, self.c) = (a, b, c)
    (self.d, self.e, self.f) = (d, e, f)
  }

  /// The matrix of udev's text: six numbers separated by spaces, or nine, of which the last row is ignored as libinput
  /// ignores it. `nil` if there are others, or one of them is not finite.
  public init?(_ text: String) {
    let words = text.split(maxSplits: 9, whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    guard words.count == 6 || words.count == 9, numbers.count == words.count else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
  }

  /// a…f.
  public var numbers: [Double] { [a, b, c, d, e, f] }

  /// Whether the device's x runs along the board's y, as after a quarter turn.
  package var swapsAxes: Bool { abs(b) + abs(d) > abs(a) + abs(e) }

  /// The same matrix for positions in units, of which `width` × `height` are normalised to 1 × 1.
  func perUnit(width: Double, height: Double) -> CalibrationMatrix {
    CalibrationMatrix(a: a / width, b: b / height, c: c, d: d / width, e: e / height, f: f)
  }

  /// This one after `first`.
  public func after(_ first: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      a: a * first.a + b * first.d, b: a * first.b + b * first.e, c: a * first.c + b * first.f + c,
      d: d * first.a + e * first.d, e: d * first.b + e * first.e, f: d * first.c + e * first.f + f)
  }
}

/// How far the device is turned against the board, clockwise.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
  case upright = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The matrix for positions of 0…1 whose y grows downward.
  package var matrix: CalibrationMatrix {
    switch self {
    case .upright: .identity
    case .quarter: CalibrationMatrix(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0)
    case .half: CalibrationMatrix(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
    case .threeQuarters: CalibrationMatrix(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
    }
  }
}
