public import TouchReelCanvas

/// How a shape's outline is drawn.
public struct StrokeStyle: Hashable, Sendable {
  /// The widths that strokes and outlines may be given, in board points; others are clamped to these.
  public static let widths = 0.1...500.0

  /// How a line ends.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// How a corner is filled.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// The colour of the outline.
  public var color: PixelColor
  /// The width, in board points.
  public var width: Double
  /// How open ends look.
  public var cap = Cap.round
  /// How corners look.
  public var join = Join.round
  /// Lengths of dashes and gaps in board points, in turns; empty for a line without gaps. Caps lengthen dashes.
  public var dashes: [Double] = []
  /// Where in the dashes the line begins, in board points.
  public var dashPhase = 0.0

  /// A solid outline, `width` board points wide, with round corners and ends.
  public init(color: PixelColor, width: Double) {
    self.color = color
    self.width = width
  }
}

extension StrokeStyle {
  /// A width within ``widths``; NaN becomes the least.
  package static func clampedWidth(_ width: Double) -> Double { min(max(widths.lowerBound, width), widths.upperBound) }

  /// How far from its points an outline's ink may lie, in board points. A miter reaches 10 half widths beyond its
  /// corner, the wings of an arrow less than 6 widths beyond its end. A width below zero, which only a file can have,
  /// reaches as far.
  var reach: Double { 6 * abs(width) + 1 }

  /// Ink along a line. Round ink needs no library; other caps and joins are Cairo's.
  package func ink(along line: Polyline, on placement: Placement) -> ShapeInk {
    var ink = ShapeInk(color)
    if cap == .round && join == .round {
      ink.pieces = line.pieces(
        radius: placement.radius(ofWidth: width), dashes: dashPattern(on: placement), on: placement.raster)
    } else {
      ink.add(line.path, style: .stroke(pathStroke(on: placement)))
    }
    return ink
  }

  private func pathStroke(on placement: Placement) -> PathStroke {
    let hasGaps = dashPattern(on: placement) != nil
    return PathStroke(
      radius: placement.radius(ofWidth: width), cap: cap.ofPath, join: join.ofPath,
      dashes: hasGaps ? dashes.map { $0 * placement.scale } : [], dashPhase: dashPhase * placement.scale)
  }

  private func dashPattern(on placement: Placement) -> DashPattern? {
    DashPattern(dashes.map { $0 * placement.scale }, phase: dashPhase * placement.scale)
  }
}

extension StrokeStyle.Cap {
  fileprivate var ofPath: PathStroke.Cap {
    switch self {
    case .butt: .butt
    case .round: .round
    case .square: .square
    }
  }
}

extension StrokeStyle.Join {
  fileprivate var ofPath: PathStroke.Join {
    switch self {
    case .miter: .miter
    case .round: .round
    case .bevel: .bevel
    }
  }
}

/// Whether the outlines of shapes have gaps.
public enum LinePattern: String, Hashable, Sendable, CaseIterable {
  case solid
  /// Dashes three widths long with as much between them, of which round caps take one width.
  case dashed

  package func dashes(forWidth width: Double) -> [Double] {
    self == .dashed ? [3 * width, 3 * width] : []
  }
}
