import ArgumentParser
import TouchTracking

/// What a device without ranges would have said: X0,X1,Y0,Y1 in device units.
struct RangeArgument: ExpressibleByArgument {
  var range: DeviceRange

  init?(argument: String) {
    let values = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    guard values.count == 4, let x0 = values[0], let x1 = values[1], let y0 = values[2], let y1 = values[3],
      x0 < x1, y0 < y1
    else { return nil }
    range = DeviceRange(x: x0...x1, y: y0...y1)
  }
}
