import ByteStreams
import InputEvents
import MCAP

/// What other programs put into the files that recordings came from.
extension RecordingWriter {
  func write(_ foreign: ForeignMessage) throws(FileError) {
    let id = try foreignChannel(foreign.channel)
    let (log, publish) = times(of: foreign.time, foreign.publishTime)
    let message = MCAPMessage(channel: id, sequence: foreign.sequence, logTime: log, publishTime: publish)
    do { try container.write(message, data: foreign.data.span.bytes) } catch {
      throw FileError(error, file: output.name)
    }
  }

  func write(_ metadata: ForeignMetadata) throws(FileError) {
    do {
      // As an attachment it goes out at once, and what came before it is to stay before it.
      try container.closeChunk()
      try container.write(MCAPMetadata(name: metadata.name, values: metadata.values))
    } catch {
      throw FileError(error, file: output.name)
    }
  }

  private func foreignChannel(_ channel: ForeignChannel) throws(FileError) -> ChannelID {
    if let id = foreignChannels.id(of: channel) { return id }
    var schema: MCAPSchema?
    if let declared = channel.schema {
      schema = foreignChannels.numbered(declared)
      if schema == nil { throw failure("more than 65,535 schemas do not fit a recording") }
    }
    if let schema { do { try container.write(schema) } catch { throw FileError(error, file: output.name) } }
    let id = try add(
      channel.topic, encoding: channel.messageEncoding, schema: schema?.id ?? .none, metadata: channel.metadata)
    foreignChannels.declare(channel, as: id)
    return id
  }

  /// The two times of a record.
  func times(of time: Timestamp, _ source: SourceTime) -> (log: UInt64, source: UInt64) {
    let log = Timestamp(nanoseconds: time.nanoseconds &+ epochOffset.nanoseconds)
    if log.nanoseconds < 0 { clampedTimes += 1 }
    let logged = Timestamp(nanoseconds: max(log.nanoseconds, 0))
    let other =
      switch source {
      case .recordingClock: time
      case .unset: Timestamp(nanoseconds: 0)
      case .afterLogTime(let span): logged.advanced(by: span)
      }
    return (UInt64(clamping: logged.nanoseconds), UInt64(clamping: other.nanoseconds))
  }
}
