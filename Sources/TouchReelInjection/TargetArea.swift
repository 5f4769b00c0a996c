import TouchReelInputEvents

/// The part of a device's surface that a replay is squeezed into.
package struct TargetArea: Hashable, Sendable {
  /// A position or a length along an axis.
  package enum Measure: Hashable, Sendable {
    /// A measure in the device's own units.
    case units(Double)
    /// A share of the axis' range, from its minimum: 0…1.
    case share(Double)
  }

  /// The left edge, as ``y`` is the upper one.
  package var x: Measure
  package var y: Measure
  /// Positive.
  package var width: Measure
  package var height: Measure

  package init(x: Measure, y: Measure, width: Measure, height: Measure) {
    (self.x, self.y) = (x, y)
    (self.width, self.height) = (width, height)
  }

  /// The area of `X,Y,W,H`, each in units of the device or, with a `%`, in hundredths of its range. `nil` for other
  /// text, and for a width or a height that is not positive.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(Measure.init)
    guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
      width.number > 0, height.number > 0
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }

  /// The area as shares of the axes' ranges; `nil` if it does not lie within them.
  func shares(of x: AbsoluteAxis, _ y: AbsoluteAxis) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    guard let along = Self.share(from: self.x, length: width, of: x),
      let down = Self.share(from: self.y, length: height, of: y)
    else { return nil }
    return (along, down)
  }

  private static func share(from start: Measure, length: Measure, of axis: AbsoluteAxis) -> ClosedRange<Double>? {
    guard axis.span > 0 else { return nil }
    let (low, extent) = (start.share(of: axis, from: Double(axis.minimum)), length.share(of: axis, from: 0))
    // A sum of shares such as 0.7 + 0.3 may exceed 1 by its rounding.
    let high = low + extent > 1 && low + extent < 1 + 1e-9 ? 1 : low + extent
    return low >= 0 && high <= 1 && low < high ? low...high : nil
  }
}

extension TargetArea.Measure {
  fileprivate init?(_ text: Substring) {
    let isShare = text.hasSuffix("%")
    guard let number = Double(isShare ? text.dropLast() : text), number.isFinite else { return nil }
    self = isShare ? .share(number / 100) : .units(number)
  }

  fileprivate var number: Double {
    switch self {
    case .units(let number), .share(let number): number
    }
  }

  fileprivate func share(of axis: AbsoluteAxis, from origin: Double) -> Double {
    switch self {
    case .share(let share): share
    case .units(let units): (units - origin) / Double(axis.span)
    }
  }
}
