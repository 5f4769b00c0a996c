import ByteStreams
import DrawingBoard
import Drawings
import DrawingFiles
import InputEvents
import LiveDrawing
import Recordings
import Replaying
import SystemPackage

/// What is on the board at the start.
nonisolated enum InitialContent: Sendable {
  case blank
  /// A drawing file, or a recording that is drawn on at its end; it is yet to be read.
  case file(FilePath)
  /// What a crash has left: it is yet to be ended, and the latest to be drawn on.
  case unfinished(Recovery)
  case drawing(Drawing)
  /// The bytes of a recording, as it was at an instant; the new one goes on from there.
  case branch(any ByteSource & Sendable, RecordingSurvey, through: Timestamp)

  /// What is on the board, read as far as is needed to begin.
  ///
  /// - Returns: what could not be read of it as well.
  func read(_ watch: BackgroundTaskWatch) throws(FileError) -> (beginning: InitialContent, warnings: [String]) {
    switch self {
    case .blank, .drawing, .branch: return (self, [])
    case .file(let path): return try Self.reading(path, watch)
    case .unfinished(let recovery):
      try recovery.finish()
      return try Self.branch(at: FileBytes.open(recovery.sessions[0].path), watch)
    }
  }

  private static func reading(
    _ path: FilePath, _ watch: BackgroundTaskWatch
  ) throws(FileError) -> (InitialContent, warnings: [String]) {
    let bytes = try FileBytes.open(path)
    if let (drawing, warnings) = try drawing(in: watch.watched(bytes), path) { return (.drawing(drawing), warnings) }
    return try branch(at: bytes, watch)
  }

  /// The end of a recording.
  private static func branch(
    at bytes: any ByteSource & Sendable, _ watch: BackgroundTaskWatch
  ) throws(FileError) -> (InitialContent, warnings: [String]) {
    let recording = try Recording.open(watch.watched(bytes))
    let survey = try RecordingSurvey(recording)
    if survey.eventCount == 0 { try recording.requireEvents() }
    return (.branch(bytes, survey, through: survey.end), survey.readingWarnings)
  }

  /// Nothing where the file does not begin like JSON, as no recording does.
  private static func drawing(
    in bytes: any ByteSource, _ path: FilePath
  ) throws(FileError) -> (Drawing, [String])? {
    let start = try bytes.beginning(64)
    guard !start.contains(0), start.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return nil }
    let text = try bytes.everything(limit: 1 << 30)
    do throws(DrawingFileError) {
      let document = try DrawingDocument(json: text)
      return (document.drawing, document.unread.map(\.description))
    } catch {
      throw FileError(file: path.string, message: error.description)
    }
  }
}

extension UInt8 {
  fileprivate nonisolated var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

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
  func finish() throws(FileError) {
    for session in sessions { _ = try session.recover() }
  }
}

extension RecentFiles {
  static func note(_ recovery: Recovery) {
    for session in recovery.sessions { note(session.path) }
  }
}
