public import DrawingBoard
public import Drawings
public import InputEvents
import Replaying
public import TouchTracking

/// What a session begins with.
public struct SessionSetup: Sendable {
  /// In points.
  public var size: BoardSize
  /// Pixels for each board point; it is not recorded.
  public var scale = 1.0
  public var settings = BoardSettings()
  public var rules = TouchRules()
  public var gestures = LiveDrawing.Gestures.off
  public var undo = UndoMemory(spill: TemporaryFileSpill())
  /// What puts the session's clock on the Unix epoch.
  public var epochOffset = TimeSpan.zero

  /// For drawing what a recording had before it goes on, at least 1; the pixels do not depend on it.
  public var threads = 1

  public init(size: BoardSize) { self.size = size }

  /// What the recording has to say first, so that a replay begins alike.
  var commands: [BoardCommand] { [.size(size), .rules(rules)] + settings.commands }
}
