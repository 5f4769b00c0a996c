public import TouchTracking

/// What of a board's plane lies under a screen: what a device touches that is part of that screen. It may reach beyond the board.
public struct ScreenArea: Hashable, Sendable {
  /// The place of the board under the screen's upper left corner.
  public var origin: BoardPoint
  /// In board points.
  public var size: BoardSize
  /// What the device does to its positions before, of 0…1 of its range.
  public var calibration = CalibrationMatrix.identity
  /// How far the screen is turned; applied after the calibration.
  public var rotation = QuarterTurn.upright

  public init(origin: BoardPoint, size: BoardSize) {
    self.origin = origin
    self.size = size
  }

  /// - Parameter board: of which the calibrations of mappings are parts.
  public func mapping(to board: BoardSize) -> SurfaceMapping.Options {
    let placed = CalibrationMatrix(
      a: size.width / board.width, b: 0, c: origin.x / board.width, d: 0, e: size.height / board.height,
      f: origin.y / board.height)
    // Both are stated, so that nothing of the device's own is applied a second time.
    return SurfaceMapping.Options(
      fit: .stretch, calibration: placed.after(rotation.matrix).after(calibration), rotation: .upright)
  }
}

extension Viewport {
  /// What lies under a screen that the surface is on.
  ///
  /// - Parameters:
  ///   - screen: its extent, in the desktop's units.
  ///   - corner: the surface's upper left corner, from that of the screen.
  public func area(under screen: SurfaceSize, surfaceAt corner: SurfacePoint) -> ScreenArea {
    ScreenArea(
      origin: boardPoint(of: SurfacePoint(x: -corner.x, y: -corner.y)),
      size: BoardSize(width: screen.width / zoom, height: screen.height / zoom))
  }
}
