public import TouchTracking

/// The part of a board's plane under a screen, and so under a device that is part of that screen. It can extend beyond
/// the board.
public struct ScreenArea: Hashable, Sendable {
  /// The board point under the screen's upper left corner.
  public var origin: BoardPoint
  /// In board points.
  public var size: BoardSize
  /// The calibration of the device, in fractions of its range; applied first.
  public var calibration = CalibrationMatrix.identity
  /// The rotation of the screen; applied after the calibration.
  public var rotation = QuarterTurn.upright

  public init(origin: BoardPoint, size: BoardSize) {
    self.origin = origin
    self.size = size
  }

  /// The mapping that places the device on this area.
  ///
  /// - Parameter board: the size of the board, in fractions of which a mapping is calibrated.
  public func mapping(to board: BoardSize) -> SurfaceMapping.Options {
    let placed = CalibrationMatrix(
      a: size.width / board.width, b: 0, c: origin.x / board.width, d: 0, e: size.height / board.height,
      f: origin.y / board.height)
    // Both are set explicitly, so that the device's own values are not applied a second time.
    return SurfaceMapping.Options(
      fit: .stretch, calibration: placed.after(rotation.matrix).after(calibration), rotation: .upright)
  }
}

extension Viewport {
  /// The area under a screen that the surface is on.
  ///
  /// - Parameters:
  ///   - screen: its size, in the desktop's units.
  ///   - corner: the surface's upper left corner, relative to the screen's.
  public func area(under screen: SurfaceSize, surfaceAt corner: SurfacePoint) -> ScreenArea {
    ScreenArea(
      origin: boardPoint(of: SurfacePoint(x: -corner.x, y: -corner.y)),
      size: BoardSize(width: screen.width / zoom, height: screen.height / zoom))
  }
}
