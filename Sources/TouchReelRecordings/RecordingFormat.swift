/// A file format that holds recordings. The raw value is its name on the command line and in `info --json`.
///
/// Each format is named in the folder of RecordingFormats that reads it; our own is named here.
public struct RecordingFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }

  /// Our own: an MCAP file.
  public static let mcap = RecordingFormat(rawValue: "mcap")
}
