public import SystemPackage

/// Bytes whose readers can be called off: before each reading it is asked whether to go on.
public final class WatchedBytes: ByteSource, Sendable {
  public enum TickResult: Sendable {
    case `continue`
    /// The reading throws.
    case stop
  }

  private let base: any ByteSource & Sendable
  private let size: UInt64
  private let watch: @Sendable (Double) -> TickResult

  /// - Parameter watch: told how far into the bytes the reading goes, of 0…1; 0 where that is not known.
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
      throw FileError(file: name, message: "is not wanted any longer")
    }
    return try base.read(at: offset, into: buffer)
  }
}
