public import InputEvents

/// The life of one tracking id in one slot of one device.
public struct Touch: Hashable, Sendable, Identifiable {
  /// Unique in a replay; in order of beginning.
  public struct ID: Hashable, Comparable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
  }

  public var id: ID
  public var device: DeviceChannel
  public var slot: Slot
  public var trackingID: TrackingID
  /// The tool that it began with.
  public var tool: TouchTool

  public init(id: ID, device: DeviceChannel, slot: Slot, trackingID: TrackingID, tool: TouchTool) {
    self.id = id
    self.device = device
    self.slot = slot
    self.trackingID = trackingID
    self.tool = tool
  }
}

/// A container for one contact of a device: the value of ABS_MT_SLOT. Contacts without slots are given the lowest that
/// is free; pens and single touches have 0.
public struct Slot: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static func < (left: Slot, right: Slot) -> Bool { left.rawValue < right.rawValue }
}

/// An identity that the device gave to a contact: the value of ABS_MT_TRACKING_ID. An empty slot has none. Where the
/// device gives no ids, or they were lost, touches are numbered downward from −2.
public struct TrackingID: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// What touches the surface.
public enum TouchTool: String, Hashable, Sendable, CaseIterable {
  case finger, pen, eraser, palm
}

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
  /// How far it is from the surface, in device units. Samples between which nothing else changes are one.
  public var distance: Int32?
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

/// How far a pen leans from upright along each axis; positive is to the right and toward the user.
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
