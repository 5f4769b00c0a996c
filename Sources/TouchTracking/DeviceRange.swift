public import InputEvents

/// The rectangle of device units that a device's positions lie in.
public struct DeviceRange: Hashable, Sendable {
  public var x: ClosedRange<Int32>
  public var y: ClosedRange<Int32>

  public init(x: ClosedRange<Int32>, y: ClosedRange<Int32>) {
    self.x = x
    self.y = y
  }

  /// From `X0,X1,Y0,Y1`. `nil` if these are not four whole numbers of which each second is the greater.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    guard numbers.count == 4, let x0 = numbers[0], let x1 = numbers[1], let y0 = numbers[2], let y1 = numbers[3],
      x0 < x1, y0 < y1
    else { return nil }
    self.init(x: x0...x1, y: y0...y1)
  }

  /// From the multitouch axes, else from ABS_X and ABS_Y; `nil` if neither pair has a range. Ranges that are the wrong
  /// way round are turned.
  public init?(of device: DeviceDescription) {
    let pair = Self.axes(of: device)
    guard let x = pair?.x.orderedRange, let y = pair?.y.orderedRange else { return nil }
    self.init(x: x, y: y)
  }

  /// The pair of axes that say where contacts are.
  static func axes(of device: DeviceDescription) -> (x: AbsoluteAxis, y: AbsoluteAxis)? {
    for (x, y) in [(EventCode.positionX, EventCode.positionY), (.x, .y)] {
      guard let x = device.axes[x], let y = device.axes[y] else { continue }
      if x.span != 0 && y.span != 0 { return (x, y) }
    }
    return nil
  }
}

extension AbsoluteAxis {
  /// `nil` if the range is empty.
  fileprivate var orderedRange: ClosedRange<Int32>? {
    minimum == maximum ? nil : min(minimum, maximum)...max(minimum, maximum)
  }
}

extension ClosedRange<Int32> {
  var length: Int64 { Int64(upperBound) - Int64(lowerBound) }
}
