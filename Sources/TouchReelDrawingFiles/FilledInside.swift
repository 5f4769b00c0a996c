import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

/// An area that is filled.
struct FilledInside {
  let outline: [InkSample]
  let color: InkColor

  /// Whether it can be one stroke with the line around it: as pens fill, with their own colour, or highlighters, with
  /// their own opacity as well.
  func isWithin(_ stroke: InkStroke) -> Bool {
    guard let line = stroke.color, (line.red, line.green, line.blue) == (color.red, color.green, color.blue),
      line.alpha == 255 || line.alpha == color.alpha
    else { return false }
    let corners = stroke.samples.withoutClosing
    return outline.count == corners.count && zip(outline, corners).allSatisfy(Self.areSame)
  }

  /// Whether two points are one, of which one may lie on the grid of outlines.
  private static func areSame(_ one: InkSample, _ other: InkSample) -> Bool {
    abs(one.x - other.x) < 0.005 && abs(one.y - other.y) < 0.005
  }
}

extension [InkSample] {
  /// Without the first one where it is there again at the end.
  var withoutClosing: [InkSample] {
    var samples = self
    while samples.count > 1, let last = samples.last, last.x == samples[0].x, last.y == samples[0].y {
      samples.removeLast()
    }
    return samples
  }
}

extension InkStroke {
  /// What looks like a highlighter: Xournal++ draws 120 and writes 127.
  static let highlighterAlphas: ClosedRange<UInt8> = 112...135

  /// The same as Xournal++ draws it: a highlighter that is not filled has one opacity, whatever its colour says.
  var asMarked: InkStroke {
    guard isHighlighter, fill == nil, let alpha = color?.alpha, !Self.highlighterAlphas.contains(alpha) else {
      return self
    }
    var stroke = self
    stroke.color?.alpha = 127
    return stroke
  }
}

extension VectorOutline {
  /// Its lines from corner to corner, as they lie on the page.
  func samples(_ transform: ShapeTransform) -> [[InkSample]] {
    lines.map { line in
      line.map { point in
        let moved = transform.applied(to: point)
        return InkSample(x: moved.x, y: moved.y)
      }
    }
  }
}
