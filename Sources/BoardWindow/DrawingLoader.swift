import ByteStreams
import CGtk
import LiveDrawing

/// How a window comes to its drawing: a blank one is there at once, for all others a thread reads while the window waits.
final class DrawingLoader {
  private(set) var beginning: InitialContent
  private let application: BoardApplication
  private let notices: Notices
  private let bar: ReadingBar
  private let show: (SessionStart.StartedSession) -> Void
  private var start: SessionStart?
  private var watch: BackgroundTaskWatch?
  private var isCancelled = false

  /// - Parameter show: given the session that has begun.
  init(
    _ beginning: InitialContent, for application: BoardApplication, _ notices: Notices, _ bar: ReadingBar,
    show: @escaping (SessionStart.StartedSession) -> Void
  ) {
    self.beginning = beginning
    self.application = application
    self.notices = notices
    self.bar = bar
    self.show = show
  }

  /// Later calls do nothing, nor does one after it was called off: a window can be closed before it has a size.
  func begin(_ start: SessionStart) {
    guard self.start == nil, !isCancelled else { return }
    self.start = start
    resume(start)
  }

  /// Nobody waits for it any longer.
  func cancel() {
    isCancelled = true
    watch?.cancel()
  }

  private func resume(_ start: SessionStart) {
    switch beginning {
    case .blank: take(Result { () throws(SessionStart.Failure) in try start.begin(.blank, BackgroundTaskWatch()) })
    case .file, .unfinished: read(start)
    case .drawing, .branch: draw(start)
    }
  }

  private func read(_ start: SessionStart) {
    let errand = BackgroundTask { [beginning] watch in
      Result { () throws(FileError) in try beginning.read(watch) }
    } then: { [weak self] result in
      self?.takeReading(result)
      self?.resume(start)
    }
    wait(for: errand.watch)
  }

  private func takeReading(_ result: Result<(beginning: InitialContent, warnings: [String]), FileError>) {
    do throws(FileError) {
      let (read, warnings) = try result.get()
      if case .unfinished(let recovery) = beginning { RecentFiles.note(recovery) }
      if let first = warnings.first { notices.banner(first) }
      beginning = read
    } catch {
      beginBlank(error.description)
    }
  }

  /// The program goes on until it is done, since a file is written that nobody wants if the window is closed before.
  private func draw(_ start: SessionStart) {
    application.hold()
    let errand = BackgroundTask { [beginning] watch in
      Result { () throws(SessionStart.Failure) in try start.begin(beginning, watch) }
    } then: { [weak self, application] result in
      self?.take(result)
      application.release()
    } unwanted: { [application] result in
      if case .success(let begun) = result { begun.discard() }
      application.release()
    }
    wait(for: errand.watch)
  }

  private func wait(for watch: BackgroundTaskWatch) {
    self.watch = watch
    bar.show(watch, "Reading…")
  }

  private func take(_ result: Result<SessionStart.StartedSession, SessionStart.Failure>) {
    switch result {
    case .success(let begun):
      bar.hide()
      if case .branch = beginning { begun.drawing.resume(at: EventClock.now) }
      if let trouble = begun.trouble { notices.banner("This drawing is not recorded. \(trouble.description)") }
      show(begun)
    case .failure(let failure):
      // A blank board that cannot be drawn on leaves nothing to try.
      if case .blank = beginning { return notices.banner(failure.message) }
      beginBlank(failure.message)
      if let start { resume(start) }
    }
  }

  private func beginBlank(_ message: String) {
    notices.banner(message)
    beginning = .blank
  }
}
