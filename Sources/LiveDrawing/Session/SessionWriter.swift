import ByteStreams
import InputEvents
import Recordings
import Replaying

/// Writes what happens in a session as it happens. The first failure ends the writing, not the session.
struct SessionWriter {
  /// What is kept between a chunk's closing and the promise that a killed session loses at most 100 ms.
  private static let margin = TimeSpan(nanoseconds: -20_000_000)

  private var writer: RecordingWriter?
  private let output: (any SessionOutput)?
  private var unreported: FileError?

  /// - Parameter output: nothing for a session that is not recorded.
  init(to output: (any SessionOutput)?, epochOffset: TimeSpan) {
    self.output = output
    guard let output else { return }
    do throws(FileError) {
      writer = try RecordingWriter(to: output, policy: .live, epochOffset: epochOffset, schemas: .ofBoards)
    } catch {
      unreported = error
    }
  }

  var isWriting: Bool { writer != nil }

  /// When `closeChunk` has something to do.
  var deadline: Timestamp? { writer?.chunkDeadline?.advanced(by: Self.margin) }

  mutating func write(_ entry: RecordingEntry) {
    attempt { writer throws(FileError) in
      try writer.write(entry)
      // What a device is stands in the file before its first event.
      if case .opening = entry { try writer.closeChunk() }
    }
  }

  /// A chunk whose times are ahead of the clock is closed as well: it would wait for longer than is promised.
  mutating func closeChunk(ifDueAt now: Timestamp) {
    guard let deadline, now >= deadline || deadline.since(now) > ChunkPolicy.live.span else { return }
    attempt { writer throws(FileError) in try writer.closeChunk() }
  }

  mutating func finish() {
    attempt { writer throws(FileError) in try writer.finish() }
    writer = nil
    guard let output, unreported == nil else { return }
    do throws(FileError) { try output.close() } catch { unreported = error }
  }

  mutating func takeFailure() -> FileError? {
    defer { unreported = nil }
    return unreported
  }

  private mutating func attempt(_ body: (RecordingWriter) throws(FileError) -> Void) {
    guard let writer else { return }
    do throws(FileError) {
      try body(writer)
    } catch {
      unreported = error
      self.writer = nil
    }
  }
}
