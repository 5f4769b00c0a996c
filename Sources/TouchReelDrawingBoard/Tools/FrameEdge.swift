import TouchReelDrawings
import TouchReelTouchTracking

/// A corner of a selection's frame, or the middle of one of its sides.
package enum FrameEdge: String, Hashable, Sendable, CaseIterable {
  case topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left

  /// -1 on the left, 1 on the right.
  var x: Double {
    switch self {
    case .topLeft, .left, .bottomLeft: -1
    case .top, .bottom: 0
    case .topRight, .right, .bottomRight: 1
    }
  }

  /// -1 at the top, 1 at the bottom.
  var y: Double {
    switch self {
    case .topLeft, .top, .topRight: -1
    case .left, .right: 0
    case .bottomLeft, .bottom, .bottomRight: 1
    }
  }

  var isCorner: Bool { x != 0 && y != 0 }
}

/// How what is selected is scaled where an edge of its frame is dragged: the opposite edge stays where it is.
extension SelectionFrame {
  /// What has less extent is not scaled along it.
  private static let leastExtent = 1.0 / 256
  /// Nothing becomes less than such a part of what it was by one drag.
  private static let leastFactor = 0.01

  /// - Returns: `nil` if it would change nothing.
  func scaling(
    _ shapes: Set<ElementID>, by edge: FrameEdge, from start: BoardPoint, to end: BoardPoint, _ rules: DragRules
  ) -> BoardOperation? {
    let grip = point(of: edge, in: spine)
    let target = target(of: edge, in: spine, from: start, to: end, rules)
    let way = BoardPoint(x: target.x - grip.x, y: target.y - grip.y)
    let fixed = onBoard(
      BoardPoint(x: spine.center.x - edge.x * spine.width / 2, y: spine.center.y - edge.y * spine.height / 2))
    if isText || rules.isConstrained { return inProportion(shapes, by: evenFactor(edge, way), about: fixed) }
    let x = factor(edge.x * way.x, of: spine.width, along: edge.x)
    let y = factor(edge.y * way.y, of: spine.height, along: edge.y)
    if x == y { return inProportion(shapes, by: x, about: fixed) }
    return .stretch(shapes, by: ShapeStretch(x: x, y: y, about: fixed, angle: rotation))
  }

  private func point(of edge: FrameEdge, in box: BoardRect) -> BoardPoint {
    BoardPoint(x: box.center.x + edge.x * box.width / 2, y: box.center.y + edge.y * box.height / 2)
  }

  /// Where an edge of a box comes to lie, in the frame's own coordinates.
  private func target(
    of edge: FrameEdge, in box: BoardRect, from start: BoardPoint, to end: BoardPoint, _ rules: DragRules
  ) -> BoardPoint {
    let (grip, from, to) = (point(of: edge, in: box), own(start), own(end))
    let moved = BoardPoint(x: grip.x + to.x - from.x, y: grip.y + to.y - from.y)
    return rules.grid == .none ? moved : own(rules.snapped(onBoard(moved)))
  }

  private func inProportion(
    _ shapes: Set<ElementID>, by factor: Double, about fixed: BoardPoint
  ) -> BoardOperation? {
    factor == 1 ? nil : .transform(shapes, by: .turn(by: 0, scale: max(factor, Self.leastFactor), about: fixed))
  }

  /// Beyond the opposite edge it is negative, and mirrors.
  private func factor(_ growth: Double, of extent: Double, along edge: Double) -> Double {
    guard edge != 0, extent >= Self.leastExtent else { return 1 }
    let factor = 1 + growth / extent
    return abs(factor) < Self.leastFactor ? (factor < 0 ? -Self.leastFactor : Self.leastFactor) : factor
  }

  /// The factor that brings a corner nearest to where it is dragged on the diagonal.
  private func evenFactor(_ edge: FrameEdge, _ way: BoardPoint) -> Double {
    let (x, y) = (edge.x * spine.width, edge.y * spine.height)
    let square = x * x + y * y
    return square < Self.leastExtent * Self.leastExtent ? 1 : 1 + (x * way.x + y * way.y) / square
  }
}

/// How an image is cropped where an edge of its frame is dragged.
extension SelectionFrame {
  /// The part of the image that is shown then. An edge that is dragged beyond the opposite one stays at it.
  func crop(
    of image: ImageShape, by edge: FrameEdge, from start: BoardPoint, to end: BoardPoint, _ rules: DragRules
  ) -> ImageCrop {
    let box = BoardRect(from: image.start, to: image.end)
    let target = target(of: edge, in: box, from: start, to: end, rules)
    let left = edge.x < 0 ? min(target.x, box.maxX) : box.minX
    let right = edge.x > 0 ? max(target.x, box.minX) : box.maxX
    let top = edge.y < 0 ? min(target.y, box.maxY) : box.minY
    let bottom = edge.y > 0 ? max(target.y, box.minY) : box.maxY
    return image.crop(
      showing: BoardRect(from: BoardPoint(x: left, y: top), to: BoardPoint(x: right, y: bottom)))
  }
}
