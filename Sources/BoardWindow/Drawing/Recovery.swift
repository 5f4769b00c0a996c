import LiveDrawing
import Recordings
import SystemPackage

/// Drawings that a crash or a power cut left without their end.
nonisolated struct Recovery: Sendable {
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
    for session in sessions { _ = try session.recover() }
  }
}

extension RecentFiles {
  static func note(_ recovery: Recovery) {
    for session in recovery.sessions { note(session.path) }
  }
}
