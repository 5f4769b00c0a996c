import TouchReelClampedNumbers
import TouchReelReplaying
import TouchReelTouchTracking

extension TouchReading {
  /// What is shown of it, line by line; an axis that the device lacks has none.
  var lines: [String] {
    var lines = [
      translated("Touch %s", "\(touch.id.rawValue)"),
      translated("%s at %s", sample.tool.title, clock(time)),
      translated("Device %s: %s", "\(deviceNumber)", deviceName.printableName),
      translated("Position: %s", Self.text(x, y)),
    ]
    if let pressure = sample.pressure { lines.append(translated("Pressure: %s", Self.rounded(pressure, 3))) }
    if contact.count == 2 {
      lines.append(translated("Contact: %s", Self.text(contact[0], contact[1])))
    } else if let size = contact.first {
      lines.append(translated("Contact: %s", Self.text(size)))
    }
    if let tilt = sample.tilt { lines.append(translated("Tilt: %s", text(tilt))) }
    if let distance = sample.distance { lines.append(translated("Distance: %s", "\(distance)")) }
    return lines
  }

  private func text(_ tilt: Tilt) -> String {
    let unit = tiltIsInDegrees ? "°" : ""
    return "\(Self.rounded(tilt.x, 1))\(unit), \(Self.rounded(tilt.y, 1))\(unit)"
  }

  private static func text(_ first: Length, _ second: Length) -> String {
    if case .millimetres(let x) = first, case .millimetres(let y) = second {
      return "\(rounded(x, 1)) × \(rounded(y, 1)) mm"
    }
    return "\(text(first)), \(text(second))"
  }

  private static func text(_ length: Length) -> String {
    switch length {
    case .millimetres(let value): "\(rounded(value, 1)) mm"
    case .deviceUnits(let value): "\(value)"
    }
  }

  /// - Parameter digits: how many decimals at most.
  private static func rounded(_ value: Double, _ digits: Int) -> String {
    let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(clamping: rounded))" : "\(rounded)"
  }
}

extension TouchTool {
  fileprivate var title: String {
    switch self {
    case .finger: translated("Finger")
    case .pen: translated("Pen")
    case .eraser: translated("Eraser")
    case .palm: translated("Palm")
    }
  }
}
