package import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelTouchTracking

/// What a device reported of a touch at one instant, in the units that people measure it in.
package struct TouchReading: Hashable, Sendable {
  /// A number with what it is of.
  package enum Length: Hashable, Sendable {
    case millimetres(Double)
    case deviceUnits(Int32)
  }

  package let touch: Touch
  /// The number by which a user calls the device.
  package let deviceNumber: Int
  package let deviceName: String
  /// The time from the recording's first event.
  package let time: TimeSpan
  package let sample: TouchSample
  package let x: Length
  package let y: Length
  /// The contact's length and breadth, as far as the device reports them.
  package let contact: [Length]
  /// Whether a tilt is in degrees.
  package let tiltIsInDegrees: Bool

  /// - Parameters:
  ///   - touch: what was read.
  ///   - sample: its state.
  ///   - facts: those of the recording.
  ///   - options: what is stated of the surface.
  package init(
    _ touch: Touch, _ sample: TouchSample, _ facts: RecordingFacts,
    options: SurfaceMapping.Options = SurfaceMapping.Options()
  ) {
    (self.touch, self.sample) = (touch, sample)
    let known = facts.plan(options: options).descriptions
    let index = touch.device.rawValue
    let description = known.indices.contains(index) ? known[index] : DeviceDescription()
    (deviceNumber, deviceName) = (facts.deviceNumbers[touch.device], description.name)
    time = sample.time.since(facts.start)
    x = Self.position(sample.position.x, description.axes[.positionX] ?? description.axes[.x])
    y = Self.position(sample.position.y, description.axes[.positionY] ?? description.axes[.y])
    contact = [sample.major, sample.minor].compactMap(\.self).map { Self.size($0, of: description) }
    tiltIsInDegrees = [EventCode.tiltX, .tiltY].allSatisfy { description.axes[$0].map { $0.resolution > 0 } ?? true }
  }

  private static func position(_ value: Int32, _ axis: AbsoluteAxis?) -> Length {
    guard let axis, axis.resolution > 0 else { return .deviceUnits(value) }
    return .millimetres((Double(value) - Double(axis.minimum)) / Double(axis.resolution))
  }

  /// A contact is measured by the resolution of its own axis, or else by that of positions.
  private static func size(_ value: Int32, of device: DeviceDescription) -> Length {
    let resolutions = [EventCode.touchMajor, .positionX].compactMap { device.axes[$0]?.resolution }
    guard let units = resolutions.first(where: { $0 > 0 }) else { return .deviceUnits(value) }
    return .millimetres(Double(value) / Double(units))
  }
}
