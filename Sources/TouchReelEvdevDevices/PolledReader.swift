package import SystemPackage
package import TouchReelByteStreams

/// A `ReaderThread` for a program that waits with `poll(2)`, for it and for others.
package final class PolledReader<Element: Sendable, Failure: Error> {
  private let arrival: EventSignal
  private let reader: ReaderThread<Element, Failure>

  /// - Parameters:
  ///   - capacity: how many elements wait in the queue, about.
  ///   - value: transferred to the thread.
  ///   - read: reads to the end, or until the descriptor that it gets is readable: then nothing more is wanted.
  /// - Throws: if the system cannot start a thread, or has no descriptors left.
  package init<Value>(
    capacity: Int = .max, handing value: sending Value,
    _ read: @escaping @Sendable (Value, ReaderOutput<Element, Failure>, CInt) throws(Failure) -> Void
  ) throws(Errno) {
    let arrival = try EventSignal()
    let cancellation = try EventSignal()
    self.arrival = arrival
    reader = try ReaderThread(
      capacity: capacity, handing: value, changed: arrival.raise, cancelled: cancellation.raise
    ) { value, output throws(Failure) in try read(value, output, cancellation.readiness) }
  }

  /// Readable when something can be drained, or the end was reached.
  package var readiness: CInt { arrival.readiness }

  /// What was read since the last call, which may be nothing; it never waits. `nil` at the end.
  /// - Throws: what ended the reading, once everything before it was drained.
  package func drainPending() throws(Failure) -> [Element]? {
    arrival.acknowledge()
    return try reader.drainPending()
  }

  /// Whether nothing can be drained, though more may come.
  package var isAwaiting: Bool { reader.isAwaiting }

  /// Whether nothing more will be read. What was read before may still be in the queue.
  package var hasEnded: Bool { reader.hasEnded }
}
