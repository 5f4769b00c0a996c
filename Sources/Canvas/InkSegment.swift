import CCoverage

/// One piece of a stroke: everything that a round brush sweeps on its way from start to end, its radius changing
/// evenly.
///
/// Where one end's disc contains the other's, it is that disc.
public struct InkSegment: Hashable, Sendable {
  public var start: SubpixelPoint
  public var end: SubpixelPoint
  public var startRadius: SubpixelRadius
  public var endRadius: SubpixelRadius

  public init(
    from start: SubpixelPoint, radius startRadius: SubpixelRadius, to end: SubpixelPoint,
    radius endRadius: SubpixelRadius
  ) {
    self.start = start
    self.end = end
    self.startRadius = startRadius
    self.endRadius = endRadius
  }

  public init(from start: SubpixelPoint, to end: SubpixelPoint, radius: SubpixelRadius) {
    self.init(from: start, radius: radius, to: end, radius: radius)
  }

  public static func dot(at center: SubpixelPoint, radius: SubpixelRadius) -> InkSegment {
    InkSegment(from: center, to: center, radius: radius)
  }
}

extension InkSegment {
  var cone: touchreel_cone {
    touchreel_cone_make(start.x, start.y, startRadius.rawValue, end.x, end.y, endRadius.rawValue)
  }

  /// The pixels that it may touch.
  var bounds: PixelRect {
    PixelRect(
      minX: Int(min(start.x - startRadius.rawValue, end.x - endRadius.rawValue) - 128) >> 8,
      minY: Int(min(start.y - startRadius.rawValue, end.y - endRadius.rawValue) - 128) >> 8,
      maxX: Int(max(start.x + startRadius.rawValue, end.x + endRadius.rawValue) + 128) >> 8 + 1,
      maxY: Int(max(start.y + startRadius.rawValue, end.y + endRadius.rawValue) + 128) >> 8 + 1)
  }
}
