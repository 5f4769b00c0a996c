import Glibc

/// Two colours and the line along which one turns into the other.
package struct LinearGradient: Hashable, Sendable {
  /// A point of the unit square, which is stretched over the canvas; y grows downward.
  package struct UnitPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package var startColor: PixelColor
  package var endColor: PixelColor
  package var start: UnitPoint
  package var end: UnitPoint

  /// Before the start and after the end, the colours go on unchanged.
  package init(from startColor: PixelColor, at start: UnitPoint, to endColor: PixelColor, at end: UnitPoint) {
    self.startColor = startColor
    self.endColor = endColor
    self.start = start
    self.end = end
  }

  /// Along a direction through the middle, from border to border.
  ///
  /// - Parameters:
  ///   - startColor: on the border that the direction comes from.
  ///   - endColor: on the border that it runs to.
  ///   - angle: degrees anticlockwise from east; 270 runs from top to bottom.
  package init(from startColor: PixelColor, to endColor: PixelColor, angle: Double = 270) {
    let toward = UnitPoint(direction: angle)
    self.init(
      from: startColor, at: UnitPoint(x: 1 - toward.x, y: 1 - toward.y),
      to: endColor, at: toward)
  }
}

extension LinearGradient.UnitPoint {
  /// Where a direction from the middle meets the unit square's border, rounded to a millionth so that every libm
  /// agrees.
  ///
  /// Right angles are exact. An angle that is no number counts as 0.
  init(direction degrees: Double) {
    let turned = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
    let radians = turned * .pi / 180
    let x = cos(radians)
    let y = sin(radians)
    let scale = max(abs(x), abs(y))
    self.init(x: Self.millionths((x / scale + 1) / 2), y: Self.millionths(1 - (y / scale + 1) / 2))
  }

  private static func millionths(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}

extension LinearGradient {
  /// The gradient over a canvas of one size, ready to be asked for pixels.
  struct Ramp: Hashable, Sendable {
    /// Premultiplied components of the start, and the way to those of the end.
    let from: SIMD4<Double>
    let change: SIMD4<Double>
    /// Position along the ramp at the centre of the first pixel, and how it grows with x and y.
    let origin: Double
    let perColumn: Double
    let perRow: Double

    var isOpaque: Bool { from.w == 255 && change.w == 0 }

    func pixel(x: Int, y: Int) -> UInt32 {
      let position = origin + Double(y) * perRow + Double(x) * perColumn
      let clamped = min(max(position, 0), 1)
      let rounded = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(from + change * clamped + 0.5))
      return rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
    }
  }

  func ramp(size: PixelSize) -> Ramp {
    let width = Double(size.width)
    let height = Double(size.height)
    let dx = (end.x - start.x) * width
    let dy = (end.y - start.y) * height
    let squared = dx * dx + dy * dy
    let isUsable = squared.isFinite && squared > 0
    let perColumn = isUsable ? dx / squared : 0
    let perRow = isUsable ? dy / squared : 0
    let first = SIMD4(pixel: startColor.premultiplied)
    return Ramp(
      from: first, change: SIMD4(pixel: endColor.premultiplied) - first,
      origin: isUsable ? (0.5 - start.x * width) * perColumn + (0.5 - start.y * height) * perRow : 0,
      perColumn: perColumn, perRow: perRow)
  }
}

extension SIMD4<Double> {
  /// Blue, green, red and alpha.
  fileprivate init(pixel: UInt32) {
    self.init(
      Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
  }
}
