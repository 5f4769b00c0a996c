import TouchReelCanvas
package import TouchReelTouchTracking

/// A point of a stroke: where the middle of a round brush is, how wide the brush is there, and which sample of the
/// stroke that was.
package struct BrushNode: Hashable, Sendable {
  package var point: BoardPoint
  package var radius: Double
  /// How many samples of the stroke come before; between two samples a fraction is left.
  package var position: Double

  package init(_ point: BoardPoint, radius: Double, position: Double) {
    (self.point, self.radius, self.position) = (point, radius, position)
  }

  func toward(_ other: BrushNode, by share: Double) -> BrushNode {
    BrushNode(
      BoardPoint(
        x: point.x + (other.point.x - point.x) * share, y: point.y + (other.point.y - point.y) * share),
      radius: radius + (other.radius - radius) * share, position: position + (other.position - position) * share)
  }

  /// How far it is from another one, a change of the radius counting as a distance.
  ///
  /// - Parameter sample: how much the position of a sample counts.
  func deviation(from other: BrushNode, sample: Double) -> Double {
    max(point.distance(to: other.point), abs(radius - other.radius), sample * abs(position - other.position))
  }
}

extension [[BrushNode]] {
  /// Pieces that follow on each other, as runs of the brush.
  init(_ pieces: [InkSegment]) {
    self = []
    var latest: SubpixelPoint?
    for piece in pieces {
      if latest != piece.start { append([BrushNode(piece.start, piece.startRadius, 0)]) }
      latest = piece.end
      let last = count - 1
      let node = BrushNode(piece.end, piece.endRadius, Double(self[last].count))
      if piece.end != piece.start {
        self[last].append(node)
      } else {
        // A dot, which grows to the widest.
        self[last][self[last].count - 1].radius = Swift.max(self[last][self[last].count - 1].radius, node.radius)
      }
    }
  }
}

extension BrushNode {
  fileprivate init(_ point: SubpixelPoint, _ radius: SubpixelRadius, _ position: Double) {
    self.init(
      BoardPoint(x: Double(point.x) / 256, y: Double(point.y) / 256), radius: Double(radius.rawValue) / 256,
      position: position)
  }
}

extension [BrushNode] {
  /// How far the brush may be from where it was, in board points.
  private static let tolerance = 0.06

  /// The same with fewer nodes.
  ///
  /// - Parameters:
  ///   - step: how much the radius may change from node to node.
  ///   - sample: how much the position of a sample counts, as a distance.
  func simplified(step: Double, sample: Double = 0) -> [BrushNode] {
    guard count > 2 else { return self }
    var kept = [0]
    var ranges = [(0, count - 1)]
    while let (start, end) = ranges.popLast() {
      let far = farthest(between: start, and: end, sample)
      let isWhole = far.deviation <= Self.tolerance && abs(self[end].radius - self[start].radius) <= step
      if end - start < 2 || isWhole {
        kept.append(end)
      } else {
        let middle = far.deviation > Self.tolerance ? far.index : (start + end) / 2
        ranges += [(middle, end), (start, middle)]
      }
    }
    return kept.map { self[$0] }
  }

  private func farthest(between start: Int, and end: Int, _ sample: Double) -> (index: Int, deviation: Double) {
    let way = (x: self[end].point.x - self[start].point.x, y: self[end].point.y - self[start].point.y)
    let squared = way.x * way.x + way.y * way.y
    var farthest = (index: start, deviation: 0.0)
    for index in start..<end where index > start {
      let point = self[index].point
      let along = (point.x - self[start].point.x) * way.x + (point.y - self[start].point.y) * way.y
      let share = squared > 0 ? Swift.min(Swift.max(along / squared, 0), 1) : 0
      let deviation = self[index].deviation(from: self[start].toward(self[end], by: share), sample: sample)
      if deviation > farthest.deviation { farthest = (index, deviation) }
    }
    return farthest
  }
}
