import ByteStreams
import InputEvents
import SystemPackage

/// Attachments and other programs' messages whose position in time is not known yet, in order. What is more than a
/// mebibyte waits in an unlinked temporary file.
final class HeldEntries {
  private static let memoryLimit = 1 << 20
  private static let headSize = 40

  private let folder: FilePath
  private var buffer: [UInt8] = []
  private var file: FileDescriptor?
  private var spilled = 0
  private var channels: [ForeignChannel] = []
  private var indexes: [ForeignChannel: Int] = [:]

  init(in folder: FilePath = .temporaryFolder) { self.folder = folder }

  deinit {
    // Its contents are no longer needed.
    _ = try? file?.close()
  }

  /// - Parameter entry: an attachment or a foreign message.
  func append(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .foreignMessage(let message):
      append(message.time, message.publishTime, [number(of: message.channel), Int(message.sequence)], [message.data])
    case .attachment(let attachment):
      let parts = [Array(attachment.name.utf8), Array(attachment.mediaType.utf8), attachment.bytes]
      append(attachment.time, attachment.createTime, [-1, 0], parts)
    case .opening, .frame, .sync, .board, .note, .foreignMetadata: return
    }
    if buffer.count >= Self.memoryLimit { try spill() }
  }

  /// Hands every entry back.
  func drain(_ take: (RecordingEntry) throws(FileError) -> Void) throws(FileError) {
    var position = 0
    while position < spilled + buffer.count { try take(try entry(at: &position)) }
    (buffer, spilled) = ([], 0)
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
      buffer += part
    }
  }

  private func append(_ word: Int64) { withUnsafeBytes(of: word) { buffer.append(contentsOf: $0) } }

  private func number(of channel: ForeignChannel) -> Int {
    if let index = indexes[channel] { return index }
    indexes[channel] = channels.count
    channels.append(channel)
    return channels.count - 1
  }

  private func entry(at position: inout Int) throws(FileError) -> RecordingEntry {
    let words = try bytes(at: &position, count: Self.headSize).words
    let time = Timestamp(nanoseconds: words[0])
    let source: SourceTime =
      words[1] == 0
      ? .recordingClock : words[1] == 1 ? .unset : .afterLogTime(TimeSpan(nanoseconds: words[2]))
    guard words[3] < 0 else {
      return .foreignMessage(
        ForeignMessage(
          channel: channels[Int(words[3])], sequence: UInt32(truncatingIfNeeded: words[4]), time: time,
          publishTime: source, data: try part(at: &position)))
    }
    var attachment = RecordingAttachment()
    attachment.name = String(decoding: try part(at: &position), as: UTF8.self)
    attachment.mediaType = String(decoding: try part(at: &position), as: UTF8.self)
    attachment.bytes = try part(at: &position)
    (attachment.time, attachment.createTime) = (time, source)
    return .attachment(attachment)
  }

  private func part(at position: inout Int) throws(FileError) -> [UInt8] {
    let count = try bytes(at: &position, count: 8).words[0]
    return try bytes(at: &position, count: Int(count))
  }

  // MARK: The file

  private func spill() throws(FileError) {
    do {
      let file = try file ?? unlinkedTemporaryFile(in: folder)
      self.file = file
      _ = try file.writeAll(toAbsoluteOffset: Int64(spilled), buffer)
    } catch {
      throw failure("cannot be kept in a temporary file", error)
    }
    spilled += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Nothing crosses the end of the file, since it holds whole entries.
  private func bytes(at position: inout Int, count: Int) throws(FileError) -> [UInt8] {
    defer { position += count }
    guard position < spilled, let file else {
      return Array(buffer[(position - spilled)..<(position - spilled + count)])
    }
    do {
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let read = try bytes.withUnsafeMutableBytes { space in
          try file.read(
            fromAbsoluteOffset: Int64(position + filled),
            into: UnsafeMutableRawBufferPointer(rebasing: space[filled...]))
        }
        guard read > 0 else { throw Errno.ioError }
        filled += read
      }
      return bytes
    } catch {
      throw failure("cannot be read back", error)
    }
  }

  private func failure(_ what: String, _ error: any Error) -> FileError {
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
