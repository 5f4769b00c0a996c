public import InputEvents

/// The state of a touch in one frame. An axis that the device lacks is absent, not 0.
public struct TouchSample: Hashable, Sendable {
  public var time: Timestamp
  /// Where the device says it is.
  public var position: DevicePoint
  /// Where that is on the board.
  public var boardPoint: BoardPoint
  /// 0…1 of the device's range.
  public var pressure: Double?
  /// The contact's axes in device units.
  public var major: Int32?
  public var minor: Int32?
  /// The major axis' angle, in the device's own units (ABS_MT_ORIENTATION).
  public var orientation: Int32?
  /// The pen's lean along x and y, in degrees where the axis has a resolution (units per radian), else in device units.
  public var tilt: Tilt?
  public var tool: TouchTool
  /// True where the contact is near the surface and does not touch it.
  public var isHovering: Bool

  public init(
    time: Timestamp, position: DevicePoint, boardPoint: BoardPoint, tool: TouchTool = .finger, isHovering: Bool = false
  ) {
    self.time = time
    self.position = position
    self.boardPoint = boardPoint
    self.tool = tool
    self.isHovering = isHovering
  }
}

public struct Tilt: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A position in device units: the values of ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or of ABS_X and ABS_Y.
public struct DevicePoint: Hashable, Sendable {
  public var x: Int32
  public var y: Int32

  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
