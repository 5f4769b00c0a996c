package import TouchReelInputEvents
package import TouchReelTouchTracking

/// Something in the touches of a recording that hands seldom do: a sign of a device, a driver or a recorder at fault.
package struct TouchAnomaly: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A step from one sample to the next, faster than ``AnomalyFinder/greatestSpeed`` or across more than a quarter of
    /// the surface.
    case jump
    /// A touch went on after more than four frame times without a sample.
    case gap
    /// A device's frame came later than one and a half frame times, but no later than four, after the one before.
    case lateFrame
    /// A contact stood still for long while others of its device moved.
    case stuck
    /// Two contacts of a device had one tracking id at the same time.
    case idAtOnce
    /// A tracking id came again, for another touch.
    case idAgain
  }

  package var kind: Kind
  package var device: DeviceChannel
  /// The number of the device, as `DeviceNumbers` has it.
  package var deviceNumber: Int
  /// Where it occurs, or occurs first.
  package var touch: Touch.ID
  /// Since the first event of the recording; that of the sample before a gap or a jump.
  package var time: TimeSpan
  /// Until the next sample, or for how long; zero for ids.
  package var span = TimeSpan.zero
  /// The distance, in millimetres, for a jump or a gap on a device that reports its resolution.
  package var distance: Double?
  /// The touch that had the id before.
  package var other: Touch.ID?
  package var trackingID: TrackingID?
  /// How often it occurs, where all of a device are reported together.
  package var count = 1
  /// 1,000 of them at most, in order of their times; empty where one is reported by itself.
  package var occurrences: [Occurrence] = []

  /// One of several anomalies that are reported together.
  package struct Occurrence: Hashable, Sendable {
    package var touch: Touch.ID
    /// Since the first event of the recording.
    package var time: TimeSpan
    /// How late a frame comes; zero for ids.
    package var span = TimeSpan.zero
    /// The touch that had the id before.
    package var other: Touch.ID?
    package var trackingID: TrackingID?
  }
}

extension TouchAnomaly: CustomStringConvertible {
  /// `touch 3 jumps 61.2 mm in 8 ms at 1.204 s`.
  package var description: String {
    let name = "touch \(touch.rawValue)"
    let at = "at \(Self.decimal(time.seconds, 3)) s"
    let way = distance.map { "\(Self.decimal($0, 1)) mm " } ?? ""
    return switch kind {
    case .jump:
      "\(name) jumps \(distance == nil ? "across more than a quarter of the surface " : way)in \(milliseconds) ms \(at)"
    case .gap: "\(name) has no sample for \(milliseconds) ms \(at)\(distance == nil ? "" : ", and goes on \(way)away")"
    case .lateFrame:
      "device \(deviceNumber): \(count) \(count == 1 ? "frame comes" : "frames come") late, by up to \(milliseconds) ms: "
        + listed { "at \(Self.decimal($0.time.seconds, 3)) s (touch \($0.touch.rawValue))" }
    case .stuck:
      "\(name) stands still for \(Self.decimal(span.seconds, 1)) s while others move, from \(at.dropFirst(3)) on"
    case .idAtOnce: "\(name) has the tracking id of touch \(other?.rawValue ?? 0), which is still down: \(id) \(at)"
    case .idAgain:
      "device \(deviceNumber): tracking ids come again \(count == 1 ? "once" : "\(count) times"): "
        + listed { occurrence in
          "\(occurrence.trackingID?.rawValue ?? 0) at \(Self.decimal(occurrence.time.seconds, 3)) s "
            + "(touch \(occurrence.other?.rawValue ?? 0), then \(occurrence.touch.rawValue))"
        }
    }
  }

  /// So many are listed in a line, and so many characters of them: a longer line would lose its middle.
  private static let listed = (count: 8, length: 200)

  private func listed(_ text: (Occurrence) -> String) -> String {
    var shown: [String] = []
    var length = 0
    for next in occurrences.prefix(Self.listed.count).lazy.map(text) {
      length += next.count + 2
      guard shown.isEmpty || length <= Self.listed.length else { break }
      shown.append(next)
    }
    return (shown + (count > shown.count ? ["and \(count - shown.count) more"] : [])).joined(separator: ", ")
  }

  private var milliseconds: String { Self.decimal(Double(span.nanoseconds) / 1e6, 1) }
  private var id: String { "\(trackingID?.rawValue ?? 0)" }

  /// The number without zeros at the end.
  private static func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
