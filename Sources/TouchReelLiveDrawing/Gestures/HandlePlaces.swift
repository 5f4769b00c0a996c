package import TouchReelDrawingBoard

/// Where the handles of what is selected are on a surface.
package struct HandlePlaces: Hashable, Sendable {
  private var points: [SurfacePoint] = []
  /// How far from its middle a handle is touched, in surface units.
  private var reach = 0.0

  /// More shapes than these are not looked through before each display frame.
  private static let mostShapes = 200

  package init() {}

  /// - Parameters:
  ///   - board: with the selection.
  ///   - view: the part of it that the surface shows.
  package init(on board: Board, in view: Viewport) {
    guard board.settings.marks == .shown, board.selection.count <= Self.mostShapes, let frame = board.selectionFrame
    else { return }
    points = frame.handles.map { view.surfacePoint(of: frame.point(of: $0)) }
    reach = SelectionFrame.handleSize / 2 * view.zoom
  }

  /// Whether a touch at a point is on one.
  package func isHit(at point: SurfacePoint) -> Bool {
    points.contains { SurfaceRect(left: $0.x, top: $0.y, right: $0.x, bottom: $0.y).distance(to: point) <= reach }
  }

  /// Whether a part of the surface covers one or some of it.
  package func isCovered(by area: SurfaceRect) -> Bool { points.contains { area.distance(to: $0) < reach } }
}
