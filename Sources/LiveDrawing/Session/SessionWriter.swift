import ByteStreams
import InputEvents
import Recordings
import Replaying

/// Writes what happens in a session as it happens. The first failure ends the writing, not the session.
struct SessionWriter {
  private var writer: LiveWriter?
  private let output: (any SessionOutput)?
  private var unreported: FileError?

  /// - Parameter output: `nil` for a session that is not recorded.
  init(to output: (any SessionOutput)?, epochOffset: TimeSpan) {
    self.output = output
    guard let output else { return }
    do throws(FileError) {
      writer = try LiveWriter(to: output, epochOffset: epochOffset, schemas: .ofBoards, holdsStart: false)
    } catch {
      unreported = error
    }
  }

  var isWriting: Bool { writer != nil }

  /// When `closeChunk` has something to do.
  var deadline: Timestamp? { writer?.deadline }

  mutating func write(_ entry: RecordingEntry) {
    attempt { writer throws(FileError) in try writer.write(entry) }
  }

  mutating func closeChunk(ifDueAt now: Timestamp) {
    attempt { writer throws(FileError) in try writer.closeChunk(ifDueAt: now) }
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

  private mutating func attempt(_ body: (LiveWriter) throws(FileError) -> Void) {
    guard let writer else { return }
    do throws(FileError) {
      try body(writer)
    } catch {
      unreported = error
      self.writer = nil
    }
  }
}
