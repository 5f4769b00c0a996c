public import InputEvents

/// What a recorder writes on `/notes`.
public enum RecorderNote: Hashable, Sendable {
  /// `{"kind":"deviceRemoved","channel":0}`: this opening of a device ended; its open touches are cancelled.
  case deviceRemoved(DeviceChannel)
  /// `{"kind":"deviceReturned","channel":1}`: the device is back, and this is its new opening.
  case deviceReturned(DeviceChannel)
  /// `{"kind":"resumed"}`: what follows continues another recording, of which everything before is a copy.
  case resumed

  /// The message as JSON.
  public var payload: [UInt8] {
    switch self {
    case .deviceRemoved(let channel): Array(#"{"kind":"deviceRemoved","channel":\#(channel.rawValue)}"#.utf8)
    case .deviceReturned(let channel): Array(#"{"kind":"deviceReturned","channel":\#(channel.rawValue)}"#.utf8)
    case .resumed: Array(#"{"kind":"resumed"}"#.utf8)
    }
  }
}
