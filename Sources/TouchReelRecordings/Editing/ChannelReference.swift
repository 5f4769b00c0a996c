package import TouchReelInputEvents

extension RecordingEntry {
  /// Changes the channel that a `cancel` or `touches` message of `/board` or a note names.
  /// - Returns: false if the channel no longer exists, so that the message has no meaning.
  package mutating func renumberChannel(by moved: (DeviceChannel) -> DeviceChannel?) -> Bool {
    switch self {
    case .board(var text, let time):
      let namesChannel = ["\"cancel\"", "\"touches\""].contains { text.range(ofWord: $0) != nil }
      guard namesChannel else { return true }
      guard text.renumberChannel(by: moved) else { return false }
      self = .board(text, at: time)
    case .note(var text, let time):
      guard text.renumberChannel(by: moved) else { return false }
      self = .note(text, at: time)
    case .opening, .frame, .sync, .attachment, .foreignMessage, .foreignMetadata: return true
    }
    return true
  }
}

extension [UInt8] {
  /// Changes the number after the key `channel`.
  /// - Returns: false where the channel is no longer there.
  fileprivate mutating func renumberChannel(by moved: (DeviceChannel) -> DeviceChannel?) -> Bool {
    guard let digits = namedChannel, let number = Int(String(decoding: self[digits], as: UTF8.self)) else {
      return true
    }
    guard let channel = moved(DeviceChannel(rawValue: number)) else { return false }
    replaceSubrange(digits, with: String(channel.rawValue).utf8)
    return true
  }

  /// The digits after the key `channel`. Within a JSON string its quotes would be escaped.
  private var namedChannel: Range<Int>? {
    guard let key = range(ofWord: "\"channel\"") else { return nil }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":")]
    guard let start = self[key.upperBound...].firstIndex(where: { !blanks.contains($0) }) else { return nil }
    let end = self[start...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? count
    return start == end ? nil : start..<end
  }

  /// The first index of the word that has no backslash before it.
  fileprivate func range(ofWord word: String) -> Range<Int>? {
    let wanted = Array(word.utf8)
    guard count >= wanted.count else { return nil }
    for start in 0...(count - wanted.count) where self[start] == wanted[0] {
      let end = start + wanted.count
      if self[start..<end].elementsEqual(wanted), start == 0 || self[start - 1] != UInt8(ascii: "\\") {
        return start..<end
      }
    }
    return nil
  }
}
