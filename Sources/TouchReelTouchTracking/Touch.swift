public import TouchReelInputEvents

/// The life of one tracking id in one slot of one device.
public struct Touch: Hashable, Sendable, Identifiable {
  /// Unique in a replay; in order of beginning.
  public struct ID: Hashable, Comparable, Sendable {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number of the touch in its session.
  public var id: ID
  /// The opening of the device that is touched.
  public var device: DeviceChannel
  /// The slot of the contact.
  public var slot: Slot
  /// The id that the kernel gave the contact.
  public var trackingID: TrackingID
  /// The tool that it began with.
  public var tool: TouchTool

  /// A touch by its facts.
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
  /// The time of the SYN_REPORT.
  public var time: Timestamp
  /// Where the device says it is.
  public var position: DevicePoint
  /// Where that is on the board.
  public var boardPoint: BoardPoint
  @usableFromInline var axes = SampleAxes()
  /// The tool at this time.
  public var tool: TouchTool
  /// True where the contact is near the surface and does not touch it.
  public var isHovering: Bool

  /// A sample at a position in device units, which lies at a board point.
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

/// What not every device reports. An axis that is absent is `nil`.
extension TouchSample {
  /// 0…1 of the device's range.
  @inlinable public var pressure: Double? {
    get { axes.present.contains(.pressure) ? axes.pressure : nil }
    set { axes.pressure = axes.record(.pressure, newValue) ?? 0 }
  }

  /// The contact's length, in device units.
  @inlinable public var major: Int32? {
    get { axes.present.contains(.major) ? axes.contact.x : nil }
    set { axes.contact.x = axes.record(.major, newValue) ?? 0 }
  }

  /// The contact's breadth, in device units.
  @inlinable public var minor: Int32? {
    get { axes.present.contains(.minor) ? axes.contact.y : nil }
    set { axes.contact.y = axes.record(.minor, newValue) ?? 0 }
  }

  /// The major axis' angle, in the device's own units (ABS_MT_ORIENTATION).
  @inlinable public var orientation: Int32? {
    get { axes.present.contains(.orientation) ? axes.contact.z : nil }
    set { axes.contact.z = axes.record(.orientation, newValue) ?? 0 }
  }

  /// How far it is from the surface, in device units. Samples between which nothing else changes are one.
  @inlinable public var distance: Int32? {
    get { axes.present.contains(.distance) ? axes.distance : nil }
    set { axes.distance = axes.record(.distance, newValue) ?? 0 }
  }

  /// The pen's lean along x and y, in degrees where the axis has a resolution (units per radian), else in device units.
  @inlinable public var tilt: Tilt? {
    get { axes.present.contains(.tilt) ? axes.tilt : nil }
    set { axes.tilt = axes.record(.tilt, newValue) ?? Tilt(x: 0, y: 0) }
  }
}

/// The axes of a sample, zero where they are absent.
///
/// A sample is copied at every step from a device to its ink: it has 80 bytes without a gap, five vectors. Of
/// optionals, and of gaps between them, copies overlap, and the next copy waits until both are written.
@usableFromInline
struct SampleAxes: Hashable, Sendable {
  @usableFromInline
  struct Present: OptionSet, Hashable, Sendable {
    @usableFromInline let rawValue: UInt16

    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    // Those of a contact as the codes of its axes have them: see `ContactAxes`.
    @inlinable static var major: Present { Present(rawValue: 1 << 1) }
    @inlinable static var minor: Present { Present(rawValue: 1 << 2) }
    @inlinable static var orientation: Present { Present(rawValue: 1 << 5) }
    @inlinable static var pressure: Present { Present(rawValue: 1 << 11) }
    @inlinable static var distance: Present { Present(rawValue: 1 << 12) }
    @inlinable static var tilt: Present { Present(rawValue: 1) }
  }

  /// Its length, breadth and angle.
  @usableFromInline var contact = SIMD4<Int32>.zero
  @usableFromInline var pressure = 0.0
  @usableFromInline var tilt = Tilt(x: 0, y: 0)
  @usableFromInline var distance: Int32 = 0
  @usableFromInline var present: Present = []

  init() {}

  /// All that a contact has besides its position, but for pressure, which has another scale.
  @inline(__always)
  init(_ contact: Contact) {
    // Where an axis is absent it is zero.
    self.contact = SIMD4(contact.major, contact.minor, contact.orientation, 0)
    distance = contact.distance
    present = Present(rawValue: contact.axes.rawValue).intersection([.major, .minor, .orientation, .distance])
  }

  /// Records whether an axis is present, and returns its value.
  @inlinable @inline(__always)
  mutating func record<Value>(_ axis: Present, _ value: Value?) -> Value? {
    if value == nil { present.remove(axis) } else { present.insert(axis) }
    return value
  }
}

extension TouchSample {
  /// Whether nothing but the time and the distance differs.
  @inline(__always)
  func isSameState(as other: TouchSample) -> Bool {
    position == other.position && isHovering == other.isHovering && tool == other.tool
      && axes.present.symmetricDifference(other.axes.present).isSubset(of: .distance)
      && axes.pressure == other.axes.pressure
      && axes.contact == other.axes.contact && axes.tilt == other.axes.tilt && boardPoint == other.boardPoint
  }
}

/// How far a pen leans from upright along each axis; positive is to the right and toward the user.
public struct Tilt: Hashable, Sendable {
  /// The tilt to the right, in degrees.
  public var x: Double
  /// The tilt towards the user, in degrees.
  public var y: Double

  /// A tilt in degrees.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A position in device units: the values of ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or of ABS_X and ABS_Y.
public struct DevicePoint: Hashable, Sendable {
  /// The position on the x axis, in device units.
  public var x: Int32
  /// The position on the y axis, in device units.
  public var y: Int32

  /// A position in device units.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
