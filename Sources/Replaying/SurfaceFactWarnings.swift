import InputEvents
import TouchTracking

extension SurfaceMapping.Options {
  /// What to warn of in the recorded facts that these options use: each malformed one, once a device.
  func warnings(of devices: [DeviceDescription]) -> [String] {
    var warnings: [String] = []
    for device in devices {
      for fact in device.malformedSurfaceFacts {
        guard let option = option(insteadOf: fact) else { continue }
        let name = device.name.isEmpty ? "a device" : device.name.printableName
        let warning = "\(fact) of \(name) is malformed and has no effect; state it with \(option)"
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    return warnings
  }

  /// `nil` if the fact is not used.
  private func option(insteadOf fact: String) -> String? {
    switch fact {
    case DeviceDescription.calibrationFact: calibration == nil ? "--calibration" : nil
    case DeviceDescription.rotationFact: rotation == nil ? "--rotate" : nil
    default: nil
    }
  }
}
