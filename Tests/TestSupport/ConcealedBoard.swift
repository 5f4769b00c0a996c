extension [UInt8] {
  /// This MCAP file with a summary that does not list the channel of its messages for the board; `nil` if it has none.
  public var concealingBoard: [UInt8]? {
    // The summary's copy of the topic is the last one.
    let topic = Array("/board".utf8)
    guard let last = indices.last(where: { self[$0...].starts(with: topic) }) else { return nil }
    var concealed = self
    concealed.replaceSubrange(last..<(last + topic.count), with: Array("/bored".utf8))
    // Without the summary's checksum, which stands before the last 8 bytes.
    concealed.replaceSubrange((count - 12)..<(count - 8), with: [0, 0, 0, 0])
    return concealed
  }
}
