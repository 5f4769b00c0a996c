/// A position on the canvas in 1/256 pixel; pixel (0, 0) spans 0 ..< 256 on both axes.
///
/// Geometry is rounded to this before any pixel is computed, so that every processor computes the same bits.
public struct SubpixelPoint: Hashable, Sendable {
  /// The largest magnitude of a coordinate: 2²¹ pixels.
  public static let limit: Int32 = 1 << 29

  public let x: Int32
  public let y: Int32

  /// Coordinates in 1/256 pixel, clamped to ±``limit``.
  public init(x: Int32, y: Int32) {
    self.x = min(max(x, -Self.limit), Self.limit)
    self.y = min(max(y, -Self.limit), Self.limit)
  }

  /// Coordinates in pixels, rounded to nearest and clamped to ±``limit``; NaN counts as 0.
  public init(x: Double, y: Double) {
    self.x = Int32(subpixels: x, in: -Self.limit...Self.limit)
    self.y = Int32(subpixels: y, in: -Self.limit...Self.limit)
  }
}

/// Half a stroke's width in 1/256 pixel.
public struct SubpixelRadius: RawRepresentable, Hashable, Comparable, Sendable {
  /// The largest radius: 32,768 pixels.
  public static let limit: Int32 = 1 << 23

  public let rawValue: Int32

  /// In 1/256 pixel, clamped to 0…``limit``.
  public init(rawValue: Int32) {
    self.rawValue = min(max(rawValue, 0), Self.limit)
  }

  /// In pixels, rounded to nearest and clamped to 0…``limit``; NaN counts as 0.
  public init(_ pixels: Double) {
    rawValue = Int32(subpixels: pixels, in: 0...Self.limit)
  }

  public static func < (left: SubpixelRadius, right: SubpixelRadius) -> Bool { left.rawValue < right.rawValue }
}

extension Int32 {
  fileprivate init(subpixels pixels: Double, in range: ClosedRange<Int32>) {
    let scaled = (pixels * 256).rounded()
    guard scaled > Double(range.lowerBound) else {
      self = scaled.isNaN ? 0 : range.lowerBound
      return
    }
    self = scaled < Double(range.upperBound) ? Int32(scaled) : range.upperBound
  }
}
