public import ByteStreams
public import SystemPackage

/// How a recording of another program's format is read.
public struct ReadingOptions {
  /// The width of a record of `struct input_event`.
  public enum RawWidth: Int, Hashable, Sendable {
    /// 16 bytes: 32-bit times.
    case narrow = 16
    /// 24 bytes: 64-bit times.
    case wide = 24
  }

  /// What an undescribed device's codes and ranges are inferred from.
  public enum Inference: Hashable, Sendable {
    /// All of its events; the file is read twice, a pipe up to its end before the first entry comes.
    case wholeRecording
    /// Its first frame, for a recording that is followed while it grows.
    case firstFrame
  }

  /// A file that describes the device: evemu's description. It counts where the recording has none.
  public var description: (any ByteSource)?
  /// Where the files beside the recording are found.
  public var siblings: SiblingFiles?
  /// Overrides what the bytes look like.
  public var rawWidth: RawWidth?
  public var inference = Inference.wholeRecording
  /// How many times its length the repeated lines of a hexdump may stand for, beyond 1 MiB.
  public var maximumRepeats = 16

  public init() {}
}

/// The files in the recording's folder.
public struct SiblingFiles {
  /// The recording's own name, without its folder.
  public var recordingName: String
  /// Opens the file of a name, or returns nothing where there is none.
  public var open: (String) throws(FileError) -> (any ByteSource)?

  public init(recordingName: String, open: @escaping (String) throws(FileError) -> (any ByteSource)?) {
    self.recordingName = recordingName
    self.open = open
  }

  /// The files beside a recording on disk.
  public init(of path: FilePath) {
    let folder = path.removingLastComponent()
    self.init(recordingName: path.lastComponent?.string ?? "") { name throws(FileError) in
      guard let component = FilePath.Component(name) else { return nil }
      let sibling = folder.appending(component)
      guard let status = try? Stat(sibling), status.type == .regular else { return nil }
      return try FileBytes(path: sibling)
    }
  }
}
