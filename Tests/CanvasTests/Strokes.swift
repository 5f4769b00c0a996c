import SeededCases

@testable import TouchReelCanvas

extension SubpixelPoint {
  init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

extension InkSegment {
  init(_ start: (Double, Double), _ end: (Double, Double), radius: Double) {
    self.init(
      from: SubpixelPoint(start.0, start.1), to: SubpixelPoint(end.0, end.1), radius: SubpixelRadius(radius))
  }
}

extension CoverageLayer {
  init(size: PixelSize, _ segments: [InkSegment], kernels: PixelKernels = .best) {
    self.init(size: size, kernels: kernels)
    for segment in segments { add(segment) }
  }

  /// All coverage bytes, row by row.
  var bytes: [UInt8] {
    (0..<size.height).flatMap { y in (0..<size.width).map { x in coverage(x: x, y: y) } }
  }
}

extension SplitMix64 {
  /// A smooth stroke that wanders over the canvas, its radius changing slowly where asked to.
  mutating func stroke(on size: PixelSize, pieces: Int, radius: ClosedRange<Double>) -> [InkSegment] {
    var x = next(in: 0...Double(size.width))
    var y = next(in: 0...Double(size.height))
    var (dx, dy) = (next(in: -6...6), next(in: -6...6))
    var point = SubpixelPoint(x, y)
    var width = SubpixelRadius(next(in: radius))
    return (0..<pieces).map { _ in
      dx = 0.95 * dx + next(in: -1...1)
      dy = 0.95 * dy + next(in: -1...1)
      (x, y) = (x + dx, y + dy)
      let (start, startWidth) = (point, width)
      (point, width) = (SubpixelPoint(x, y), SubpixelRadius(next(in: radius)))
      return InkSegment(from: start, radius: startWidth, to: point, radius: width)
    }
  }
}

extension PixelBuffer {
  /// A picture of computed pixels.
  init(size: PixelSize, _ pixel: (Int, Int) -> UInt32) {
    self.init(size: size)
    withTarget { target in
      for y in 0..<size.height {
        for x in 0..<size.width { target.pixels(x: x, y: y)?.pointee = pixel(x, y) }
      }
    }
  }
}
