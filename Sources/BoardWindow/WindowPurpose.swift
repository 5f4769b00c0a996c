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
  /// A device to read directly from the kernel, as the user named it.
  public var device: String?
  public var grab = false

  public init() {}
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
