import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents

/// Attachments and other programs' messages whose position in time is not known yet, in order. What is more than a
/// mebibyte waits in a spool.
final class HeldEntries {
  private static let memoryLimit = 1 << 20
  private static let headSize = 40

  private let folder: FilePath
  private var spooled: SpooledBytes
  private var record: [UInt8] = []
  private var channels: [ForeignChannel] = []
  private var indexes: [ForeignChannel: Int] = [:]

  init(in folder: FilePath = .temporaryFolder) {
    self.folder = folder
    spooled = SpooledBytes(in: folder, memoryLimit: Self.memoryLimit)
  }

  /// - Parameter entry: an attachment or a foreign message.
  func append(_ entry: RecordingEntry) throws(FileError) {
    record.removeAll(keepingCapacity: true)
    switch entry {
    case .foreignMessage(let message):
      append(message.time, message.publishTime, [number(of: message.channel), Int(message.sequence)], [message.data])
    case .attachment(let attachment):
      let parts = [Array(attachment.name.utf8), Array(attachment.mediaType.utf8), attachment.bytes]
      append(attachment.time, attachment.createTime, [-1, 0], parts)
    case .opening, .frame, .sync, .board, .note, .foreignMetadata: return
    }
    do throws(Errno) { try spooled.append(record) } catch { throw failure("cannot be kept in a temporary file", error) }
  }

  /// Hands every entry back.
  func drain(_ take: (RecordingEntry) throws(FileError) -> Void) throws(FileError) {
    var offset = 0
    while offset < spooled.count { try take(try entry(at: &offset)) }
    spooled.removeAll()
  }

  // MARK: Words

  /// Five words: time, kind of the second time, its span, channel, sequence; then each part after its length.
  private func append(_ time: Timestamp, _ source: SourceTime, _ numbers: [Int], _ parts: [[UInt8]]) {
    let (tag, span): (Int64, Int64) =
      switch source {
      case .recordingClock: (0, 0)
      case .unset: (1, 0)
      case .afterLogTime(let span): (2, span.nanoseconds)
      }
    for word in [time.nanoseconds, tag, span] + numbers.map(Int64.init) { append(word) }
    for part in parts {
      append(Int64(part.count))
      record += part
    }
  }

  private func append(_ word: Int64) { withUnsafeBytes(of: word) { record.append(contentsOf: $0) } }

  private func number(of channel: ForeignChannel) -> Int {
    if let index = indexes[channel] { return index }
    indexes[channel] = channels.count
    channels.append(channel)
    return channels.count - 1
  }

  private func entry(at offset: inout Int) throws(FileError) -> RecordingEntry {
    let words = try bytes(at: &offset, count: Self.headSize).words
    let time = Timestamp(nanoseconds: words[0])
    let source: SourceTime =
      words[1] == 0
      ? .recordingClock : words[1] == 1 ? .unset : .afterLogTime(TimeSpan(nanoseconds: words[2]))
    guard words[3] < 0 else {
      return .foreignMessage(
        ForeignMessage(
          channel: channels[Int(words[3])], sequence: UInt32(truncatingIfNeeded: words[4]), time: time,
          publishTime: source, data: try part(at: &offset)))
    }
    var attachment = RecordingAttachment()
    attachment.name = String(decoding: try part(at: &offset), as: UTF8.self)
    attachment.mediaType = String(decoding: try part(at: &offset), as: UTF8.self)
    attachment.bytes = try part(at: &offset)
    (attachment.time, attachment.createTime) = (time, source)
    return .attachment(attachment)
  }

  private func part(at offset: inout Int) throws(FileError) -> [UInt8] {
    let count = try bytes(at: &offset, count: 8).words[0]
    return try bytes(at: &offset, count: Int(count))
  }

  private func bytes(at offset: inout Int, count: Int) throws(FileError) -> [UInt8] {
    defer { offset += count }
    do throws(Errno) { return try spooled.bytes(at: offset, count: count) } catch {
      throw failure("cannot be read back", error)
    }
  }

  private func failure(_ what: String, _ error: Errno) -> FileError {
    FileError(file: folder.string, message: "what comes before a recording's first event \(what): \(error)")
  }
}

extension [UInt8] {
  fileprivate var words: [Int64] {
    withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self) }
    }
  }
}
