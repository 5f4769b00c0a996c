public import ByteStreams
public import InputEvents
import MCAP

/// What other programs put into the file: it is given as it is, so that nothing of it is lost where the file is written anew.
extension RecordingReader {
  func declareForeign(_ channel: MCAPChannel) {
    if !definitions.has(channel.schema), damage != .stop,
      let schema = readSummary().schemas.first(where: { $0.id == channel.schema })
    {
      note(schema)
    }
    if !definitions.has(channel.schema) {
      noticed.add("the schema of a topic is missing: it is given without one", at: channel.topic)
    }
    routes.foreignTopics.append(channel.topic)
    guard let index = definitions.add(channel) else {
      routes[channel.id] = .ignored
      return noticed.add(tooManyDefinitions)
    }
    routes[channel.id] = .foreign(index)
  }

  func note(_ schema: MCAPSchema) {
    if !definitions.add(schema) { noticed.add(tooManyDefinitions) }
  }

  private var tooManyDefinitions: String {
    "schemas and channels of other programs take more than \(options.maximumChunkSize.inMebibytes): the others are left out; "
      + "--max-chunk raises the limit"
  }

  func foreign(_ message: MCAPMessage, of index: Int) -> ForeignMessage {
    ForeignMessage(
      channel: definitions.channels[index], sequence: message.sequence, time: foreignTime(message.logTime),
      publishTime: sourceTime(message.publishTime, of: message.logTime), data: messageData)
  }

  /// - Returns: false for facts that are all ours.
  func take(_ metadata: MCAPMetadata, into entry: inout RecordingEntry) -> Bool {
    var values = metadata.values
    if let offset = RecordingLayout.epochOffset(of: metadata) {
      setOffset(offset)
      values = RecordingLayout.foreignValues(of: metadata)
      if values.isEmpty { return false }
    }
    entry = .foreignMetadata(ForeignMetadata(name: metadata.name, values: values))
    return true
  }

  /// A time of the file on the recording's own clock. Where the offset is absurd it wraps round, as it does back when it is written.
  func foreignTime(_ logTime: UInt64) -> Timestamp {
    if !knowsOffset { setOffset(aheadOffset) }
    if logTime > UInt64(Int64.max) { noticed.add("times after the year 2262 were cut") }
    return Timestamp(nanoseconds: Int64(clamping: logTime) &- epochOffset.nanoseconds)
  }

  /// How a record's second time follows from its first.
  func sourceTime(_ time: UInt64, of logTime: UInt64) -> SourceTime {
    if time == 0 { return .unset }
    let span = Timestamp(nanoseconds: Int64(clamping: time)).since(Timestamp(nanoseconds: Int64(clamping: logTime)))
    return .afterLogTime(span)
  }

  /// What comes first is another program's, which knows nothing of our clock: our own first message tells.
  private var aheadOffset: TimeSpan {
    options.looksAhead ? Self.epochOffset(of: bytes, options: options) : .zero
  }

  /// What puts the recording's times on the Unix epoch, as the file says or its first message of a recording shows; zero where neither does.
  ///
  /// - Complexity: that of reading the file up to there, which for our own files is its first record.
  public static func epochOffset(of bytes: any ByteSource, options: Options = Options()) -> TimeSpan {
    var search = MCAPReader(ContainerInput(bytes: bytes), options: MCAPReaderOptions(options))
    var channels: Set<ChannelID> = []
    // What cannot be read is told of where it is read for its own sake.
    while let record = try? search.next() {
      switch record {
      case .metadata(let metadata): if let offset = RecordingLayout.epochOffset(of: metadata) { return offset }
      case .channel(let channel):
        if RecordingTopic(name: channel.topic, encoding: channel.messageEncoding) != nil { channels.insert(channel.id) }
      case .message(let message): if channels.contains(message.channel) { return offset(of: message) }
      case .header, .schema, .attachment: continue
      }
    }
    return .zero
  }

  static func offset(of message: MCAPMessage) -> TimeSpan {
    TimeSpan(nanoseconds: Int64(truncatingIfNeeded: message.logTime &- message.publishTime))
  }
}

extension Int {
  /// `64 MiB`; smaller amounts in bytes.
  fileprivate var inMebibytes: String { self >= 1 << 20 ? "\(self >> 20) MiB" : "\(self) bytes" }
}
