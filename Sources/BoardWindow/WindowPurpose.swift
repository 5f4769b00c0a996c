import ByteStreams
import InputEvents
import Recordings
public import Replaying
public import SystemPackage
public import TouchTracking

/// What the program's first window is for.
public nonisolated enum WindowPurpose {
  case draw(DrawRequest)
  case play(PlayRequest)
}

/// How to open a window to draw in.
public nonisolated struct DrawRequest: Sendable {
  /// The file to record to, or an existing one to draw on; `nil` for a new file in the user's data folder.
  public var file: FilePath?
  /// Devices of one screen to read directly from the kernel, as the user named them.
  public var devices: [String] = []
  public var grab = false
  /// A pipe to draw from.
  public var pipe: PipeRequest?

  public init() {}
}

/// A pipe that brings the touches of another machine.
public nonisolated struct PipeRequest: Sendable {
  /// `-` is standard input.
  public var path: FilePath
  /// A file that describes the device, if the pipe does not.
  public var description: FilePath?
  /// The name of a built-in device that it is like.
  public var deviceLike: String?

  public init(path: FilePath) { self.path = path }

  /// - Throws: if the file cannot be opened, or there is no device of the name.
  func readingOptions() throws(FileError) -> ReadingOptions {
    var options = ReadingOptions()
    if let description { options.description = try FileBytes.open(description) }
    guard let deviceLike else { return options }
    options.knownDevice = KnownDevice(name: deviceLike)
    guard options.knownDevice == nil else { return options }
    let names = KnownDevice.allCases.map(\.rawValue).joined(separator: ", ")
    throw FileError(file: path.string, message: "no built-in device is called \(deviceLike); there are \(names)")
  }
}

/// How to open a window that plays a recording.
public nonisolated struct PlayRequest {
  public var file: FilePath
  public var speed = 1.0
  public var loop = false
  /// How devices are mapped to the board, where that differs from the recording.
  public var mapping = SurfaceMapping.Options()
  public var rules = TouchRuleOverrides()

  public init(file: FilePath) { self.file = file }
}
