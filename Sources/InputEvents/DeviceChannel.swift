/// The number of an opening of a device within a recording or a live session, in the order of appearance, from 0. A
/// device that is plugged in again gets a new one.
@frozen
public struct DeviceChannel: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int

  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable
  public static func < (left: DeviceChannel, right: DeviceChannel) -> Bool { left.rawValue < right.rawValue }
}
