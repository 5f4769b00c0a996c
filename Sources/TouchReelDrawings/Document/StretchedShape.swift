import Glibc
import TouchReelCanvas
import TouchReelTouchTracking

extension PlacedShape {
  /// Stretched along two axes. What it is drawn from is stretched, and then drawn as ever: lines have the same width in
  /// all directions, arrows heads of the usual form, and angles the degrees that they have now. A text is not
  /// stretched and can still be read: it is scaled, turned and moved with its middle. So is an image, which keeps right
  /// angles.
  package func stretched(by change: ShapeStretch) -> PlacedShape {
    let kept = holesAsPlaced(by: change)
    return switch shape {
    case .text(let text): transformed(by: change.turning(of: text, at: transform))
    case .image(let image): image.stretched(by: change, at: transform, holes: kept)
    default: stretchedPoints(by: change, holes: kept)
    }
  }

  private func holesAsPlaced(by change: ShapeStretch) -> [Mask] {
    masks.map { mask in
      let placement = StretchedPlacement(mask.transform, change)
      return Mask(path: mask.path.mapped(placement.applied(to:)), transform: placement.transform)
    }
  }

  private func stretchedPoints(by change: ShapeStretch, holes: [Mask]) -> PlacedShape {
    let placement = StretchedPlacement(transform, change)
    if case .ellipse(let ellipse) = shape, !placement.isUpright {
      let (turned, turn) = ellipse.stretched(by: placement)
      return PlacedShape(.ellipse(turned), placement.transform.after(turn), masks: holes)
    }
    return PlacedShape(shape.stretched(by: placement), placement.transform, masks: holes)
  }
}

extension Shape {
  /// What is drawn from other points. What is upright in its own coordinates and would not stay so becomes a path.
  fileprivate func stretched(by placement: StretchedPlacement) -> Shape {
    func moved(_ point: BoardPoint) -> BoardPoint { placement.applied(to: point) }
    switch self {
    case .pen(var pen):
      pen.path = pen.path.mapped(moved)
      return .pen(pen)
    case .line(var line):
      (line.start, line.end) = (moved(line.start), moved(line.end))
      return .line(line)
    case .angle(var angle):
      (angle.vertex, angle.firstEnd, angle.secondEnd) = (
        moved(angle.vertex), moved(angle.firstEnd), moved(angle.secondEnd)
      )
      return .angle(angle)
    case .path(var path):
      path.points = path.points.map(moved)
      return .path(path)
    case .rectangle(let box): return box.stretched(by: placement, staysItself: placement.isUpright)
    case .ellipse(let box): return box.stretched(by: placement, staysItself: placement.isUpright)
    case .diamond(let box): return box.stretched(by: placement, staysItself: placement.isUpright)
    case .ngon(let box): return box.stretched(by: placement, staysItself: placement.keepsHeights)
    case .star(let box): return box.stretched(by: placement, staysItself: placement.keepsHeights)
    case .text, .image: return self
    }
  }
}

extension OutlinedShape {
  /// - Parameter staysItself: whether it is such a shape between the stretched ends as well.
  fileprivate func stretched(by placement: StretchedPlacement, staysItself: Bool) -> Shape {
    if staysItself {
      var box = self
      (box.start, box.end) = (placement.applied(to: start), placement.applied(to: end))
      return box.shape
    }
    let corners = corners(scale: BentLine.vectorScale)
    guard !corners.isEmpty else { return shape }
    var path = PathShape(corners.map(placement.applied(to:)), style: style, fill: fill)
    path.isClosed = true
    return .path(path)
  }
}

extension EllipseShape {
  /// An ellipse stretched in any direction is an ellipse that is turned.
  fileprivate func stretched(by placement: StretchedPlacement) -> (EllipseShape, ShapeTransform) {
    let center = BoardPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let (width, height, turn) = placement.ellipse((end.x - start.x) / 2, (end.y - start.y) / 2)
    let middle = placement.applied(to: center)
    var ellipse = self
    ellipse.start = BoardPoint(x: middle.x - width, y: middle.y - height)
    ellipse.end = BoardPoint(x: middle.x + width, y: middle.y + height)
    return (ellipse, .turn(by: turn, about: middle))
  }
}

extension ShapeStretch {
  /// How what cannot be stretched lies afterwards, if it is only turned and scaled: its middle is where the stretch
  /// takes it, and one of its axes along where that goes.
  ///
  /// - Parameters:
  ///   - former: where it lies before.
  ///   - center: in its own coordinates.
  ///   - isFlipped: whether its height keeps its direction rather than its width.
  fileprivate func similarity(
    at former: ShapeTransform, center: BoardPoint, isFlipped: Bool
  ) -> ShapeTransform {
    let axis = UnitDirection(radians: former.rotation)
    let along =
      isFlipped ? way(BoardPoint(x: -axis.y, y: axis.x)) : way(BoardPoint(x: axis.x, y: axis.y))
    let (x, y) = isFlipped ? (along.y, -along.x) : (along.x, along.y)
    // Zero is added for a zero that is not negative.
    let placed = ShapeTransform(rotation: atan2(y, x) + 0, scale: former.scale * meanFactor)
    let (middle, own) = (applied(to: former.applied(to: center)), placed.applied(to: center))
    return ShapeTransform(
      translation: BoardPoint(x: middle.x - own.x, y: middle.y - own.y), rotation: placed.rotation,
      scale: placed.scale)
  }

  /// What moves, turns and scales a text instead.
  fileprivate func turning(of text: TextShape, at former: ShapeTransform) -> ShapeTransform {
    similarity(at: former, center: text.center, isFlipped: x < 0).after(former.inverse)
  }
}

extension ImageShape {
  fileprivate func stretched(
    by change: ShapeStretch, at former: ShapeTransform, holes: [PlacedShape.Mask]
  ) -> PlacedShape {
    let center = BoardPoint(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
    let placed = change.similarity(at: former, center: center, isFlipped: change.isMirroring)
    let axis = UnitDirection(radians: former.rotation)
    let (along, across) = (change.way(BoardPoint(x: axis.x, y: axis.y)), change.way(BoardPoint(x: -axis.y, y: axis.x)))
    let origin = BoardPoint(x: 0, y: 0)
    let mean = change.meanFactor
    let (dx, dy) = (width / 2 * along.distance(to: origin) / mean, height / 2 * across.distance(to: origin) / mean)
    var image = self
    image.start = BoardPoint(x: center.x - dx, y: center.y - dy)
    image.end = BoardPoint(x: center.x + dx, y: center.y + dy)
    image.isMirrored = change.isMirroring != isMirrored
    return PlacedShape(.image(image), placed, masks: holes)
  }
}

extension StrokePath {
  /// Through other points, with the same widths.
  func mapped(_ moving: (BoardPoint) -> BoardPoint) -> StrokePath {
    var path = StrokePath(course: course, runs: runs.map { $0.map { Vertex(moving($0.point), width: $0.width) } })
    path.isFinished = isFinished
    return path
  }
}
