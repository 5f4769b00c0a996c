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
