/// The outline of something that is not round ink.
public struct CanvasPath: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case move(SubpixelPoint)
    case line(SubpixelPoint)
    /// A cubic Bézier curve with its two control points.
    case curve(SubpixelPoint, SubpixelPoint, to: SubpixelPoint)
    case close
  }

  public var elements: [Element]

  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The closed polygon with these corners.
  public static func polygon(_ corners: some Sequence<SubpixelPoint>) -> CanvasPath {
    var path = CanvasPath()
    for corner in corners { path.elements.append(path.elements.isEmpty ? .move(corner) : .line(corner)) }
    path.elements.append(.close)
    return path
  }
}

/// How a path becomes coverage.
public enum PathStyle: Hashable, Sendable {
  case fill(FillRule)
  case stroke(PathStroke)
}

/// What counts as inside a path that crosses itself.
public enum FillRule: Hashable, Sendable {
  case nonZero, evenOdd
}

/// The outline of a path, with caps and joins other than round ink's.
public struct PathStroke: Hashable, Sendable {
  public enum Cap: Hashable, Sendable {
    case round, butt, square
  }

  public enum Join: Hashable, Sendable {
    /// Pointed up to a miter of 10 times the width, else beveled.
    case miter
    case round, bevel
  }

  /// Half its width.
  public var radius: SubpixelRadius
  public var cap: Cap
  public var join: Join
  /// Lengths of dashes and gaps in pixels, in turns; empty for a line without gaps.
  public var dashes: [Double]
  /// Where in the dashes the line begins, in pixels.
  public var dashPhase: Double

  public init(radius: SubpixelRadius, cap: Cap, join: Join, dashes: [Double] = [], dashPhase: Double = 0) {
    self.radius = radius
    self.cap = cap
    self.join = join
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}
