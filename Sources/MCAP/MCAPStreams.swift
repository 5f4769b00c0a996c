/// Where a writer's bytes go.
public protocol MCAPSink: ~Copyable {
  associatedtype Failure: Error

  /// Writes all the bytes, or throws; after a throw any part of them may have been written.
  mutating func write(_ bytes: RawSpan) throws(Failure)
}

/// Where a reader's bytes come from: a file, a pipe or memory.
public protocol MCAPSource: ~Copyable {
  associatedtype Failure: Error

  /// The current number of bytes. `nil` for a pipe, whose bytes a reader then requests once each and in order.
  var size: UInt64? { get }

  /// Reads at least one byte, if there is one, from the offset on; zero at the end.
  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int
}
