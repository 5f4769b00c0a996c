/// The outline of something that is not round ink.
package struct CanvasPath: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(SubpixelPoint)
    case line(SubpixelPoint)
    /// A cubic Bézier curve with its two control points.
    case curve(SubpixelPoint, SubpixelPoint, to: SubpixelPoint)
    case close
  }

  package var elements: [Element]

  package init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The closed polygon with these corners.
  package static func polygon(_ corners: some Sequence<SubpixelPoint>) -> CanvasPath {
    var path = CanvasPath()
    for corner in corners { path.elements.append(path.elements.isEmpty ? .move(corner) : .line(corner)) }
    path.elements.append(.close)
    return path
  }
}

/// How a path becomes coverage.
package enum PathStyle: Hashable, Sendable {
  case fill(FillRule)
  case stroke(PathStroke)
}

/// What counts as inside a path that crosses itself.
package enum FillRule: Hashable, Sendable {
  case nonZero, evenOdd
}

/// The outline of a path, with caps and joins other than round ink's.
package struct PathStroke: Hashable, Sendable {
  package enum Cap: Hashable, Sendable {
    case round, butt, square
  }

  package enum Join: Hashable, Sendable {
    /// Pointed up to a miter of ``miterLimit`` times the width, else beveled.
    case miter
    case round, bevel
  }

  /// How long a miter may be, in widths of the line: Cairo's default.
  package static let miterLimit = 10.0

  /// Half its width.
  package var radius: SubpixelRadius
  package var cap: Cap
  package var join: Join
  /// Lengths of dashes and gaps in pixels, in turns; empty for a line without gaps.
  package var dashes: [Double]
  /// Where in the dashes the line begins, in pixels.
  package var dashPhase: Double

  package init(radius: SubpixelRadius, cap: Cap, join: Join, dashes: [Double] = [], dashPhase: Double = 0) {
    self.radius = radius
    self.cap = cap
    self.join = join
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}

extension CanvasPath {
  /// The ellipse as a closed polygon that deviates from it by at most 1/32 pixel.
  ///
  /// Computed with additions, products, quotients and square roots only, so that every processor has the same corners.
  package static func ellipse(center: SubpixelPoint, radiusX: SubpixelRadius, radiusY: SubpixelRadius) -> CanvasPath {
    .polygon(ellipseCorners(center: center, radiusX: radiusX, radiusY: radiusY))
  }

  /// The corners of that polygon, clockwise on the screen from the rightmost one, which is not repeated at the end.
  package static func ellipseCorners(
    center: SubpixelPoint, radiusX: SubpixelRadius, radiusY: SubpixelRadius
  ) -> [SubpixelPoint] {
    UnitVector.circle(radius: max(radiusX, radiusY)).map { point in
      SubpixelPoint(
        x: (Double(center.x) + point.x * Double(radiusX.rawValue)) / 256,
        y: (Double(center.y) + point.y * Double(radiusY.rawValue)) / 256)
    }
  }
}

/// A direction, as the point where it meets the unit circle.
package struct UnitVector: Hashable, Sendable {
  package let x: Double
  package let y: Double

  /// Points of the unit circle, clockwise on the screen from (1, 0), which is not repeated: so close that scaled to the
  /// radius the polygon through them deviates from the circle by at most 1/32 pixel.
  package static func circle(radius: SubpixelRadius) -> [UnitVector] {
    let quadrant = quarterCircle(radius: radius)
    return (0..<4).flatMap { turns in quadrant.dropLast().map { $0.turned(quarters: turns) } }
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

  private func bisector(with other: UnitVector) -> UnitVector {
    let (sumX, sumY) = (x + other.x, y + other.y)
    let length = (sumX * sumX + sumY * sumY).squareRoot()
    return UnitVector(x: sumX / length, y: sumY / length)
  }

  private func turned(quarters: Int) -> UnitVector {
    quarters == 0 ? self : UnitVector(x: -y, y: x).turned(quarters: quarters - 1)
  }
}
