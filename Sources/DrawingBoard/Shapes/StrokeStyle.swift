public import Canvas

/// How a shape's outline is drawn.
public struct StrokeStyle: Hashable, Sendable {
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  public var color: PixelColor
  /// In board points.
  public var width: Double
  public var cap = Cap.round
  public var join = Join.round
  /// Lengths of dashes and gaps in board points, in turns; empty for a line without gaps. Caps lengthen dashes.
  public var dashes: [Double] = []
  /// Where in the dashes the line begins, in board points.
  public var dashPhase = 0.0

  public init(color: PixelColor, width: Double) {
    self.color = color
    self.width = width
  }
}

extension Brush {
  var outline: StrokeStyle { StrokeStyle(color: color, width: width) }
}

extension StrokeStyle {
  /// Ink along a line. Round ink needs no library; other caps and joins are Cairo's.
  func layer(along line: Polyline, on raster: Raster) -> InkLayer {
    let coverage =
      cap == .round && join == .round ? roundCoverage(along: line, on: raster) : coverage(along: line, on: raster)
    return .ink(coverage, color)
  }

  private func roundCoverage(along line: Polyline, on raster: Raster) -> CoverageLayer {
    let radius = raster.radius(ofWidth: width)
    var coverage = CoverageLayer(size: raster.pixels)
    for piece in line.dashed(dashes.map { $0 * raster.scale }, phase: dashPhase * raster.scale) {
      coverage.add(piece, radius: radius)
    }
    return coverage
  }

  private func coverage(along line: Polyline, on raster: Raster) -> CoverageLayer {
    var coverage = CoverageLayer(size: raster.pixels)
    var unused = Damage(size: raster.pixels)
    let stroke = PathStroke(
      radius: raster.radius(ofWidth: width), cap: cap.ofPath, join: join.ofPath,
      dashes: dashes.map { $0 * raster.scale }, dashPhase: dashPhase * raster.scale)
    coverage.add(line.path, style: .stroke(stroke), damage: &unused)
    return coverage
  }
}

extension CoverageLayer {
  fileprivate mutating func add(_ line: Polyline, radius: SubpixelRadius) {
    let points = line.drawn
    if points.count == 1 { add(.dot(at: points[0], radius: radius)) }
    for (start, end) in zip(points, points.dropFirst()) { add(InkSegment(from: start, to: end, radius: radius)) }
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
