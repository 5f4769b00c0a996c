import InputEvents
import Replaying
import TouchTracking

/// What the rows of a recording are measured from.
struct TableOrigin: Sendable {
  /// The recording's name, as the format has it.
  let recording: [UInt8]
  /// Of its first event.
  let start: Timestamp
  /// `nil` if the recording does not say how its clock lies on the epoch.
  let epochOffset: TimeSpan?
  private var devices: [TableDevice]

  init(
    _ survey: RecordingFacts, plan: BoardLayout, name: String, epochOffset: TimeSpan, as text: TableText
  ) {
    recording = text.encoded(name)
    start = survey.start
    // A clock that is set counts from the epoch itself.
    self.epochOffset = epochOffset == .zero && !start.countsFromEpoch ? nil : epochOffset
    devices = plan.descriptions.map { TableDevice($0, name: text.encoded($0.name)) }
  }

  /// - Parameter descriptions: of all devices; those of the first ones are as they were.
  mutating func describe(_ descriptions: [DeviceDescription], as text: TableText) {
    devices += descriptions.dropFirst(devices.count).map { TableDevice($0, name: text.encoded($0.name)) }
  }

  func device(_ channel: DeviceChannel) -> TableDevice? {
    devices.indices.contains(channel.rawValue) ? devices[channel.rawValue] : nil
  }

  /// `nil` if the device does not tell its size.
  @inline(__always)
  func scale(of channel: DeviceChannel) -> TableDevice.Scale? {
    devices.indices.contains(channel.rawValue) ? devices[channel.rawValue].scale : nil
  }
}

/// What a table says of a device.
struct TableDevice: Sendable {
  /// From device units to millimetres from the lower bounds of the axes.
  struct Scale: Hashable, Sendable {
    var minimum: DevicePoint
    /// Units a millimetre.
    var resolutionX: Int32
    var resolutionY: Int32

    func x(_ point: DevicePoint) -> Double { self.point(point).x }
    func y(_ point: DevicePoint) -> Double { self.point(point).y }

    @inline(__always)
    func point(_ point: DevicePoint) -> SIMD2<Double> {
      let offset = SIMD2(Double(point.x), Double(point.y)) - SIMD2(Double(minimum.x), Double(minimum.y))
      return offset / SIMD2(Double(resolutionX), Double(resolutionY))
    }
  }

  let name: [UInt8]
  /// `nil` if the device does not tell its size.
  let scale: Scale?

  init(_ device: DeviceDescription, name: [UInt8]) {
    self.name = name
    let axes = [(EventCode.positionX, EventCode.positionY), (.x, .y)].lazy.compactMap { x, y in
      device.axes[x].flatMap { first in device.axes[y].map { (first, $0) } }
    }.first
    guard let (x, y) = axes, x.resolution > 0, y.resolution > 0 else {
      scale = nil
      return
    }
    scale = Scale(
      minimum: DevicePoint(x: x.minimum, y: y.minimum), resolutionX: x.resolution, resolutionY: y.resolution)
  }
}
