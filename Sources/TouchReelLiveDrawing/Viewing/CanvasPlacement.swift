package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Where a canvas lies on the screen that a device is part of.
package struct CanvasPlacement: Hashable, Sendable {
  /// The screen's size, and the canvas's upper left corner on it, in the desktop's units; `nil` if that is not known,
  /// and the device is assumed to cover the canvas.
  package var onScreen: (size: SurfaceSize, corner: SurfacePoint)? {
    get { screen.map { ($0, corner) } }
    set { (screen, corner) = (newValue?.size, newValue?.corner ?? .zero) }
  }
  /// The rotation of the screen; `nil` for what the device says of it.
  package var rotation: QuarterTurn?
  private var screen: SurfaceSize?
  private var corner = SurfacePoint.zero

  package init() {}

  /// The part of a board under a device.
  ///
  /// - Parameters:
  ///   - device: its calibration counts, and its rotation where the screen's is not known.
  ///   - view: what the canvas shows of the board.
  package func area(under device: DeviceDescription?, in view: Viewport) -> ScreenArea {
    var area = view.area(under: screen ?? view.surface, surfaceAt: corner)
    area.calibration = device?.calibration ?? .identity
    area.rotation = rotation ?? device?.rotation ?? .upright
    return area
  }

  /// The mapping of a device to the surface of the canvas, in its units.
  func mapping(of device: DeviceDescription, to surface: SurfaceSize) -> SurfaceMapping {
    let size = BoardSize(width: surface.width, height: surface.height)
    let area = area(under: device, in: Viewport(board: size, surface: surface))
    return SurfaceMapping(device: device, board: size, options: area.mapping(to: size))
  }
}
