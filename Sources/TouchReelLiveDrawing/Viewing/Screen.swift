package import TouchReelInputEvents
package import TouchReelTouchTracking

/// A screen of a desktop.
package struct Screen: Hashable, Sendable {
  /// The name that the kernel and the desktop use, such as `eDP-1` or `HDMI-A-1`.
  package var connector: String
  /// The width, in millimetres; 0 if unknown.
  package var width: Double
  package var height: Double

  package init(connector: String, width: Double, height: Double) {
    self.connector = connector
    self.width = width
    self.height = height
  }

  /// Whether it is the built-in panel of a laptop, tablet or phone.
  package var isBuiltIn: Bool { ["eDP", "LVDS", "DSI"].contains { connector.hasPrefix($0) } }

  /// Whether the screen has a given size within 10 %, upright or rotated.
  fileprivate func isAs(largeAs size: (width: Double, height: Double)) -> Bool {
    func isNear(_ length: Double, _ other: Double) -> Bool { other > 0 && abs(length - other) <= other / 10 }
    return isNear(size.width, width) && isNear(size.height, height)
      || isNear(size.width, height) && isNear(size.height, width)
  }
}

extension DeviceDescription {
  /// Finds the screen that the device is part of.
  ///
  /// It is the one named by udev's `WL_OUTPUT`, as for compositors; or else the only one with the device's size; or
  /// else, for a touchscreen, the only built-in one.
  ///
  /// - Returns: its index in `screens`; `nil` if it cannot be determined.
  package func screen(among screens: [Screen]) -> Int? {
    func only(_ fits: (Screen) -> Bool) -> Int? {
      let found = screens.indices.filter { fits(screens[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    if let name = udev["WL_OUTPUT"], let named = only({ $0.connector == name }) { return named }
    if let size, let alike = only({ $0.isAs(largeAs: size) }) { return alike }
    return kind == .touchscreen && hasProperty(.direct) ? only(\.isBuiltIn) : nil
  }
}

/// The part of a board's plane under a screen, and so under a device that is part of that screen. It can extend beyond
/// the board.
package struct ScreenArea: Hashable, Sendable {
  /// The board point under the screen's upper left corner.
  package var origin: BoardPoint
  /// The size, in board points.
  package var size: BoardSize
  /// The calibration of the device, in fractions of its range; applied first.
  package var calibration = CalibrationMatrix.identity
  /// The rotation of the screen; applied after the calibration.
  package var rotation = QuarterTurn.upright

  package init(origin: BoardPoint, size: BoardSize) {
    self.origin = origin
    self.size = size
  }

  /// The mapping that places the device on this area.
  ///
  /// - Parameter board: the size of the board, in fractions of which a mapping is calibrated.
  package func mapping(to board: BoardSize) -> SurfaceMapping.Options {
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
  package func area(under screen: SurfaceSize, surfaceAt corner: SurfacePoint) -> ScreenArea {
    ScreenArea(
      origin: boardPoint(of: SurfacePoint(x: -corner.x, y: -corner.y)),
      size: BoardSize(width: screen.width / zoom, height: screen.height / zoom))
  }
}
