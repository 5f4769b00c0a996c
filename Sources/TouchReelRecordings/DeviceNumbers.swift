package import TouchReelInputEvents

/// The numbers by which a user calls the devices of a recording: one for each device, however often it was opened.
///
/// All commands that print or take a number of a device mean this one.
package struct DeviceNumbers: Hashable, Sendable {
  /// The number of each channel, in order; none for channels that were not opened yet.
  private var numbers: [Int?] = []

  /// The numbers before any device was opened.
  package init() {}

  /// - Parameter openings: of devices, in the order of their channels.
  package init(_ openings: [DeviceOpening]) { numbers = openings.map(\.number) }

  /// Adds an opening, in any order; one that is known already changes nothing.
  package mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    let index = channel.rawValue
    guard (0..<RecordingLayout.openingLimit).contains(index) else { return }
    if index >= numbers.count { numbers += repeatElement(nil, count: index + 1 - numbers.count) }
    if numbers[index] == nil { numbers[index] = opening.number }
  }

  /// The number of the device whose opening this is; the channel's own for one that was not opened.
  @inlinable
  package subscript(channel: DeviceChannel) -> Int { number(of: channel) ?? channel.rawValue }

  /// `nil` if nothing was opened as this channel.
  @usableFromInline
  func number(of channel: DeviceChannel) -> Int? {
    numbers.indices.contains(channel.rawValue) ? numbers[channel.rawValue] : nil
  }
}
