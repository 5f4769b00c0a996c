import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What the rows of a recording are measured from.
struct TableOrigin: Sendable {
  /// The recording's name, as the format has it.
  let recording: [UInt8]
  /// Which of a file's drawings it is, from 0; `nil` if the file is a recording.
  var drawing: Int?
  /// The time of its first event.
  let start: Timestamp
  /// `nil` if the recording does not say how its clock lies on the epoch.
  let epochOffset: TimeSpan?
  private var devices: [TableDevice] = []
  /// What the devices are called.
  private(set) var numbers = DeviceNumbers()

  init(_ facts: RecordingFacts, plan: BoardLayout, name: String, epochOffset: TimeSpan, as text: TableText) {
    recording = text.encoded(name)
    start = facts.start
    // A clock that is set counts from the epoch itself.
    self.epochOffset = epochOffset == .zero && !start.countsFromEpoch ? nil : epochOffset
    describe(plan.descriptions, facts.deviceNumbers, as: text)
  }

  /// - Parameters:
  ///   - descriptions: of all devices; those of the first ones are as they were.
  ///   - numbers: what they are called.
  ///   - text: what the table is written as.
  mutating func describe(_ descriptions: [DeviceDescription], _ numbers: DeviceNumbers, as text: TableText) {
    self.numbers = numbers
    devices += descriptions.dropFirst(devices.count).map { TableDevice($0, name: text.encoded($0.name)) }
  }

  func device(_ channel: DeviceChannel) -> TableDevice? {
    devices.indices.contains(channel.rawValue) ? devices[channel.rawValue] : nil
  }

  /// `nil` if the device does not report its size.
  @inline(__always)
  func scale(of channel: DeviceChannel) -> TableDevice.Scale? {
    devices.indices.contains(channel.rawValue) ? devices[channel.rawValue].scale : nil
  }
}

/// What a table says of a device.
struct TableDevice: Sendable {
  /// The scale from device units to millimetres from the lower bounds of the axes.
  struct Scale: Sendable {
    fileprivate let minimum: SIMD2<Double>
    /// Units a millimetre.
    fileprivate let resolution: SIMD2<Double>

    @inline(__always)
    func point(_ point: DevicePoint) -> SIMD2<Double> {
      (SIMD2(Double(point.x), Double(point.y)) - minimum) / resolution
    }
  }

  let name: [UInt8]
  /// `nil` if the device does not report its size.
  let scale: Scale?

  init(_ device: DeviceDescription, name: [UInt8]) {
    self.name = name
    let axes = [(EventCode.positionX, EventCode.positionY), (.x, .y)].lazy.compactMap { x, y in
      device.axes[x].flatMap { first in device.axes[y].map { (first, $0) } }
    }.first
    scale = axes.flatMap { Scale($0, $1) }
  }
}

extension TableDevice.Scale {
  /// `nil` unless both axes report their resolution.
  fileprivate init?(_ x: AbsoluteAxis, _ y: AbsoluteAxis) {
    guard x.resolution > 0, y.resolution > 0 else { return nil }
    minimum = SIMD2(Double(x.minimum), Double(y.minimum))
    resolution = SIMD2(Double(x.resolution), Double(y.resolution))
  }
}
