import DrawingBoard
import Recordings
import Replaying
import TouchTracking

/// How a player shows a recording.
nonisolated struct ReplayLook: Hashable, Sendable {
  var cancelledInk = CancelledInk.hidden
  /// Pixels for each board point.
  var scale = 1.0
  var mapping = SurfaceMapping.Options()
  var rules = TouchRuleOverrides()

  /// At the start. A board that is too large for the scale has a pixel for each point.
  func replay(of bytes: any ByteSource & Sendable, _ survey: RecordingSurvey) throws(RecordingError) -> SeekableReplay {
    var options = RenderOptions()
    options.overrides = BoardOverrides([.cancelledInk(cancelledInk)])
    options.scale = scale
    (options.mapping, options.rules) = (mapping, rules)
    let recording = try Recording.open(bytes)
    do throws(RecordingError) {
      return try SeekableReplay(recording, survey: survey, options: options)
    } catch {
      guard scale > 1 else { throw error }
      options.scale = 1
      return try SeekableReplay(recording, survey: survey, options: options)
    }
  }
}
