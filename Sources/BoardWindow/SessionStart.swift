import ByteStreams
import CGtk
import DrawingBoard
import Drawings
import Glibc
import InputEvents
import LiveDrawing
import Recordings
import SystemPackage
import TouchTracking

/// Begins sessions, and finds the files that they are recorded in.
nonisolated struct SessionStart: Sendable {
  let request: DrawRequest
  /// Of a blank board.
  let size: BoardSize
  /// Pixels of the display to a unit of the window.
  let scale: Double
  let gestures: LiveDrawing.Gestures

  /// A session that could not be begun, in words.
  struct Failure: Error {
    var message: String
  }

  /// A session that has begun.
  struct StartedSession {
    var drawing: LiveDrawing
    /// Where it is recorded.
    var file: SessionFile?
    /// Why it is not.
    var trouble: FileError?

    /// Nobody wants it any longer.
    func discard() {
      drawing.finish()
      if let file { SessionStart.remove(file) }
    }
  }

  func begin(_ beginning: InitialContent, _ watch: BackgroundTaskWatch) throws(Failure) -> StartedSession {
    let (file, trouble) = file()
    do {
      return StartedSession(drawing: try drawing(beginning, to: file, watch), file: file, trouble: trouble)
    } catch {
      if let file { Self.remove(file) }
      throw Failure(message: (error as? FileError)?.description ?? "A board of this size cannot be drawn on.")
    }
  }

  private func drawing(
    _ beginning: InitialContent, to file: SessionFile?, _ watch: BackgroundTaskWatch
  ) throws -> LiveDrawing {
    switch beginning {
    case .blank, .file, .unfinished: return try LiveDrawing(setup(size), to: file, at: EventClock.now)
    case .drawing(let drawing): return try LiveDrawing(drawing, setup(drawing.size), to: file, at: EventClock.now)
    case .branch(let bytes, let survey, let instant):
      let recording = try Recording.open(watch.watched(bytes))
      return try LiveDrawing(
        branchOf: recording, survey: survey, through: instant, setup(size), to: file, at: EventClock.now)
    }
  }

  private func setup(_ size: BoardSize) -> SessionSetup {
    var setup = SessionSetup(size: size)
    setup.scale = scale
    setup.settings.marks = .shown
    setup.gestures = gestures
    setup.epochOffset = TimeSpan(nanoseconds: Int64(g_get_real_time() - g_get_monotonic_time()) * 1000)
    setup.threads = Int(g_get_num_processors())
    return setup
  }

  private func file() -> (SessionFile?, trouble: FileError?) {
    do throws(FileError) {
      if let path = request.file { return (try SessionFile(creating: path), nil) }
      guard let folder = Self.folder else {
        throw FileError(file: "$HOME", message: "there is no home folder to record into; name a file instead")
      }
      return (try folder.create(at: Self.stamp), nil)
    } catch {
      return (nil, error)
    }
  }

  private static func remove(_ file: SessionFile) { _ = file.path.withPlatformString { unlink($0) } }

  /// Where sessions lie that were not given a file.
  static var folder: SessionFolder? {
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "HOME"] {
      if let value = g_getenv(name) { environment[name] = String(cString: value) }
    }
    return SessionFolder(environment: environment)
  }

  /// `2026-11-21-090533`, in the user's time zone.
  private static var stamp: String {
    guard let now = g_date_time_new_now_local() else { return "undated" }
    defer { g_date_time_unref(now) }
    guard let text = g_date_time_format(now, "%Y-%m-%d-%H%M%S") else { return "undated" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
