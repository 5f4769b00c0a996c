import SeededCases
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelRecordings

/// Coverage of edges against 16×16 samples a pixel, ours and a peer's.
struct Quality {
  static let side = 160
  /// 48 single segments of widths 1 to 20, then 12 polylines of 90 points.
  let strokes: [BenchmarkStroke]
  let truths: [[Double]]
  private static let polylines = 48..<60

  init() {
    var random = SplitMix64(seed: 0x5EED)
    strokes =
      (0..<48).map { _ in BenchmarkStroke(points: 2, side: Self.side, random: &random) }
      + (0..<12).map { _ in BenchmarkStroke(points: 90, side: Self.side, random: &random) }
    truths = strokes.map { Samples($0.segments, side: Self.side).shares }
  }

  func measurements(_ peers: Peers, in folder: DataFolder) throws -> [Measurement] {
    let ours = EdgeErrors(strokes.map(coverage), truths)
    let lines = EdgeErrors(strokes[Self.polylines].map(coverage), Array(truths[Self.polylines]))
    var rows = [
      Measurement("edge error, mean", .levels, ours.mean, goal: .atMost(1)),
      Measurement("edge error, 99th percentile", .levels, percentile(0.99, of: ours.edges), goal: .none),
      Measurement("edge error, bias", .levels, abs(ours.bias), goal: .atMost(1)),
      Measurement("edge error, largest where segments meet", .levels, largestAtJoins(), goal: .atMost(32)),
    ]
    for way in ["whole", "live"] {
      for peer in ["Cairo", "Skia", "Blend2D"] {
        guard let measure = peers.measure(peer, "edges \(way)") else { continue }
        _ = try measure()
        let drawn = try peerCoverage(folder.file("\(peer).\(way)"))
        var row = Measurement("edge error of polylines, \(way)", .levels, lines.mean, goal: .atMost(1))
        row.compare(peer, EdgeErrors(Array(drawn[Self.polylines]), Array(truths[Self.polylines])).mean)
        rows.append(row)
      }
    }
    return rows
  }

  private func coverage(of stroke: BenchmarkStroke) -> [UInt8] {
    let size = PixelSize(width: Self.side, height: Self.side)
    var layer = CoverageLayer(size: size)
    for segment in stroke.segments { layer.add(segment) }
    return (0..<Self.side * Self.side).map { layer.coverage(x: $0 % Self.side, y: $0 / Self.side) }
  }

  private func peerCoverage(_ file: FilePath) throws -> [[UInt8]] {
    let bytes = try FileBytes(path: file).everything()
    let area = Self.side * Self.side
    return strokes.indices.map { Array(bytes[$0 * area..<($0 + 1) * area]) }
  }

  /// Smooth strokes of two segments each.
  private func largestAtJoins() -> Double {
    var random = SplitMix64(seed: 3)
    let short = (0..<30).map { _ in BenchmarkStroke(points: 3, side: Self.side, random: &random) }
    return EdgeErrors(short.map(coverage), short.map { Samples($0.segments, side: Self.side).shares }).largest
  }
}

/// How far coverage is from the truth: of edge pixels, whose truth is neither 0 nor 1, and the largest of all.
private struct EdgeErrors {
  private(set) var edges: [Double] = []
  private(set) var largest = 0.0
  private var signed = 0.0

  var mean: Double { edges.reduce(0, +) / Double(edges.count) }
  var bias: Double { signed / Double(edges.count) }

  init(_ drawn: [[UInt8]], _ truths: [[Double]]) {
    for (coverage, truth) in zip(drawn, truths) {
      for (level, share) in zip(coverage, truth) {
        let error = Double(level) - share * 255
        largest = max(largest, abs(error))
        guard share > 0, share < 1 else { continue }
        edges.append(abs(error))
        signed += error
      }
    }
  }
}

/// 256 samples of each pixel: which of them a stroke of one width covers.
struct Samples {
  private let side: Int
  private var hits: [SIMD16<UInt16>]

  init(_ stroke: [InkSegment], side: Int) {
    self.side = side
    hits = Array(repeating: .zero, count: side * side)
    for segment in stroke { add(Capsule(segment)) }
  }

  /// Of each pixel, 0…1.
  var shares: [Double] {
    hits.map { rows in rows.indices.reduce(0) { $0 + Double(rows[$1].nonzeroBitCount) } / 256 }
  }

  private mutating func add(_ capsule: Capsule) {
    for y in 0..<side {
      for x in 0..<side {
        let depth = capsule.depth(Double(x) + 0.5, Double(y) + 0.5)
        if depth < -0.75 { continue }
        if depth > 0.75 { hits[y * side + x] = SIMD16(repeating: .max) } else { sample(capsule, x: x, y: y) }
      }
    }
  }

  private mutating func sample(_ capsule: Capsule, x: Int, y: Int) {
    for row in 0..<16 {
      for column in 0..<16
      where capsule.depth(Double(x) + (Double(column) + 0.5) / 16, Double(y) + (Double(row) + 0.5) / 16) >= 0 {
        hits[y * side + x][row] |= 1 << UInt16(column)
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

  /// How far inside a point lies, in pixels.
  func depth(_ px: Double, _ py: Double) -> Double {
    let (rx, ry) = (px - x, py - y)
    let length = dx * dx + dy * dy
    let along = length == 0 ? 0 : min(max((rx * dx + ry * dy) / length, 0), 1)
    let (ex, ey) = (rx - along * dx, ry - along * dy)
    return radius - (ex * ex + ey * ey).squareRoot()
  }
}
