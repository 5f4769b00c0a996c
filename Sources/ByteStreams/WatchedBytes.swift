public import SystemPackage

/// A source whose reading can be cancelled: a closure decides before each read whether to continue.
public final class WatchedBytes: ByteSource, Sendable {
  public enum TickResult: Sendable {
    case `continue`
    /// The read throws.
    case stop
  }

  private let base: any ByteSource & Sendable
  private let size: UInt64
  private let watch: @Sendable (Double) -> TickResult

  /// - Parameter watch: called with the fraction of the bytes before the read, 0…1; 0 if unknown.
  public init(_ base: any ByteSource & Sendable, watch: @escaping @Sendable (Double) -> TickResult) {
    self.base = base
    self.watch = watch
    size = base.isPipe ? 0 : (try? base.length()) ?? 0
  }

  public var name: String { base.name }
  public var readFraction: Double { base.readFraction }
  public var isPipe: Bool { base.isPipe }
  public var file: FilePath? { base.file }

  public func length() throws(FileError) -> UInt64 { try base.length() }

  public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard watch(size == 0 ? 0 : min(Double(offset) / Double(size), 1)) == .continue else {
      throw FileError(file: name, message: "reading was cancelled")
    }
    return try base.read(at: offset, into: buffer)
  }
}
