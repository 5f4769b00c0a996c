import SeededCases
import TouchReelCanvas

/// A stroke of the workloads W1 and W2, in pixels of a picture of 1920×1080.
struct BenchmarkStroke {
  var points: [(x: Double, y: Double)]
  var width: Double
  var color: PixelColor

  static let size = PixelSize(width: 1920, height: 1080)

  /// 200 strokes of 500 points that wander over the picture, 99,800 segments.
  static func all(count: Int = 200, points: Int = 500) -> [BenchmarkStroke] {
    var random = SplitMix64(seed: 0x5EED)
    return (0..<count).map { _ in BenchmarkStroke(points: points, within: size, width: 2...20, random: &random) }
  }

  /// One within the middle of a small square, for a look at its edges.
  init(points count: Int, side: Int, random: inout SplitMix64) {
    let inside = PixelSize(width: side - 24, height: side - 24)
    self.init(points: count, within: inside, width: 1...20, random: &random)
    points = points.map { ($0.x + 12, $0.y + 12) }
    if count == 2 {
      points[1] = (12 + random.next(in: 0...Double(inside.width)), 12 + random.next(in: 0...Double(inside.height)))
    }
  }

  private init(points count: Int, within size: PixelSize, width widths: ClosedRange<Double>, random: inout SplitMix64) {
    var path = WanderingPath(right: Double(size.width), bottom: Double(size.height), using: &random)
    width = random.next(in: widths)
    let bits = random.next() >> 40
    color = PixelColor(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits))
    points = (0..<count).map { _ in path.next(using: &random) }
  }

  var segments: [InkSegment] {
    let nodes = points.map { SubpixelPoint(x: $0.x, y: $0.y) }
    return zip(nodes, nodes.dropFirst()).map { InkSegment(from: $0, to: $1, radius: SubpixelRadius(width / 2)) }
  }
}
