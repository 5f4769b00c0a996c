/// A stroke in progress, or one about to become part of the picture.
package enum InkLayer: Sendable {
  /// Source-over of one coverage in one colour: where a translucent stroke crosses itself, it is not darker.
  case ink(CoverageLayer, PixelColor)
  /// Destination-over: ink below all that the image has, never below the background.
  case underlay(CoverageLayer, PixelColor)
  /// Destination-out: takes committed ink away, never the background.
  case erase(CoverageLayer)
  /// Source-over of an image where it is covered.
  case image(CoverageLayer, ImagePaint)

  package var coverage: CoverageLayer {
    switch self {
    case .ink(let coverage, _), .underlay(let coverage, _), .erase(let coverage), .image(let coverage, _): coverage
    }
  }

  var isErasure: Bool {
    if case .erase = self { true } else { false }
  }

  package var isUnderlay: Bool {
    if case .underlay = self { true } else { false }
  }
}

extension TiledImage {
  /// Makes a stroke part of the image, and returns what brings back the image as it was.
  package mutating func commit(_ layer: InkLayer) -> TilePatch {
    let patch = patch(under: layer.coverage)
    merge(layer)
    return patch
  }

  /// Makes a stroke part of the image. Tiles that nothing else shares change in place.
  package mutating func merge(_ layer: InkLayer) {
    let coverage = layer.coverage
    guard coverage.grid == grid else { return }
    for index in coverage.occupied {
      if layer.isErasure, tiles[index] == nil { continue }
      layer.composite(onto: writablePixels(at: index), at: index, in: .all)
    }
  }

  /// Draws a stroke, and returns what undoes it.
  package mutating func draw(_ coverage: CoverageLayer, color: PixelColor) -> TilePatch {
    commit(.ink(coverage, color))
  }

  /// Erases along a stroke, and returns what undoes it.
  package mutating func erase(_ coverage: CoverageLayer) -> TilePatch {
    commit(.erase(coverage))
  }
}
