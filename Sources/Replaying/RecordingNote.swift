import FoundationEssentials
package import Recordings

/// The marks of `/notes` that a replay heeds: JSON objects with a `kind`.
package enum RecordingNote {
  private struct Message: Decodable {
    var kind: String
    var channel: Int?
  }

  /// The channel whose device went away (`deviceRemoved`); nothing for all other notes, which are for people.
  package static func removedChannel(in payload: [UInt8]) -> DeviceChannel? {
    guard let note = try? JSONDecoder().decode(Message.self, from: Data(payload)), note.kind == "deviceRemoved"
    else { return nil }
    return note.channel.map(DeviceChannel.init(rawValue:))
  }
}
