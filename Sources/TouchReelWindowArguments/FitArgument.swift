import ArgumentParser
package import TouchReelTouchTracking

/// What is to fit: a device's surface onto the board, or a film into so many bytes.
package enum FitArgument: ExpressibleByArgument, Hashable, Sendable {
  case surface(SurfaceMapping.Fit)
  /// At least one byte.
  case film(bytes: Int)

  /// More than any file has; no number up to it is rounded.
  private static let limit = 1e15
  /// Units of a thousand, and those of 1,024.
  private static let units: [String: Double] = [
    "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
  ]

  package init?(argument: String) {
    if let fit = SurfaceMapping.Fit(rawValue: argument) {
      self = .surface(fit)
      return
    }
    let digits = argument.prefix { ("0"..."9").contains($0) || $0 == "." }
    guard let number = Double(digits), let unit = Self.units[argument.dropFirst(digits.count).lowercased()],
      (1...Self.limit).contains(number * unit)
    else { return nil }
    // No trap: it is within the limit.
    self = .film(bytes: Int(number * unit))
  }
}
