import CGtk
import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
import SystemPackage
import TouchTracking

/// Begins sessions, and finds the files that they are recorded in.
struct SessionStart {
  let request: DrawRequest
  let beginning: Beginning
  /// Pixels of the display to a unit of the window.
  let scale: Double
  let gestures: LiveDrawing.Gestures

  /// A session that could not be begun, in words.
  struct Failure: Error {
    var message: String
  }

  /// - Parameters:
  ///   - size: of a blank board.
  ///   - report: told why the session is not recorded, where it is not.
  func begin(_ size: BoardSize, _ report: (RecordingError) -> Void) throws(Failure) -> (LiveDrawing, SessionFile?) {
    let file = file(report)
    do {
      switch beginning {
      case .blank: return (try LiveDrawing(setup(size), to: file, at: EventClock.now), file)
      case .drawing(let drawing):
        return (try LiveDrawing(drawing, setup(drawing.size), to: file, at: EventClock.now), file)
      case .branch(let recording, let survey, let instant):
        let setup = setup(size)
        return (
          try LiveDrawing(
            branchOf: recording, survey: survey, through: instant, setup, to: file, at: EventClock.now), file
        )
      }
    } catch let error as RecordingError {
      throw Failure(message: error.description)
    } catch {
      throw Failure(message: "A board of this size cannot be drawn on.")
    }
  }

  private func setup(_ size: BoardSize) -> SessionSetup {
    var setup = SessionSetup(size: size)
    setup.scale = scale
    setup.settings.marks = .shown
    setup.gestures = gestures
    setup.epochOffset = TimeSpan(nanoseconds: Int64(g_get_real_time() - g_get_monotonic_time()) * 1000)
    return setup
  }

  private func file(_ report: (RecordingError) -> Void) -> SessionFile? {
    do throws(RecordingError) {
      if let path = request.file { return try SessionFile(creating: path) }
      guard let folder = Self.folder else {
        throw RecordingError(file: "$HOME", message: "there is no home folder to record into; name a file instead")
      }
      return try folder.create(at: Self.stamp)
    } catch {
      report(error)
      return nil
    }
  }

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
