package import TouchReelCanvas
package import TouchReelTouchTracking

/// The outline of ink, in board points or in a shape's own, for pictures that are not made of pixels.
package struct VectorPath: Hashable, Sendable {
  package enum PathStep: Hashable, Sendable {
    case move(BoardPoint)
    case line(BoardPoint)
    /// A quadratic Bézier curve.
    case quadratic(BoardPoint, to: BoardPoint)
    /// A cubic Bézier curve.
    case cubic(BoardPoint, BoardPoint, to: BoardPoint)
    case close

    /// All that say where it goes.
    package var points: [BoardPoint] {
      switch self {
      case .move(let end), .line(let end): [end]
      case .quadratic(let control, let end): [control, end]
      case .cubic(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }

  package private(set) var steps: [PathStep] = []

  package init() {}

  /// Straight from point to point.
  package init(_ points: [BoardPoint], isClosed: Bool = false) {
    for point in points { steps.append(steps.isEmpty ? .move(point) : .line(point)) }
    if isClosed && !points.isEmpty { close() }
  }

  package mutating func move(to point: BoardPoint) { steps.append(.move(point)) }
  package mutating func line(to point: BoardPoint) { steps.append(.line(point)) }

  package mutating func curve(_ control: BoardPoint, to end: BoardPoint) {
    steps.append(.quadratic(control, to: end))
  }

  package mutating func curve(_ first: BoardPoint, _ second: BoardPoint, to end: BoardPoint) {
    steps.append(.cubic(first, second, to: end))
  }

  package mutating func close() { steps.append(.close) }

  package mutating func append(_ other: VectorPath) { steps += other.steps }
}

extension VectorPath {
  /// The letters of a text whose box has its upper left corner at a point.
  package init(_ layout: TextLayout, at corner: BoardPoint) {
    // Finer than a pixel's grid, since a picture of vectors may be magnified.
    let scale = 16.0
    func point(_ point: SubpixelPoint) -> BoardPoint {
      BoardPoint(x: corner.x + Double(point.x) / 256 / scale, y: corner.y + Double(point.y) / 256 / scale)
    }
    for element in layout.path({ SubpixelPoint(x: $0 * scale, y: $1 * scale) }).elements {
      switch element {
      case .move(let end): move(to: point(end))
      case .line(let end): line(to: point(end))
      case .curve(let first, let second, to: let end): curve(point(first), point(second), to: point(end))
      case .close: close()
      }
    }
  }
}
