import InputEvents
import MCAP

extension RecordingReader {
  @inline(__always)
  func take(_ message: MCAPMessage, into entry: inout RecordingEntry) -> Bool {
    if isStray { return ignoreStray() }
    guard let route = routes[message.channel] else {
      adopt(message)
      return false
    }
    if case .foreign(let index) = route {
      entry = .foreignMessage(foreign(message, of: index))
      return true
    }
    let time = time(of: message)
    lastTime = time
    if findsGap(before: message, route, at: time) {
      adopted = message
      return false
    }
    switch route {
    case .foreign, .ignored: return false
    case .events(let channel):
      return takeFrame(of: channel, at: time, message, into: &entry)
    case .sync(let channel):
      return takeSync(of: channel, at: time, message, into: &entry)
    case .board:
      entry = .board(messageData, at: time)
    case .notes:
      entry = .note(messageData, at: time)
    }
    return true
  }

  /// Our writer puts messages and channels into chunks: what is outside of them is made of damaged bytes.
  var isStray: Bool { continuity.isNumbered && container.chunkOffset == nil }

  private func ignoreStray() -> Bool {
    noticed.add("a message outside of chunks was ignored")
    return false
  }

  private func time(of message: MCAPMessage) -> Timestamp {
    if !knowsOffset {
      setOffset(Self.offset(of: message))
    }
    if message.publishTime > UInt64(Int64.max) {
      noticed.add("times after the year 2262 were cut", at: "sequence \(message.sequence)")
    }
    return Timestamp(nanoseconds: Int64(clamping: message.publishTime))
  }

  var messageData: [UInt8] { container.withMessageData { data in data.withUnsafeBytes { Array($0) } } }

  private func takeSync(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    var frame = entry.takeFrame()
    _ = appendData(to: &frame, at: time, message)
    let isEmpty = frame.events.isEmpty
    entry = .sync(frame, of: channel)
    return !isEmpty
  }

  @inline(__always)
  private func takeFrame(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    var frame = joiner.begin(of: channel, reusing: &entry)
    let reports = appendData(to: &frame, at: time, message)
    return joiner.finish(frame, of: channel, reports: reports, into: &entry)
  }

  @inline(__always)
  private func appendData(to frame: inout Frame, at time: Timestamp, _ message: MCAPMessage) -> Int {
    let (reports, rest) = container.withMessageData { data in
      (frame.append(packed: data, at: time), data.byteCount % PackedEvents.size)
    }
    if rest != 0 {
      noticed.add(
        "a message is no multiple of 8 bytes: its last \(rest) were skipped",
        at: "channel \(message.channel.rawValue), sequence \(message.sequence)")
    }
    return reports
  }
}
