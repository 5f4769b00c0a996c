import TouchReelCanvas
import TouchReelTouchTracking

/// The outline of what is covered at least by half, between the middles of pixels.
struct CoverageOutline {
  /// A side between the middles of two pixels that lie side by side, or one above the other.
  private struct Side: Hashable {
    var x: Int
    var y: Int
    var isDownward: Bool
  }

  private let coverage: CoverageLayer
  /// The side to which the outline goes on from each side that it crosses.
  private var next: [Side: Side] = [:]

  /// One closed line that winds around all of it, by the nonzero rule; the loops are joined by lines that are gone
  /// along twice. Empty if nothing is covered. In pixels.
  static func line(around coverage: CoverageLayer) -> [BoardPoint] {
    let loops = CoverageOutline(coverage).loops
    guard let first = loops.first?.first else { return [] }
    return loops.flatMap { loop in loop.prefix(1) + loop.dropFirst() + loop.prefix(1) + [first] }
  }

  private init(_ coverage: CoverageLayer) {
    self.coverage = coverage
    for y in -1..<coverage.size.height {
      for x in -1..<coverage.size.width { addCell(x, y) }
    }
  }

  private func value(_ x: Int, _ y: Int) -> Int { Int(coverage.coverage(x: x, y: y)) }

  /// The parts of the outline in a square of four middles, with what is covered on the right (with y downward).
  private mutating func addCell(_ x: Int, _ y: Int) {
    let isIn = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)].map { $0 > 127 }
    let sides = [
      Side(x: x, y: y, isDownward: false), Side(x: x + 1, y: y, isDownward: true),
      Side(x: x, y: y + 1, isDownward: false), Side(x: x, y: y, isDownward: true),
    ]
    // The outline comes in where, clockwise, what is covered ends, and goes out where it last began.
    for index in 0..<4 where isIn[index] && !isIn[(index + 1) % 4] {
      let out = (1...4).map { (index + 4 - $0) % 4 }.first { !isIn[$0] && isIn[($0 + 1) % 4] }
      if let out { next[sides[index]] = sides[out] }
    }
  }

  private var loops: [[BoardPoint]] {
    var rest = next
    var loops: [[BoardPoint]] = []
    for start in next.keys.sorted(by: { ($0.y, $0.x, $0.isDownward ? 1 : 0) < ($1.y, $1.x, $1.isDownward ? 1 : 0) }) {
      var loop: [BrushNode] = []
      var side = start
      while let following = rest.removeValue(forKey: side) {
        loop.append(BrushNode(crossing(side), radius: 0, position: 0))
        side = following
      }
      if loop.count > 2 { loops.append(loop.simplified(step: .infinity).map(\.point)) }
    }
    return loops
  }

  private func crossing(_ side: Side) -> BoardPoint {
    let (first, second) = (
      Double(value(side.x, side.y)),
      Double(side.isDownward ? value(side.x, side.y + 1) : value(side.x + 1, side.y))
    )
    let share = min(max((127.5 - first) / (second - first), 0), 1)
    return BoardPoint(
      x: Double(side.x) + 0.5 + (side.isDownward ? 0 : share), y: Double(side.y) + 0.5 + (side.isDownward ? share : 0))
  }
}
