import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelReplaying

extension SVGFile {
  /// A stroke that grows along its course.
  struct Growth {
    var course: VectorCourse
    var progress: StrokeProgress
  }

  /// A mask that uncovers ink along the course of its stroke, for outlines that cannot grow themselves.
  /// - Returns: the mask's number.
  mutating func appendMask(_ growth: Growth) -> Int {
    maskCount += 1
    let bounds = growth.course.bounds
    text.append(text: "<mask id=\"mask\(maskCount)\" maskUnits=\"userSpaceOnUse\"")
    attribute(" x=\"", bounds.x)
    attribute(" y=\"", bounds.y)
    attribute(" width=\"", bounds.width)
    attribute(" height=\"", bounds.height)
    text.append(">")
    growing = growth.progress
    append(.stroked(.path(growth.course.path), StrokeStyle(color: .white, width: growth.course.width)), .white)
    growing = nil
    text.append("</mask>")
    return maskCount
  }

  /// Hides the ink; in programs that do not play SVG it is all there.
  mutating func hide(until time: TimeSpan?) {
    guard let time, time > .zero else { return }
    attribute("<set attributeName=\"visibility\" to=\"hidden\" begin=\"0s\" dur=\"", time.seconds)
    text.append("/>")
  }

  /// A dash that grows from nothing to the whole line, whose length counts as 1.
  mutating func append(_ progress: StrokeProgress) {
    guard let first = progress.knots.first, let last = progress.knots.last else { return }
    let duration = last.time - first.time
    attribute("<animate attributeName=\"stroke-dasharray\" begin=\"", first.time)
    attribute(" dur=\"", duration)
    text.append(" keyTimes=\"")
    for (number, knot) in progress.knots.enumerated() {
      if number > 0 { text.append(";") }
      text.append((knot.time - first.time) / duration)
    }
    text.append("\" values=\"")
    for (number, knot) in progress.knots.enumerated() {
      if number > 0 { text.append(";") }
      text.append(knot.share)
      text.append(" 1")
    }
    text.append("\"/>")
  }
}

extension VectorPicture.Item {
  /// Whether its ink is a line that can grow by itself.
  var isLine: Bool { inks.count == 1 && inks[0].parts.count == 1 && inks[0].parts[0].isLine }

  /// Freehand strokes appear as they are drawn, other shapes when they are done.
  var appears: TimeSpan? { course == nil ? time ?? origin?.ended : time ?? origin?.began }
}

extension VectorInk.Part {
  var isLine: Bool {
    if case .stroked(.path, let style) = self { style.dashes.isEmpty } else { false }
  }
}
