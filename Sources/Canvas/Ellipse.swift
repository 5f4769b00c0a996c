extension CanvasPath {
  /// The ellipse as a closed polygon that deviates from it by at most 1/32 pixel.
  ///
  /// Computed with additions, products, quotients and square roots only, so that every processor has the same corners.
  public static func ellipse(center: SubpixelPoint, radiusX: SubpixelRadius, radiusY: SubpixelRadius) -> CanvasPath {
    .polygon(ellipseCorners(center: center, radiusX: radiusX, radiusY: radiusY))
  }

  /// The corners of that polygon, clockwise on the screen from the rightmost one, which is not repeated at the end.
  public static func ellipseCorners(
    center: SubpixelPoint, radiusX: SubpixelRadius, radiusY: SubpixelRadius
  ) -> [SubpixelPoint] {
    let quadrant = quarterCircle(radius: max(radiusX, radiusY))
    let circle = (0..<4).flatMap { turns in quadrant.dropLast().map { $0.turned(quarters: turns) } }
    return circle.map { point in
      SubpixelPoint(
        x: (Double(center.x) + point.x * Double(radiusX.rawValue)) / 256,
        y: (Double(center.y) + point.y * Double(radiusY.rawValue)) / 256)
    }
  }

  /// Points of the unit circle from (1, 0) to (0, 1), as close as a circle of this radius needs them.
  private static func quarterCircle(radius: SubpixelRadius) -> [UnitVector] {
    var points = [UnitVector(x: 1, y: 0), UnitVector(x: 0, y: 1)]
    // A chord over the angle a lies r a²/8 off the circle; halving the angle leaves a quarter of that.
    var deviation = Double(radius.rawValue) / 256 * 0.3085
    while deviation > 1 / 32 {
      points = zip(points, points.dropFirst()).flatMap { [$0, $0.bisector(with: $1)] } + points.suffix(1)
      deviation /= 4
    }
    return points
  }
}

private struct UnitVector {
  var x: Double
  var y: Double

  func bisector(with other: UnitVector) -> UnitVector {
    let (sumX, sumY) = (x + other.x, y + other.y)
    let length = (sumX * sumX + sumY * sumY).squareRoot()
    return UnitVector(x: sumX / length, y: sumY / length)
  }

  func turned(quarters: Int) -> UnitVector {
    quarters == 0 ? self : UnitVector(x: -y, y: x).turned(quarters: quarters - 1)
  }
}
