/// The topics of a recording's MCAP channels.
enum RecordingTopic: Hashable, Sendable {
  case events(device: Int)
  case sync(device: Int)
  case board
  case notes

  static let eventEncoding = "evdev"
  static let messageEncoding = "json"

  var name: String {
    switch self {
    case .events(let device): "/device/\(device)/events"
    case .sync(let device): "/device/\(device)/sync"
    case .board: "/board"
    case .notes: "/notes"
    }
  }

  /// `nil` for a channel that is not of a recording.
  init?(name: String, encoding: String) {
    switch (name, encoding) {
    case ("/board", Self.messageEncoding): self = .board
    case ("/notes", Self.messageEncoding): self = .notes
    case (_, Self.eventEncoding):
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0].isEmpty, parts[1] == "device", let device = UInt16(parts[2]).map(Int.init)
      else { return nil }
      switch parts[3] {
      case "events": self = .events(device: device)
      case "sync": self = .sync(device: device)
      default: return nil
      }
    default: return nil
    }
  }
}
