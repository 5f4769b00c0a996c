package import SystemPackage
public import TouchReelByteStreams
package import TouchReelInkFiles
public import TouchReelInputEvents
package import TouchReelMCAP

/// How a recording is read, whatever its format.
public struct ReadingOptions {
  /// What an undescribed device's codes and ranges are inferred from.
  public enum Inference: Hashable, Sendable {
    /// All of its events; the file is read twice, a pipe up to its end before the first entry comes.
    case wholeRecording
    /// Its first frame, for a recording that is followed while it grows: nothing of it is read a second time.
    case firstFrame
    /// Nothing, for a recording that is copied while it grows: it stays undescribed.
    case nothing

    /// Whether nothing but the beginning may be read before the first entry.
    package var isOfBeginning: Bool { self != .wholeRecording }
  }

  /// How an MCAP file is read: what becomes of its damaged parts, and what it may cost.
  package var mcap = MCAPReaderOptions(damage: .skip)
  /// How many times its length the repeated lines of a hexdump may stand for, beyond 1 MiB.
  public var maximumRepeats = 16
  /// What an ink file may hold.
  package var ink = InkLimits.standard
  /// A file that describes the device if the recording does not: evemu's description.
  public var description: (any ByteSource)?
  /// The device, if the recording does not describe it and no file does.
  public var knownDevice: KnownDevice?
  /// How a device is described that no file describes.
  public var inference = Inference.wholeRecording
  /// Whether devices are opened before the first frame is awaited, although it may show that the description is of
  /// another device.
  public var opensAtOnce = false
  /// Where the files beside the recording are found; those in its folder if it is a file and this is `nil`.
  package var siblings: SiblingFiles?

  /// The options of the command line.
  public init() {}

  /// Any damage is an error.
  public static var strict: ReadingOptions {
    var options = ReadingOptions()
    options.mcap.damage = .stop
    return options
  }
}

/// The files in the recording's folder.
package struct SiblingFiles {
  /// The recording's own name, without its folder.
  package var recordingName: String
  /// Opens the file of a name; `nil` if there is none.
  package var open: (String) throws(FileError) -> (any ByteSource)?

  package init(recordingName: String, open: @escaping (String) throws(FileError) -> (any ByteSource)?) {
    self.recordingName = recordingName
    self.open = open
  }

  /// The files beside a recording on disk.
  package init(of path: FilePath) {
    let folder = path.removingLastComponent()
    self.init(recordingName: path.lastComponent?.argument ?? "") { name throws(FileError) in
      guard let component = FilePath(argument: name).lastComponent else { return nil }
      let sibling = folder.appending(component)
      guard FileTree.mayBeFile(sibling) else { return nil }
      return try FileBytes(path: sibling)
    }
  }
}
