/// Where a writer's bytes go.
package protocol MCAPSink: ~Copyable {
  associatedtype Failure: Error

  /// Writes all the bytes, or throws; after a throw any part of them may have been written.
  mutating func write(_ bytes: RawSpan) throws(Failure)
}

/// Where a reader's bytes come from: a file, a pipe or memory.
package protocol MCAPSource: ~Copyable {
  associatedtype Failure: Error

  /// The current number of bytes. `nil` for a pipe, whose bytes a reader then requests once each and in order.
  var size: UInt64? { get }

  /// Whether it has bytes up to this offset; `nil` if that is not known yet. What a pipe reads ahead to find out has to
  /// be there to be read again.
  mutating func reaches(_ end: UInt64) throws(Failure) -> Bool?

  /// Reads at least one byte, if there is one, from the offset on; zero at the end.
  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int
}

extension MCAPSource where Self: ~Copyable {
  package mutating func reaches(_ end: UInt64) throws(Failure) -> Bool? { size.map { end <= $0 } }
}
