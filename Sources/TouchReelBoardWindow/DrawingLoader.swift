import CTouchReelGtk
import TouchReelByteStreams
import TouchReelLiveDrawing

/// Loads the initial content of a window: a blank board at once, anything else on a thread of its own.
final class DrawingLoader {
  private(set) var content: InitialContent
  /// The reading of the file that the content is from; `nil` if there is none.
  private(set) var reading: InitialContent.Reading?
  private let application: BoardApplication
  private let notices: Notices
  private let bar: ReadingBar
  private let show: (SessionStart.StartedSession) -> Void
  private var sessionStart: SessionStart?
  private var progress: TaskProgress?
  private var isCancelled = false
  /// Reports what was wrong with a file that was read.
  var warn: (String) -> Void = { _ in }
  /// What is proposed where a drawing is not recorded.
  var saving: Notices.Button?
  /// What is proposed where a file cannot be opened.
  var opening: Notices.Button?

  /// - Parameter show: called with the session when it has started.
  init(
    _ content: InitialContent, for application: BoardApplication, _ notices: Notices, _ bar: ReadingBar,
    show: @escaping (SessionStart.StartedSession) -> Void
  ) {
    self.content = content
    self.application = application
    self.notices = notices
    self.bar = bar
    self.show = show
  }

  /// Starts loading. Later calls have no effect, nor has a call after ``cancel()``: a window can be closed before it
  /// has a size.
  func start(_ start: SessionStart) {
    guard sessionStart == nil, !isCancelled else { return }
    sessionStart = start
    resume(start)
  }

  func cancel() {
    isCancelled = true
    progress?.cancel()
  }

  private func resume(_ start: SessionStart) {
    switch content {
    case .blank: handle(Result { () throws(SessionStart.Failure) in try start.start(.blank, TaskProgress()) })
    case .file, .unfinished: read(start)
    case .drawing, .branch: startSession(start)
    }
  }

  private func read(_ start: SessionStart) {
    let task = BackgroundTask { [content] progress in
      Result { () throws(FileError) in try content.read(progress) }
    } then: { [weak self] result in
      self?.handleReading(result)
      self?.resume(start)
    }
    wait(for: task.progress)
  }

  private func handleReading(_ result: Result<InitialContent.Reading, FileError>) {
    do throws(FileError) {
      let reading = try result.get()
      switch content {
      case .unfinished(let recovery): RecentFiles.add(recovery.latest.path)
      case .file(let path) where path.isRegularFile: RecentFiles.add(path)
      case .file, .blank, .drawing, .branch: break
      }
      if let first = reading.warnings.first { warn(first) }
      self.reading = reading
      content = reading.content
    } catch {
      useBlank(error.plainDescription)
    }
  }

  /// Keeps the program running until the session has started: if the window is closed before that, the session's file
  /// is removed.
  private func startSession(_ start: SessionStart) {
    application.hold()
    let task = BackgroundTask { [content] progress in
      Result { () throws(SessionStart.Failure) in try start.start(content, progress) }
    } then: { [weak self, application] result in
      self?.handle(result)
      application.release()
    } cancelled: { [application] result in
      if case .success(let session) = result { session.discard() }
      application.release()
    }
    wait(for: task.progress)
  }

  private func wait(for progress: TaskProgress) {
    self.progress = progress
    bar.show(progress, translated("Reading…"))
  }

  private func handle(_ result: Result<SessionStart.StartedSession, SessionStart.Failure>) {
    switch result {
    case .success(let session):
      bar.hide()
      if case .branch = content { session.drawing.resume(at: EventClock.now) }
      if let error = session.recordingError {
        notices.banner(
          translated("This drawing is not being recorded: %s. Save it to keep it.", error.description),
          button: saving)
      }
      show(session)
    case .failure(let failure):
      // If even a blank board fails, there is nothing else to try.
      if case .blank = content { return notices.banner(failure.message) }
      useBlank(failure.message)
      if let sessionStart { resume(sessionStart) }
    }
  }

  private func useBlank(_ message: String) {
    notices.banner(message, button: opening)
    (content, reading) = (.blank, nil)
  }
}
