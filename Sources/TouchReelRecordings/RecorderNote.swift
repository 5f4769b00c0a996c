import FoundationEssentials
package import TouchReelInputEvents

/// What a recorder writes on `/notes`.
package enum RecorderNote: Hashable, Sendable {
  /// `{"kind":"deviceRemoved","channel":0}`: this opening of a device ended; its open touches are cancelled.
  case deviceRemoved(DeviceChannel)
  /// `{"kind":"deviceReturned","channel":1}`: the device is back, and this is its new opening.
  case deviceReturned(DeviceChannel)
  /// `{"kind":"resumed"}`: what follows continues another recording, of which everything before is a copy.
  case resumed

  /// The message as JSON.
  package var payload: [UInt8] {
    switch self {
    case .deviceRemoved(let channel): Array(#"{"kind":"deviceRemoved","channel":\#(channel.rawValue)}"#.utf8)
    case .deviceReturned(let channel): Array(#"{"kind":"deviceReturned","channel":\#(channel.rawValue)}"#.utf8)
    case .resumed: Array(#"{"kind":"resumed"}"#.utf8)
    }
  }
}

/// The marks of `/notes` that a replay heeds: JSON objects with a `kind`.
package enum RecordingNote {
  private struct Message: Decodable {
    var kind: String
    var channel: Int?
  }

  private struct Kind: Decodable {
    var kind: String
  }

  /// `{"kind":"gap","channel":0,"frames":120}`: frames of a device are lost before what comes next of it; without
  /// `frames` it is not known how many.
  static func gap(of channel: DeviceChannel, frames: Int?) -> [UInt8] {
    let count = frames.map { #","frames":\#($0)"# } ?? ""
    return Array(#"{"kind":"gap","channel":\#(channel.rawValue)\#(count)}"#.utf8)
  }

  /// `{"kind":"gap","topic":"/board","messages":2}`: messages are lost before what comes next on the topic.
  static func gap(of topic: RecordingTopic, messages: Int) -> [UInt8] {
    Array(#"{"kind":"gap","topic":"\#(topic.name)","messages":\#(messages)}"#.utf8)
  }

  /// The channel whose device went away (`deviceRemoved`); `nil` for all other notes, which are for people.
  package static func removedChannel(in payload: [UInt8]) -> DeviceChannel? {
    guard let note = try? JSONDecoder().decode(Message.self, from: Data(payload)), note.kind == "deviceRemoved"
    else { return nil }
    return note.channel.map(DeviceChannel.init(rawValue:))
  }

  /// Whether a note says that a device went away, but not which: none of so many openings.
  static func isRemovalOfNone(_ payload: [UInt8], openings: Int) -> Bool {
    guard let note = try? JSONDecoder().decode(Kind.self, from: Data(payload)), note.kind == "deviceRemoved" else {
      return false
    }
    return !(removedChannel(in: payload).map { (0..<openings).contains($0.rawValue) } ?? false)
  }
}

/// The version of the library, as recordings and `touchreel --version` name it.
package enum TouchReelVersion {
  package static let current = "0.2.0"
}
