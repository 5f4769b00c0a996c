public import TouchReelInputEvents

/// One entry of a recording, in file order.
///
/// A source that is given the same entry again and again takes over the memory of its last frame, so that a steady
/// stream of frames allocates nothing. Whatever is larger than a frame is kept apart, since entries are moved often.
public enum RecordingEntry: Hashable, Sendable {
  /// A device was opened. This comes before the device's first frame; devices without a frame are opened too.
  indirect case opening(DeviceOpening, as: DeviceChannel)
  case frame(Frame, of: DeviceChannel)
  /// The state of all slots, keys and axes after a SYN_DROPPED, as a frame.
  case sync(Frame, of: DeviceChannel)
  /// A message of `/board`, as JSON.
  case board([UInt8], at: Timestamp)
  /// A message of `/notes`, as JSON.
  case note([UInt8], at: Timestamp)
  indirect case attachment(RecordingAttachment)
  /// A message of another program's channel.
  indirect case foreignMessage(ForeignMessage)
  /// Facts that another program wrote about the file.
  indirect case foreignMetadata(ForeignMetadata)

  /// An entry to read into: a note without text.
  @inlinable
  public init() { self = .note([], at: Timestamp(nanoseconds: 0)) }
}

extension RecordingEntry {
  /// The opening of a device that the entry belongs to; `nil` for what is not of one device.
  public var channel: DeviceChannel? {
    switch self {
    case .opening(_, let channel), .frame(_, let channel), .sync(_, let channel): channel
    case .board, .note, .attachment, .foreignMessage, .foreignMetadata: nil
    }
  }

  /// `nil` for everything but an opening.
  public var opening: DeviceOpening? {
    if case .opening(let opening, _) = self { opening } else { nil }
  }

  /// `nil` for everything but a frame; a synced state is none.
  public var frame: Frame? {
    if case .frame(let frame, _) = self { frame } else { nil }
  }

  /// When it happened; `nil` for an opening, an attachment, an empty frame, and what is of another program.
  @inlinable
  public var occurrence: Timestamp? {
    switch self {
    case .frame(let frame, _), .sync(let frame, _): frame.time
    case .board(_, let time), .note(_, let time): time
    case .opening, .attachment, .foreignMessage, .foreignMetadata: nil
    }
  }

  /// Whether it is another program's, which a replay ignores. Attachments may be as well.
  package var isForeign: Bool {
    switch self {
    case .foreignMessage, .foreignMetadata: true
    case .opening, .frame, .sync, .board, .note, .attachment: false
    }
  }

  /// Takes the entry's frame out, emptied, so that its memory serves the next one; a new frame if it has none.
  @inlinable @inline(__always)
  package mutating func takeFrame() -> Frame {
    let used = consume self
    self = RecordingEntry()
    switch consume used {
    case .frame(var frame, _), .sync(var frame, _):
      frame.events.removeEach()
      return frame
    case .opening, .board, .note, .attachment, .foreignMessage, .foreignMetadata: return Frame()
    }
  }

  /// Moves everything that has a time.
  package mutating func advance(by span: TimeSpan) {
    switch self {
    case .frame(var frame, let channel):
      frame.advance(by: span)
      self = .frame(frame, of: channel)
    case .sync(var frame, let channel):
      frame.advance(by: span)
      self = .sync(frame, of: channel)
    case .board(let text, let time): self = .board(text, at: time.advanced(by: span))
    case .note(let text, let time): self = .note(text, at: time.advanced(by: span))
    case .attachment(var attachment):
      attachment.time = attachment.time.advanced(by: span)
      self = .attachment(attachment)
    case .foreignMessage(var message):
      message.time = message.time.advanced(by: span)
      self = .foreignMessage(message)
    case .opening, .foreignMetadata: return
    }
  }
}

extension Frame {
  fileprivate mutating func advance(by span: TimeSpan) {
    for index in events.indices { events[index].time = events[index].time.advanced(by: span) }
  }
}

/// An opening of a device: at the start, or when it was plugged in again.
public struct DeviceOpening: Hashable, Sendable {
  /// The N of `/device/N/events`: the same for each opening of one device.
  public var number = 0
  public var description = DeviceDescription()

  /// An opening of a device, by its number and description.
  public init() {}

  /// An opening of a device, by its number and description.
  public init(number: Int, description: DeviceDescription) {
    self.number = number
    self.description = description
  }

  /// Whether a user means this device: by number, name or node.
  package func answers(to wanted: String) -> Bool {
    Int(wanted) == number || description.name == wanted || description.node == wanted
  }
}

/// A file within the recording: an image that `/board` cites by its SHA-256, or another program's.
public struct RecordingAttachment: Hashable, Sendable {
  /// The name of the file.
  public var name = ""
  /// Such as `image/png`.
  public var mediaType = ""
  /// When it was attached.
  public var time = Timestamp(nanoseconds: 0)
  /// When its source made it.
  public var createTime = SourceTime.recordingClock
  /// The content of the file.
  public var bytes: [UInt8] = []

  /// An empty file.
  public init() {}

  /// Whether it is another program's: no image of the board, whose names are the 64 hexadecimal digits of a SHA-256.
  package var isForeign: Bool {
    let isDigest = name.utf8.count == 64 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return !isDigest
  }
}
