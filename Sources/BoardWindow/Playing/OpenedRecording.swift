import LiveDrawing
import Recordings
import Replaying
import SystemPackage

/// All that a player has of a recording.
nonisolated struct OpenedRecording {
  private static let timelineParts = 600

  var bytes: any ByteSource & Sendable
  var survey: RecordingSurvey
  var timeline: Timeline
  var replay: SeekableReplay

  /// Reads all of a recording, twice.
  init(_ path: FilePath, _ look: ReplayLook, _ watch: BackgroundTaskWatch) throws(RecordingError) {
    bytes = try FileBytes.open(path)
    survey = try RecordingSurvey(Recording.open(watch.watched(bytes, as: 0...0.5)), rules: look.rules)
    let recording = try Recording.open(watch.watched(bytes, as: 0.5...1))
    timeline = try Timeline(recording, survey: survey, parts: Self.timelineParts, rules: look.rules)
    replay = try look.replay(of: bytes, survey)
  }
}
