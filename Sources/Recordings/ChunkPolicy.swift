public import InputEvents

/// When a recording's chunk closes, and how it is compressed.
///
/// Short chunks lose little when the power goes; long ones compress better.
public struct ChunkPolicy: Hashable, Sendable {
  /// A chunk closes once this long has passed since its first message.
  public var span: TimeSpan
  /// And as soon as it has this many bytes before compression.
  public var byteLimit: Int
  /// zstd's level, 1…22.
  public var compressionLevel: Int

  public init(span: TimeSpan, byteLimit: Int = 256 << 10, compressionLevel: Int) {
    self.span = span
    self.byteLimit = byteLimit
    self.compressionLevel = compressionLevel
  }

  /// While recording: a killed recorder loses at most 100 ms.
  public static let live = ChunkPolicy(span: TimeSpan(nanoseconds: 100_000_000), compressionLevel: 3)

  /// For files made of whole recordings. With the layout's tuning, level 5 compresses nearly as well as level 9
  /// without, in a quarter of the time.
  public static let rewritten = ChunkPolicy(span: TimeSpan(nanoseconds: 1_000_000_000), compressionLevel: 5)
}
