package import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelTouchTracking

/// How the colour of a freehand stroke changes along it: a step of `ramp` for each vertex.
public struct StrokeTint: Hashable, Sendable {
  /// The runs, in the order of the path's runs and their vertices.
  package private(set) var runs: [[UInt8]]

  /// - Parameter step: of ``ramp``, for the first vertex.
  package init(from step: UInt8) { runs = [[step]] }

  /// - Parameter step: of ``ramp``, for the next vertex of the last run.
  package mutating func extend(to step: UInt8) { runs[runs.count - 1].append(step) }

  /// Begins a new run after a gap.
  package mutating func resume(at step: UInt8) { runs.append([step]) }

  /// The first vertex of the latest run gets the second's step, where what is measured takes two to be known.
  package mutating func correctBeginning(to step: UInt8) { runs[runs.count - 1][0] = step }
}

extension StrokeTint {
  /// The step for a share of the whole range, 0…1; what lies outside is clamped.
  package static func step(at share: Double) -> UInt8 {
    let clamped = share > 0 ? min(share, 1) : 0
    return UInt8(clamping: (clamped * Double(ramp.count - 1)).rounded())
  }

  /// Colours from low to high: matplotlib's `plasma` (Smith and van der Walt, 2015) without its lightest fifth, which
  /// hardly shows on white. Lightness rises evenly, so that it can be read in grey and by people of any colour vision.
  package static let ramp = {
    let corners = ["#0d0887", "#46039f", "#7201a8", "#9c179e", "#bd3786", "#d8576b", "#ed7953", "#fb9f3a"]
      .compactMap { PixelColor(word: $0) }
    let stepsBetween = 9
    return (0...(corners.count - 1) * stepsBetween).map { step in
      let corner = min(step / stepsBetween, corners.count - 2)
      let share = Double(step - corner * stepsBetween) / Double(stepsBetween)
      return corners[corner].mixed(with: corners[corner + 1], share)
    }
  }()
}

extension PixelColor {
  fileprivate func mixed(with other: PixelColor, _ share: Double) -> PixelColor {
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(clamping: (Double(first) + (Double(second) - Double(first)) * share).rounded())
    }
    return PixelColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
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
