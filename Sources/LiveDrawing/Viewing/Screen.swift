public import InputEvents

/// A screen of a desktop.
public struct Screen: Hashable, Sendable {
  /// By what the kernel and the desktop call it: `eDP-1`, `HDMI-A-1`.
  public var connector: String
  /// In millimetres; 0 where it is not known.
  public var width: Double
  public var height: Double

  public init(connector: String, width: Double, height: Double) {
    self.connector = connector
    self.width = width
    self.height = height
  }

  /// A laptop's own panel, a tablet's or a phone's.
  public var isBuiltIn: Bool { ["eDP", "LVDS", "DSI"].contains { connector.hasPrefix($0) } }

  /// Whether a device has its size, turned or not, within a tenth.
  fileprivate func isAs(largeAs size: (width: Double, height: Double)) -> Bool {
    func isNear(_ length: Double, _ other: Double) -> Bool { other > 0 && abs(length - other) <= other / 10 }
    return isNear(size.width, width) && isNear(size.height, height)
      || isNear(size.width, height) && isNear(size.height, width)
  }
}

extension DeviceDescription {
  /// The screen that the device is part of; nothing where that cannot be told.
  ///
  /// udev's `WL_OUTPUT` names it, as for compositors; else it is the only one of the device's size; else the only built-in one, for a
  /// touchscreen.
  ///
  /// - Returns: its place among `screens`.
  public func screen(among screens: [Screen]) -> Int? {
    func only(_ fits: (Screen) -> Bool) -> Int? {
      let found = screens.indices.filter { fits(screens[$0]) }
      return found.count == 1 ? found[0] : nil
    }
    if let name = udev["WL_OUTPUT"], let named = only({ $0.connector == name }) { return named }
    if let size, let alike = only({ $0.isAs(largeAs: size) }) { return alike }
    return kind == .touchscreen && hasProperty(.direct) ? only(\.isBuiltIn) : nil
  }
}
