/// A file that is still being written: a read at its end waits for more.
public final class FollowedBytes: ByteSource {
  private let base: any ByteSource
  private let wait: () -> Void

  /// - Parameter wait: returns when it is time to look again.
  public init(_ base: any ByteSource, wait: @escaping () -> Void) {
    self.base = base
    self.wait = wait
  }

  public var name: String { base.name }

  /// Its end is unknown.
  public var isPipe: Bool { true }

  public func length() throws(FileError) -> UInt64 { try base.length() }

  public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    while true {
      let count = try base.read(at: offset, into: buffer)
      if count > 0 { return count }
      wait()
    }
  }
}
