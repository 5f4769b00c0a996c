/// A pipe whose reader has something to do while it waits for the writer: hand on what has come, keep a deadline, be
/// stopped.
package final class StreamedBytes: ByteSource {
  private let base: PipeBytes
  private let wait: (PendingRead) -> Bool
  /// Where it was stopped; what came before can be read again.
  private var end: UInt64?

  /// - Parameters:
  ///   - base: the pipe.
  ///   - wait: called before a read that would wait for the writer; it may wait itself. The stream ends there if it
  ///     returns false.
  package init(_ base: PipeBytes, wait: @escaping (PendingRead) -> Bool) {
    self.base = base
    self.wait = wait
  }

  package var name: String { base.name }
  package var isPipe: Bool { base.isPipe }

  package func length() throws(FileError) -> UInt64 { try base.length() }

  package func keepRest() throws(FileError) { try base.keepRest() }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if let end, offset >= end { return 0 }
    if !base.isReady(at: offset), !wait(PendingRead(pipe: base, offset: offset)) {
      end = offset
      return 0
    }
    return try base.read(at: offset, into: buffer)
  }
}

/// A read of a pipe that has nothing for it yet.
package struct PendingRead {
  package enum Outcome: Hashable, Sendable {
    /// Bytes came, or the writer is gone.
    case ready
    case timedOut
    /// There is input on the other descriptor.
    case interrupted
  }

  fileprivate let pipe: PipeBytes
  /// The offset of the first byte that is awaited.
  package let offset: UInt64

  /// Waits until the read can be answered.
  ///
  /// - Parameters:
  ///   - milliseconds: at most this long; for as long as it takes if `nil`.
  ///   - descriptor: input on it ends the wait as well.
  package func wait(milliseconds: Int? = nil, orInputOn descriptor: Int32? = nil) -> Outcome {
    pipe.waitForWriter(milliseconds: milliseconds, or: descriptor)
  }
}
