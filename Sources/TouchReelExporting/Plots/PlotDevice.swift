import TouchReelInputEvents
import TouchReelTouchTracking

/// What a plot knows of a device: in which units its axes are.
struct PlotDevice: Sendable {
  let name: String
  let kind: DeviceKind
  /// `nil` if the device does not report its size.
  let scale: TableDevice.Scale?
  private let contacts: ContactScale?
  private let hasDegrees: Bool
  /// Units a millimetre, above zero.
  private let distanceResolution: Double?

  init(_ device: DeviceDescription) {
    (name, kind) = (device.name, device.kind)
    scale = TableDevice(device, name: []).scale
    contacts = ContactScale(of: device)
    hasDegrees = [EventCode.tiltX, .tiltY].contains { (device.axes[$0]?.resolution ?? 0) > 0 }
    let distance = [EventCode.distance, .contactDistance].lazy.compactMap { device.axes[$0]?.resolution }
    distanceResolution = distance.first { $0 > 0 }.map(Double.init)
  }

  /// A position in millimetres, or in the device's units.
  @inline(__always)
  func point(_ sample: TouchSample) -> SIMD2<Double> {
    scale?.point(sample.position) ?? SIMD2(Double(sample.position.x), Double(sample.position.y))
  }

  var lengthUnit: String { scale == nil ? "device units" : "mm" }

  /// The unit of an axis; empty for a share.
  func unit(of axis: PlottedAxis) -> String {
    switch axis {
    case .x, .y: lengthUnit
    case .pressure: ""
    case .major: contacts == nil ? "device units" : "mm"
    case .tiltX, .tiltY: hasDegrees ? "°" : "device units"
    case .distance: distanceResolution == nil ? "device units" : "mm"
    }
  }

  /// The value of an axis; `nil` if the sample does not have it.
  @inline(__always)
  func value(of axis: PlottedAxis, in sample: TouchSample) -> Double? {
    switch axis {
    case .x: point(sample).x
    case .y: point(sample).y
    case .pressure: sample.pressure
    case .major: sample.major.map { contacts?.millimetres(of: $0) ?? Double($0) }
    case .tiltX: sample.tilt?.x
    case .tiltY: sample.tilt?.y
    case .distance: sample.distance.map { Double($0) / (distanceResolution ?? 1) }
    }
  }
}

/// A quantity that a device reports of a touch.
enum PlottedAxis: Int, Hashable, Sendable, CaseIterable {
  case x, y, pressure, major, tiltX, tiltY, distance

  var name: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .pressure: "pressure"
    case .major: "contact length"
    case .tiltX: "tilt x"
    case .tiltY: "tilt y"
    case .distance: "distance"
    }
  }
}
