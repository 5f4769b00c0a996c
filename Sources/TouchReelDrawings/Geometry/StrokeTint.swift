import TouchReelCanvas
import TouchReelTouchTracking

/// How the colour of a freehand stroke changes along it: a step of a map of colours for each vertex.
public struct StrokeTint: Hashable, Sendable {
  /// The colours of the steps.
  package let colors: ColorMap
  /// The runs, in the order of the path's runs and their vertices.
  package private(set) var runs: [[UInt8]]

  /// - Parameters:
  ///   - step: of the colours, for the first vertex.
  ///   - colors: from low to high.
  package init(from step: UInt8, in colors: ColorMap = .plasma) { (runs, self.colors) = ([[step]], colors) }

  /// - Parameter step: of the colours, for the next vertex of the last run.
  package mutating func extend(to step: UInt8) { runs[runs.count - 1].append(step) }

  /// Begins a new run after a gap.
  package mutating func resume(at step: UInt8) { runs.append([step]) }

  /// The first vertex of the latest run gets the second's step, where what is measured takes two to be known.
  package mutating func correctBeginning(to step: UInt8) { runs[runs.count - 1][0] = step }
}

extension StrokePath {
  /// The pieces of the path in their colours; neighbours of one colour together.
  func runs(_ tint: StrokeTint, on placement: Placement) -> [DividedCoverage.Run] {
    var divided: [DividedCoverage.Run] = []
    forEachTintedSegment(tint, on: placement) { segment, step, _ in
      if divided.last?.color == step {
        divided[divided.count - 1].pieces.append(segment)
      } else {
        divided.append(DividedCoverage.Run(color: step, pieces: [segment]))
      }
    }
    return divided
  }

  /// Parts of the path, each in the colour of a step.
  func parts(_ tint: StrokeTint) -> [(step: UInt8, path: StrokePath)] {
    let scale = 4.0
    var parts: [(step: UInt8, path: StrokePath)] = []
    let placement = Placement(on: Raster(window: PixelSize(width: 1, height: 1), scale: scale))
    forEachTintedSegment(tint, on: placement) { segment, step, isConnected in
      let end = Vertex(segment.end, segment.endRadius, scale: scale)
      if isConnected, parts.last?.step == step {
        parts[parts.count - 1].path.extend(to: end)
      } else {
        var path = StrokePath(
          course: .straight, from: Vertex(segment.start, segment.startRadius, scale: scale))
        path.extend(to: end)
        parts.append((step, path))
      }
    }
    return parts
  }

  /// - Parameter body: gets each piece with the step of the vertex toward which it runs, and whether it begins where
  ///   the piece before it ended.
  private func forEachTintedSegment(
    _ tint: StrokeTint, on placement: Placement, _ body: (InkSegment, UInt8, Bool) -> Void
  ) {
    for (number, (run, steps)) in zip(runs, tint.runs).enumerated() {
      var stroker = Stroker(course: course)
      var isConnected = false
      for (vertex, step) in zip(run, steps) {
        stroker.add(Stroker.Node(vertex, on: placement)) { segment in
          body(segment, step, isConnected)
          isConnected = true
        }
      }
      if isFinished || number < runs.count - 1, let last = steps.last {
        stroker.finish { body($0, last, isConnected) }
      }
    }
  }
}

extension StrokePath.Vertex {
  fileprivate init(_ point: SubpixelPoint, _ radius: SubpixelRadius, scale: Double) {
    let unit = 256 * scale
    self.init(
      BoardPoint(x: Double(point.x) / unit, y: Double(point.y) / unit), width: 2 * Double(radius.rawValue) / unit)
  }
}
