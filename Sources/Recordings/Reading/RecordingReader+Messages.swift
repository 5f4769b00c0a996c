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
      takeForeign(message, of: index, into: &entry)
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
      takeText(.board, at: time, into: &entry)
    case .notes:
      takeText(.note, at: time, into: &entry)
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

  private func takeText(_ kind: RecordingEntry.Kind, at time: Timestamp, into entry: inout RecordingEntry) {
    entry.kind = kind
    entry.time = time
    entry.payload.removeAll(keepingCapacity: true)
    container.withMessageData { data in data.withUnsafeBytes { entry.payload.append(contentsOf: $0) } }
  }

  private func takeSync(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    entry.kind = .sync
    entry.channel = channel
    entry.frame.events.removeAll(keepingCapacity: true)
    _ = appendData(to: &entry.frame, at: time, message)
    return !entry.frame.events.isEmpty
  }

  @inline(__always)
  private func takeFrame(
    of channel: DeviceChannel, at time: Timestamp, _ message: MCAPMessage, into entry: inout RecordingEntry
  ) -> Bool {
    joiner.begin(&entry, of: channel)
    let reports = appendData(to: &entry.frame, at: time, message)
    return joiner.finish(&entry, reports: reports)
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
