import LiveDrawing
import Recordings
import Replaying
import SystemPackage

/// Drawings that a crash or a power cut left without their end.
struct Recovery {
  /// The latest first.
  let sessions: [StoredSession]

  /// Nothing where nothing was left.
  init?() {
    guard let folder = SessionStart.folder else { return nil }
    sessions = folder.unfinished().filter(\.hasEvents)
    if sessions.isEmpty { return nil }
  }

  var question: String {
    let name = sessions[0].path.lastComponent?.string ?? ""
    return sessions.count == 1
      ? "A drawing was left unfinished: \(name)."
      : "\(sessions.count) drawings were left unfinished, \(name) last."
  }

  /// Ends them all, so that they are whole recordings.
  func finish() throws(RecordingError) {
    for session in sessions {
      _ = try session.recover()
      RecentFiles.note(session.path)
    }
  }

  /// Ends them all.
  ///
  /// - Returns: the latest, to be drawn on.
  func recover() throws(RecordingError) -> Beginning {
    try finish()
    let recording = try Recording.open(sessions[0].path)
    let survey = try RecordingSurvey(recording)
    return .branch(recording, survey, through: survey.end)
  }
}
