import TouchReelInputEvents

/// A description behind the first events of a text that has one device: the device's own once more, or that of another
/// one, whose events cannot be told apart.
struct LaterDescription {
  /// Whether what describes a device is read into it, and not into the text's device.
  private(set) var isBehindEvents = false
  private var device = DescribedDevice()
  private(set) var hasBegun = false
  /// How many events came behind it.
  private var eventCount = 0

  /// Whether it lists codes.
  var isDescribed: Bool { device.isDescribed }

  /// An event came, perhaps before any description.
  @inline(__always)
  mutating func noteEvent(of first: DescribedDevice) {
    if first.isDescribed { isBehindEvents = true }
    if device.isDescribed { eventCount += 1 }
  }

  /// Exchanges it for the text's device, or back.
  mutating func exchange(with other: inout DescribedDevice) {
    hasBegun = true
    swap(&device, &other)
  }

  /// What to warn of at the line where it is; `nil` if it is the first device's own.
  func warning(of first: DescribedDevice) -> String? {
    guard device.isDescribed, !device.description.announcesTheSame(as: first.description) else { return nil }
    let events = eventCount == 1 ? "the 1 event that follows is" : "the \(eventCount) events that follow are"
    return "another device is described behind the first events: \(events) read as events of the first; "
      + "cut the text there to have both"
  }
}

extension DeviceDescription {
  /// Whether both are one device as far as text describes it, whatever state it is in.
  func announcesTheSame(as other: DeviceDescription) -> Bool {
    let isOfOneName = name.isEmpty || other.name.isEmpty || name == other.name
    return isOfOneName && codes == other.codes && axes.mapValues(\.range) == other.axes.mapValues(\.range)
  }
}

extension AbsoluteAxis {
  fileprivate var range: [Int32] { [minimum, maximum, resolution] }
}
