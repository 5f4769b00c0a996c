public import Replaying
public import SystemPackage
public import TouchTracking

/// What a window is started for.
public nonisolated enum WindowPurpose {
  case draw(DrawRequest)
  case play(PlayRequest)
}

/// What to draw into.
public nonisolated struct DrawRequest: Sendable {
  /// Where the session is recorded; in the user's data folder where there is none. One that is there is opened and drawn on.
  public var file: FilePath?
  /// Read straight from the kernel.
  public var device: String?
  public var grab = false

  public init() {}
}

/// What to replay.
public nonisolated struct PlayRequest {
  public var file: FilePath
  public var speed = 1.0
  public var loop = false
  /// How devices lie on the board, where that is not to be as it was recorded.
  public var mapping = SurfaceMapping.Options()
  public var rules = TouchRuleOverrides()

  public init(file: FilePath) { self.file = file }
}
