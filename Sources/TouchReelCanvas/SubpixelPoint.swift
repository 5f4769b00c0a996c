import CTouchReelCoverage

/// A position on the canvas in 1/256 pixel; pixel (0, 0) spans 0 ..< 256 on both axes.
///
/// Geometry is rounded to this before any pixel is computed, so that every processor computes the same bits.
@usableFromInline package struct SubpixelPoint: Hashable, Sendable {
  /// The largest magnitude of a coordinate: 2²¹ pixels.
  @usableFromInline package static let limit: Int32 = 1 << 29

  @usableFromInline package let x: Int32
  @usableFromInline package let y: Int32

  /// Coordinates in 1/256 pixel, clamped to ±``limit``.
  @inlinable
  package init(x: Int32, y: Int32) {
    self.x = min(max(x, -Self.limit), Self.limit)
    self.y = min(max(y, -Self.limit), Self.limit)
  }

  /// Coordinates in pixels, rounded to nearest and clamped to ±``limit``; NaN counts as 0.
  @inlinable
  package init(x: Double, y: Double) {
    self.x = Int32(subpixels: x, in: -Self.limit...Self.limit)
    self.y = Int32(subpixels: y, in: -Self.limit...Self.limit)
  }
}

/// Half a stroke's width in 1/256 pixel.
@usableFromInline package struct SubpixelRadius: RawRepresentable, Hashable, Comparable, Sendable {
  /// The largest radius: 32,768 pixels.
  @usableFromInline package static let limit: Int32 = 1 << 23

  @usableFromInline package let rawValue: Int32

  /// A length in 1/256 pixel, clamped to 0…``limit``.
  @inlinable
  package init(rawValue: Int32) {
    self.rawValue = min(max(rawValue, 0), Self.limit)
  }

  /// A length in pixels, rounded to nearest and clamped to 0…``limit``; NaN counts as 0.
  @inlinable
  package init(_ pixels: Double) {
    rawValue = Int32(subpixels: pixels, in: 0...Self.limit)
  }

  public static func < (left: SubpixelRadius, right: SubpixelRadius) -> Bool { left.rawValue < right.rawValue }
}

extension Int32 {
  @inlinable
  init(subpixels pixels: Double, in range: ClosedRange<Int32>) {
    let scaled = pixels * 256
    guard scaled > Double(range.lowerBound) else {
      self = scaled.isNaN ? 0 : range.lowerBound
      return
    }
    guard scaled < Double(range.upperBound) else {
      self = range.upperBound
      return
    }
    // Rounds as `rounded()`, which is a call into the C library on processors that need not have SSE4.
    let whole = Int32(scaled)
    let rest = scaled - Double(whole)
    self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }
}

/// One piece of a stroke: everything that a round brush sweeps on its way from start to end, its radius changing
/// evenly.
///
/// Where one end's disc contains the other's, it is that disc.
@usableFromInline package struct InkSegment: Hashable, Sendable {
  @usableFromInline package var start: SubpixelPoint
  @usableFromInline package var end: SubpixelPoint
  @usableFromInline package var startRadius: SubpixelRadius
  @usableFromInline package var endRadius: SubpixelRadius

  @inlinable
  package init(
    from start: SubpixelPoint, radius startRadius: SubpixelRadius, to end: SubpixelPoint,
    radius endRadius: SubpixelRadius
  ) {
    self.start = start
    self.end = end
    self.startRadius = startRadius
    self.endRadius = endRadius
  }

  @inlinable
  package init(from start: SubpixelPoint, to end: SubpixelPoint, radius: SubpixelRadius) {
    self.init(from: start, radius: radius, to: end, radius: radius)
  }

  @inlinable
  package static func dot(at center: SubpixelPoint, radius: SubpixelRadius) -> InkSegment {
    InkSegment(from: center, to: center, radius: radius)
  }
}

extension InkSegment {
  var cone: touchreel_cone {
    touchreel_cone_make(start.x, start.y, startRadius.rawValue, end.x, end.y, endRadius.rawValue)
  }

  /// The pixels that it may touch.
  package var bounds: PixelRect {
    PixelRect(
      minX: Int(min(start.x - startRadius.rawValue, end.x - endRadius.rawValue) - 128) >> 8,
      minY: Int(min(start.y - startRadius.rawValue, end.y - endRadius.rawValue) - 128) >> 8,
      maxX: Int(max(start.x + startRadius.rawValue, end.x + endRadius.rawValue) + 128) >> 8 + 1,
      maxY: Int(max(start.y + startRadius.rawValue, end.y + endRadius.rawValue) + 128) >> 8 + 1)
  }
}
