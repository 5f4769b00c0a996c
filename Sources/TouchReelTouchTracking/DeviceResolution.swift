import TouchReelInputEvents

/// How many units of a device are a millimetre, along each axis.
public struct DeviceResolution: Hashable, Sendable {
  /// Positive.
  public var x: Int32
  /// The units per millimetre of y.
  public var y: Int32

  /// Units per millimetre of both axes.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// `nil` if an axis does not report its own.
  init?(_ axes: (x: AbsoluteAxis, y: AbsoluteAxis)) {
    guard axes.x.resolution > 0, axes.y.resolution > 0 else { return nil }
    self.init(x: axes.x.resolution, y: axes.y.resolution)
  }

  /// The resolution of `X,Y`, or of one number for both. `nil` if these are not whole numbers of 1 to 1,000,000.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    guard (1...2).contains(numbers.count), let x = numbers[0], let y = numbers[numbers.count - 1],
      (1...1_000_000).contains(x), (1...1_000_000).contains(y)
    else { return nil }
    self.init(x: x, y: y)
  }
}
