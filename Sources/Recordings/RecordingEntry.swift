public import InputEvents

/// One thing that a recording says, in file order.
///
/// A source fills the same entry again and again, so that a steady stream of frames allocates nothing. Only the parts that `kind` names hold
/// anything of this entry; the others are left over.
public struct RecordingEntry: Sendable {
  public enum Kind: Hashable, Sendable {
    /// A device was opened: `channel` and `opening`. It comes before the device's first frame; devices that never say a word are
    /// opened too.
    case opening
    /// `channel` and `frame`.
    case frame
    /// The state of all slots, keys and axes after a SYN_DROPPED, as a frame: `channel` and `frame`.
    case sync
    /// A message of `/board`: `time` and `payload` (JSON).
    case board
    /// A message of `/notes`: `time` and `payload` (JSON).
    case note
    /// `attachment`.
    case attachment
    /// A message of another program's channel: `time`, when it was logged on the recording's clock, `foreign` and `payload`.
    case foreignMessage
    /// Facts that another program wrote about the file: `metadata`.
    case foreignMetadata
  }

  public var kind = Kind.note
  public var channel = DeviceChannel(rawValue: 0)
  public var opening = DeviceOpening()
  public var frame = Frame()
  public var time = Timestamp(nanoseconds: 0)
  public var payload: [UInt8] = []
  public var attachment = RecordingAttachment()
  public var foreign: ForeignMessage?
  public var metadata = ForeignMetadata()

  public init() {}

  /// Whether it is another program's, of which a replay knows nothing. Attachments may be.
  public var isForeign: Bool { kind == .foreignMessage || kind == .foreignMetadata }
}

/// An opening of a device: at the start, or when it was plugged in again.
public struct DeviceOpening: Hashable, Sendable {
  /// The N of `/device/N/events`: the same for each opening of one device.
  public var number = 0
  public var description = DeviceDescription()

  public init() {}

  public init(number: Int, description: DeviceDescription) {
    self.number = number
    self.description = description
  }
}

/// A file within the recording: an image that `/board` cites by its SHA-256, or another program's.
public struct RecordingAttachment: Hashable, Sendable {
  public var name = ""
  public var mediaType = ""
  /// When it was attached.
  public var time = Timestamp(nanoseconds: 0)
  public var createTime = SourceTime.recordingClock
  public var bytes: [UInt8] = []

  public init() {}

  /// Whether it is another program's: no image of the board, whose names are the 64 hexadecimal digits of a SHA-256.
  public var isForeign: Bool {
    let isDigest = name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return !isDigest
  }
}
