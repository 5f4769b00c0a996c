package import TouchReelInputEvents

/// How long the contacts of a device are, as far as it reports that.
package struct ContactScale: Hashable, Sendable {
  /// Units of ABS_MT_TOUCH_MAJOR to a millimetre; above zero.
  private let unitsPerMillimetre: Double

  /// The scale by the axis' own resolution, or else by that of positions, whose units the kernel's protocol gives it;
  /// `nil` if the device has neither.
  package init?(of device: DeviceDescription) {
    guard let major = device.axes[.touchMajor] else { return nil }
    let resolutions = [major.resolution, device.axes[.positionX]?.resolution ?? 0]
    guard let units = resolutions.first(where: { $0 > 0 }) else { return nil }
    unitsPerMillimetre = Double(units)
  }

  package func millimetres(of major: Int32) -> Double { Double(major) / unitsPerMillimetre }
}
