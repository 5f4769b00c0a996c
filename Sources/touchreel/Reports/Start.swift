import FoundationEssentials
import TouchReelClampedNumbers
import TouchReelInputEvents

/// When a recording begins.
struct Start: Encodable {
  /// Seconds of the recording's clock.
  var clock: Double
  /// Seconds since 1970, if that is known.
  var epoch: Double?

  init(_ time: Timestamp, epochOffset: TimeSpan) {
    clock = Double(time.nanoseconds) / 1e9
    if epochOffset != .zero {
      epoch = Double(time.advanced(by: epochOffset).nanoseconds) / 1e9
    } else if time.countsFromEpoch {
      epoch = clock
    }
  }

  var text: String {
    let seconds = "\(Self.decimal(clock)) s of its clock"
    guard let epoch, abs(epoch) < 1e11 else { return "  starts at \(seconds)" }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return "  starts at \(Date(timeIntervalSince1970: epoch).formatted(style)), \(seconds)"
  }

  /// Seconds to the microsecond, without an exponent.
  private static func decimal(_ seconds: Double) -> String {
    let rounded = (seconds * 1e6).rounded() / 1e6
    guard rounded != 0, abs(rounded) < 1e-3 else { return "\(rounded)" }
    let digits = String(UInt64(clamping: abs(rounded) * 1e6 + 0.5))
    return (rounded < 0 ? "-" : "") + "0." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
