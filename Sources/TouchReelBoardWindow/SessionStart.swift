import CTouchReelGtk
import Glibc
import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// Starts a session and creates the file that it is recorded to.
nonisolated struct SessionStart: Sendable {
  /// How a session with a blank board begins; that of a drawing has the drawing's size.
  let setup: SessionSetup
  /// The file to record to; `nil` for a new one in the user's data folder.
  let path: FilePath?
  /// Whether to record a drawing for which the user chose no file.
  let recordsUnnamed: Bool

  /// Why a session could not be started, in plain text.
  struct Failure: Error {
    var message: String
  }

  /// A session that has started.
  struct StartedSession {
    var drawing: LiveDrawing
    /// The file that it is recorded to.
    var file: SessionFile?
    /// Why it is not recorded.
    var recordingError: FileError?

    /// Ends the session and removes its file.
    func discard() {
      drawing.finish()
      if let file { SessionStart.remove(file) }
    }
  }

  func start(_ content: InitialContent, _ progress: TaskProgress) throws(Failure) -> StartedSession {
    let (file, error) = file()
    do {
      return StartedSession(drawing: try drawing(content, to: file, progress), file: file, recordingError: error)
    } catch {
      if let file { Self.remove(file) }
      let message = (error as? FileError)?.plainDescription
      throw Failure(message: message ?? translated("The board is too large to draw on."))
    }
  }

  private func drawing(
    _ content: InitialContent, to file: SessionFile?, _ progress: TaskProgress
  ) throws -> LiveDrawing {
    switch content {
    case .blank, .file, .unfinished: return try LiveDrawing(setup, to: file, at: EventClock.now)
    case .drawing(let drawing, let files):
      let live = try LiveDrawing(drawing, setup.with(size: drawing.size), to: file, at: EventClock.now)
      for file in files { file.provide(to: live, at: EventClock.now) }
      return live
    case .branch(let bytes, let facts, let instant):
      let recording = try Recording.open(progress.tracked(bytes))
      return try LiveDrawing(
        branchOf: recording, facts: facts, through: instant, setup, to: file, at: EventClock.now)
    }
  }

  private func file() -> (SessionFile?, FileError?) {
    do throws(FileError) {
      if let path { return (try SessionFile(creating: path), nil) }
      guard recordsUnnamed else { return (nil, nil) }
      guard let folder = Self.folder else {
        throw FileError(file: "$HOME", message: translated("there is no home folder to record into; specify a file"))
      }
      return (try folder.create(at: Self.stamp), nil)
    } catch {
      return (nil, error)
    }
  }

  private static func remove(_ file: SessionFile) { _ = file.path.withPlatformString { unlink($0) } }

  /// The folder for sessions whose file the user did not choose.
  static var folder: SessionFolder? {
    SessionFolder(environment: environment("XDG_DATA_HOME", "HOME"))
  }

  /// Variables of the environment that are set.
  static func environment(_ names: String...) -> [String: String] {
    var environment: [String: String] = [:]
    for name in names {
      if let value = g_getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
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

extension SessionSetup {
  /// With what the user keeps from one drawing to the next.
  ///
  /// - Parameters:
  ///   - size: that of a blank board.
  ///   - scale: display pixels for each unit of the window.
  @MainActor init(size: BoardSize, scale: Double, gestures: LiveDrawing.Gestures) {
    self.init(size: size)
    let (eraser, pen) = (EraserChoice.kept, PenChoice.kept)
    (self.scale, self.gestures, rules) = (scale, gestures, pen.rules)
    settings.marks = .shown
    settings.shapeEnds = .atTouch
    settings.handles = .scaling
    settings.eraserWidth = .points(eraser.width)
    settings.erasing = eraser.erasing
    settings.pressure = .pens(gamma: pen.exponent)
    PenRack.kept.apply(to: &settings)
    if Preferences[.colorByTouch] == .on { settings.coloring = .byTouch }
    if Preferences[.cancelledInk] == .on { settings.cancelledInk = .shown }
    epochOffset = TimeSpan(nanoseconds: Int64(g_get_real_time() - g_get_monotonic_time()) * 1000)
    threads = Int(g_get_num_processors())
  }

  fileprivate nonisolated func with(size: BoardSize) -> SessionSetup {
    var setup = self
    setup.size = size
    return setup
  }
}
