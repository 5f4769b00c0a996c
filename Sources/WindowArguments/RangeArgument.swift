public import ArgumentParser
public import TouchTracking

/// What a device without ranges would have said: X0,X1,Y0,Y1 in device units.
public struct RangeArgument: ExpressibleByArgument {
  public var range: DeviceRange

  public init?(argument: String) {
    guard let range = DeviceRange(argument) else { return nil }
    self.range = range
  }
}
