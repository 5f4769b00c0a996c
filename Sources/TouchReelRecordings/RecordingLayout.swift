import TouchReelInputEvents
import TouchReelMCAP

/// The parts of a recording's MCAP file besides its messages.
enum RecordingLayout {
  static let profile = "touchreel"
  /// What the name of the library begins with in the files that we write, before the version.
  static let libraryPrefix = "touchreel "
  /// Openings of devices in one recording, so that a file cannot claim memory without end.
  static let openingLimit = 4096
  /// Bytes of one channel's metadata.
  static let metadataLimit = 1 << 20

  /// An event takes 8 bytes, of which at least the upper one or two of its value repeat what came before: shorter
  /// matches than these only add to their number.
  static let tuning = ZstdTuning(shortestMatch: 6, tableLog: 12)

  private static let epochOffset = "epoch_offset"

  static func metadata(epochOffset offset: TimeSpan) -> MCAPMetadata {
    MCAPMetadata(name: profile, values: [epochOffset: String(offset.nanoseconds)])
  }

  static func epochOffset(of metadata: MCAPMetadata) -> TimeSpan? {
    guard metadata.name == profile else { return nil }
    return metadata.values[epochOffset].flatMap(Int64.init).map(TimeSpan.init(nanoseconds:))
  }

  /// The other values of the record that has the offset.
  static func foreignValues(of metadata: MCAPMetadata) -> [String: String] {
    metadata.values.filter { $0.key != epochOffset }
  }

  /// Schemas of other programs are numbered after our two.
  static let firstForeignSchema: UInt16 = 3

  static func schema(of topic: RecordingTopic, in schemas: MessageSchemas) -> MCAPSchema {
    let (number, name, text) =
      topic == .board ? (1, "touchreel.BoardMessage", schemas.board) : (2, "touchreel.Note", schemas.notes)
    return MCAPSchema(
      id: SchemaID(rawValue: UInt16(number)), name: name, encoding: "jsonschema", data: Array(text.utf8))
  }
}

/// The topics of a recording's MCAP channels.
enum RecordingTopic: Hashable, Sendable {
  case events(device: Int)
  case sync(device: Int)
  /// The times of events that differ from their frame's.
  case times(device: Int)
  case board
  case notes

  static let eventEncoding = "evdev"
  static let timesEncoding = "evdev-times"
  static let messageEncoding = "json"

  var name: String {
    switch self {
    case .events(let device): "/device/\(device)/events"
    case .sync(let device): "/device/\(device)/sync"
    case .times(let device): "/device/\(device)/times"
    case .board: "/board"
    case .notes: "/notes"
    }
  }

  /// `nil` for a channel that is not of a recording.
  init?(name: String, encoding: String) {
    switch (name, encoding) {
    case ("/board", Self.messageEncoding): self = .board
    case ("/notes", Self.messageEncoding): self = .notes
    case (_, Self.eventEncoding), (_, Self.timesEncoding):
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0].isEmpty, parts[1] == "device", let device = UInt16(parts[2]).map(Int.init)
      else { return nil }
      switch (parts[3], encoding) {
      case ("events", Self.eventEncoding): self = .events(device: device)
      case ("sync", Self.eventEncoding): self = .sync(device: device)
      case ("times", Self.timesEncoding): self = .times(device: device)
      default: return nil
      }
    default: return nil
    }
  }
}

/// Events as a recording's messages hold them: 8 bytes each, little-endian `u16 type, u16 code, i32 value`.
struct PackedEvents {
  static let size = 8
  private(set) var words: [UInt64] = []

  mutating func fill(with events: ArraySlice<InputEvent>) {
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: events.lazy.map(\.word))
  }
}

extension InputEvent {
  @inline(__always)
  fileprivate var word: UInt64 {
    let value = UInt64(UInt32(bitPattern: value))
    return (UInt64(type.rawValue) | UInt64(code.rawValue) << 16 | value << 32).littleEndian
  }

  @inline(__always)
  fileprivate init(word: UInt64, time: Timestamp) {
    self.init(
      time: time, type: EventType(rawValue: UInt16(truncatingIfNeeded: word)),
      code: EventCode(rawValue: UInt16(truncatingIfNeeded: word >> 16)),
      value: Int32(truncatingIfNeeded: word >> 32))
  }
}

extension Frame {
  /// Adds the whole events of a message, all of one time, and counts the SYN_REPORTs among them.
  @inline(__always)
  mutating func append(packed bytes: RawSpan, at time: Timestamp) -> Int {
    let count = bytes.byteCount / PackedEvents.size
    // Adding nothing to an empty array writes into what all empty arrays share: a data race, if one of a zero on zero.
    guard count > 0 else { return 0 }
    var reports = 0
    // All at once: added one by one, each asked for the owner and the room of the array.
    events.append(addingCapacity: count) { added in
      for index in 0..<count {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: index &* PackedEvents.size, as: UInt64.self)
        let event = InputEvent(word: UInt64(littleEndian: word), time: time)
        reports &+= event.isReport ? 1 : 0
        added.append(event)
      }
    }
    return reports
  }
}
