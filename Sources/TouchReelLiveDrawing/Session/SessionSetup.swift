public import TouchReelDrawingBoard
package import TouchReelDrawings
public import TouchReelInputEvents
import TouchReelReplaying
public import TouchReelTouchTracking

/// The initial settings of a session.
public struct SessionSetup: Sendable {
  /// The size of the board.
  public var size: BoardSize
  /// Pixels for each board point; not recorded.
  public var scale = 1.0
  /// What touches draw with at the start.
  public var settings = BoardSettings()
  /// What becomes of palms, and of fingers while a pen is near.
  public var rules = TouchRules()
  /// Which gestures are recognized.
  public var gestures = LiveDrawing.Gestures.off
  /// A window stays open for hours beside other programs, so that little of what may be undone is in memory.
  package var undo = UndoMemory(budget: UndoBudget(bytes: 4 << 20), spill: TemporaryFileSpill())
  /// The offset from the session's clock to the Unix epoch.
  public var epochOffset = TimeSpan.zero

  /// The number of threads that draw a recording that is continued, at least 1; the pixels do not depend on it.
  public var threads = 1

  /// A board of a size in points.
  public init(size: BoardSize) { self.size = size }

  /// The commands at the start of the recording, so that a replay starts the same way.
  var commands: [BoardCommand] { [.size(size), .rules(rules)] + settings.commands }
}
