package import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelReplaying
package import TouchReelTouchTracking

/// What the program's first window is for.
package nonisolated enum WindowPurpose {
  case draw(DrawRequest)
  case play(PlayRequest)
}

/// How to open a window to draw in.
package nonisolated struct DrawRequest: Sendable {
  /// The file to record to, or an existing one to draw on; `nil` for a new file in the user's data folder.
  package var file: FilePath?
  /// Devices of one screen to read directly from the kernel, as the user named them.
  package var devices: [String] = []
  package var grab = false
  /// A pipe to draw from.
  package var pipe: PipeRequest?

  package init() {}
}

/// A pipe that brings the touches of another machine.
package nonisolated struct PipeRequest: Sendable {
  /// `-` is standard input.
  package var path: FilePath
  /// A file that describes the device, if the pipe does not.
  package var description: FilePath?
  /// The name of a built-in device that it is like.
  package var deviceLike: String?

  package init(path: FilePath) { self.path = path }

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
package nonisolated struct PlayRequest {
  package var file: FilePath
  package var speed = 1.0
  package var loop = false
  /// How devices are mapped to the board, where that differs from the recording.
  package var mapping = SurfaceMapping.Options()
  package var rules = TouchRuleOverrides()

  package init(file: FilePath) { self.file = file }
}
