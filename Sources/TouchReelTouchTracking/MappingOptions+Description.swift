package import TouchReelInputEvents

/// What a user states of a device's surface, as facts of its description.
extension SurfaceMapping.Options {
  /// Whether a range, a resolution, a rotation or a calibration is stated.
  package var statesSurface: Bool { range != nil || resolution != nil || rotation != nil || calibration != nil }

  /// The device as it is stated to be: a mapping of it without options is the mapping of the original with these.
  /// A device without positions stays as it is.
  package func stated(in device: DeviceDescription) -> DeviceDescription {
    guard statesSurface, device.hasPositions else { return device }
    var stated = device
    // It is fitted to the board, as it is where options say so.
    stated.udev[DeviceDescription.unitsPerPointFact] = nil
    if let calibration {
      stated.udev[DeviceDescription.calibrationFact] = calibration.numbers.map { "\($0)" }.joined(separator: " ")
    }
    if let rotation {
      stated.udev[DeviceDescription.rotationFact] = rotation == .upright ? nil : "\(rotation.rawValue)"
    }
    if range != nil { stated.hasOwnRanges = true }
    for (x, y) in DeviceRange.pairs {
      if stated.hasAxis(x) { state(range?.x, resolution?.x, of: &stated.axes[x]) }
      if stated.hasAxis(y) { state(range?.y, resolution?.y, of: &stated.axes[y]) }
    }
    return stated
  }

  private func state(_ range: ClosedRange<Int32>?, _ resolution: Int32?, of axis: inout AbsoluteAxis?) {
    var stated = axis ?? AbsoluteAxis(minimum: 0, maximum: 0)
    if let range { (stated.minimum, stated.maximum) = (range.lowerBound, range.upperBound) }
    if let resolution { stated.resolution = resolution }
    axis = stated
  }
}

extension DeviceDescription {
  /// Whether it reports where something is on its surface.
  package var hasPositions: Bool { DeviceRange.pairs.contains { hasAxis($0.x) && hasAxis($0.y) } }
}
