public import InputEvents

/// How a recording says that a device lies on its screen: facts of its description.
extension DeviceDescription {
  /// The recorded calibration, on positions of 0…1. The identity if there is none, if it is malformed, and for touchpads, which libinput
  /// does not calibrate.
  public var calibration: CalibrationMatrix {
    kind == .touchpad ? .identity : udev[Self.calibrationFact].flatMap(CalibrationMatrix.init) ?? .identity
  }

  /// The recorded turn of the screen; upright if there is none, or it is not one of the four.
  public var rotation: QuarterTurn { udev[Self.rotationFact].flatMap(Self.rotation(in:)) ?? .upright }

  private static func rotation(in fact: String) -> QuarterTurn? { Int(fact).flatMap(QuarterTurn.init) }

  /// The names of the facts about the surface that are malformed, and have no effect.
  public var malformedSurfaceFacts: [String] {
    var facts: [String] = []
    if let text = udev[Self.calibrationFact], CalibrationMatrix(text) == nil { facts.append(Self.calibrationFact) }
    if let text = udev[Self.rotationFact], Self.rotation(in: text) == nil { facts.append(Self.rotationFact) }
    return facts
  }
}

extension SurfaceMapping.Options {
  func calibration(of device: DeviceDescription) -> CalibrationMatrix { calibration ?? device.calibration }
  func rotation(of device: DeviceDescription) -> QuarterTurn { rotation ?? device.rotation }
}
