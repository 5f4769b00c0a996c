import SeededCases
import TestSupport
import Testing

@testable import TouchReelCanvas

/// Coverage against 16×16 samples a pixel, on straight lines and on smooth strokes drawn piece by piece.
@Suite(.slow)
struct CoverageQualityTests {
  let size = PixelSize(width: 160, height: 160)

  @Test func `Single segments of widths 1 to 20 err by less than 0.8 of 255 on average`() {
    var random = SplitMix64(seed: 0x5EED)
    var errors = EdgeErrors()
    for _ in 0..<48 {
      let radius = random.next(in: 0.5...10)
      let ends = (0..<2).map { _ in SubpixelPoint(random.next(in: 20...140), random.next(in: 20...140)) }
      errors.add([InkSegment(from: ends[0], to: ends[1], radius: SubpixelRadius(radius))], size: size)
    }
    #expect(errors.mean <= 0.8, "\(errors)")
    #expect(abs(errors.bias) <= 0.2, "\(errors)")
  }

  @Test func `Smooth strokes drawn piece by piece err by less than 0.8 of 255 on average`() {
    var random = SplitMix64(seed: 0x5EED)
    var errors = EdgeErrors()
    for _ in 0..<6 { errors.add(random.polyline(points: 90, in: size), size: size) }
    #expect(errors.mean <= 0.8, "\(errors)")
    #expect(abs(errors.bias) <= 0.2, "\(errors)")
  }

  @Test func `Where two pieces of a smooth stroke meet, no pixel errs by more than 16`() {
    var random = SplitMix64(seed: 3)
    var errors = EdgeErrors()
    for _ in 0..<30 { errors.add(random.polyline(points: 3, in: size), size: size) }
    #expect(errors.largest <= 16, "\(errors)")
  }
}

extension SplitMix64 {
  /// A stroke of the benchmarks' workload W1, between the borders of a smaller canvas.
  fileprivate mutating func polyline(points: Int, in size: PixelSize) -> [InkSegment] {
    let radius = SubpixelRadius(next(in: 0.5...10))
    let speed = next(in: 2...6)
    let center = Double(size.width) / 2
    var (x, y) = (next(in: center - 40...center + 40), next(in: center - 40...center + 40))
    var (dx, dy) = (next(in: -1...1), 1.0)
    var turn = 0.0
    let path = (0..<points).map { _ in
      let point = SubpixelPoint(x, y)
      turn = 0.95 * turn + 0.02 * (next(in: 0...1) - 0.5)
      (dx, dy) = (dx - turn * dy, dy + turn * dx)
      let step = speed * next(in: 0.5...1.5) / (dx * dx + dy * dy).squareRoot()
      (x, y) = (x + step * dx, y + step * dy)
      if x < 12 || x > 148 { (x, dx) = (min(max(x, 12), 148), -dx) }
      if y < 12 || y > 148 { (y, dy) = (min(max(y, 12), 148), -dy) }
      return point
    }
    return zip(path, path.dropFirst()).map { InkSegment(from: $0, to: $1, radius: radius) }
  }
}

/// How far coverage is from the truth, over pixels that are neither bare nor full.
private struct EdgeErrors: CustomStringConvertible {
  private var sum = 0.0
  private var signedSum = 0.0
  private var count = 0.0
  var largest = 0.0

  var mean: Double { sum / count }
  var bias: Double { signedSum / count }
  var description: String { "mean \(mean), bias \(bias), largest \(largest), \(count) pixels" }

  mutating func add(_ stroke: [InkSegment], size: PixelSize) {
    let layer = CoverageLayer(size: size, stroke)
    let truth = Samples(stroke, size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let share = truth.share(x: x, y: y)
        let error = Double(layer.coverage(x: x, y: y)) - share * 255
        largest = max(largest, abs(error))
        guard share > 0, share < 1 else { continue }
        sum += abs(error)
        signedSum += error
        count += 1
      }
    }
  }
}

/// 256 samples of each pixel: which of them a stroke of one width covers.
private struct Samples {
  private let size: PixelSize
  private var hits: [SIMD16<UInt16>]

  init(_ stroke: [InkSegment], size: PixelSize) {
    self.size = size
    hits = Array(repeating: .zero, count: size.width * size.height)
    for segment in stroke { add(Capsule(segment), near: segment.bounds) }
  }

  func share(x: Int, y: Int) -> Double {
    let rows = hits[y * size.width + x]
    return rows.indices.reduce(0) { $0 + Double(rows[$1].nonzeroBitCount) } / 256
  }

  private mutating func add(_ capsule: Capsule, near bounds: PixelRect) {
    let rect = bounds.intersection(size.bounds)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX { add(capsule, x: x, y: y) }
    }
  }

  private mutating func add(_ capsule: Capsule, x: Int, y: Int) {
    let index = y * size.width + x
    let depth = capsule.depth(Double(x) + 0.5, Double(y) + 0.5)
    if depth < -0.75 || hits[index] == SIMD16(repeating: .max) { return }
    if depth > 0.75 {
      hits[index] = SIMD16(repeating: .max)
      return
    }
    for row in 0..<16 {
      for column in 0..<16
      where capsule.depth(Double(x) + (Double(column) + 0.5) / 16, Double(y) + (Double(row) + 0.5) / 16) >= 0 {
        hits[index][row] |= 1 << UInt16(column)
      }
    }
  }
}

private struct Capsule {
  let (x, y, dx, dy, radius): (Double, Double, Double, Double, Double)

  init(_ segment: InkSegment) {
    (x, y) = (Double(segment.start.x) / 256, Double(segment.start.y) / 256)
    (dx, dy) = (Double(segment.end.x) / 256 - x, Double(segment.end.y) / 256 - y)
    radius = Double(segment.startRadius.rawValue) / 256
  }

  func depth(_ px: Double, _ py: Double) -> Double {
    let (rx, ry) = (px - x, py - y)
    let along = min(max((rx * dx + ry * dy) / (dx * dx + dy * dy), 0), 1)
    let (ex, ey) = (rx - along * dx, ry - along * dy)
    return radius - (ex * ex + ey * ey).squareRoot()
  }
}
