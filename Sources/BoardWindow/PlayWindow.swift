import ByteStreams
import CGtk
import Canvas
import DrawingBoard
import Drawings
import InputEvents
import LiveDrawing
import Replaying
import SystemPackage
import TouchTracking

/// The window that a recording is replayed in.
final class PlayWindow: BoardWindow {
  let window: ObjectPointer
  let layout: Layout
  let actions: ActionMap
  let canvas: CanvasView
  let notices: Notices
  unowned let application: BoardApplication
  private let request: PlayRequest
  private let bar: ReadingBar
  private var controls: ViewControls!
  private(set) var ticker: FrameTicker!
  private(set) var timeline: TimelineView?
  private(set) var source: ReplaySource?
  /// What was read; its readings can go on beside each other.
  private(set) var bytes: (any ByteSource & Sendable)?
  private(set) var survey: RecordingSurvey?
  var playback = Playback(from: Timestamp(nanoseconds: 0), to: Timestamp(nanoseconds: 0))
  /// Whether there are copies of all of the recording to jump to.
  var isPrepared = false
  var showsTouches = true
  private var look = ReplayLook()
  /// What a thread reads for this window.
  private var watch: BackgroundTaskWatch?

  init(_ request: PlayRequest, of application: BoardApplication) {
    self.request = request
    self.application = application
    layout = Layout(PackageResources.play_ui)
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    bar = ReadingBar(layout)
    application.adopt(window)
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    controls = ViewControls(canvas, actions)
    canvas.onResize = { [weak self] in self?.fit($0) }
    canvas.paintMarks = { [weak self] in self?.paintTouches($0, $1) }
    canvas.widget.connect("notify::scale-factor") { [weak self] in self?.rescale() }
    window.connect("close-request") { [weak self] in self?.watch?.cancel() }
    addPlayingActions()
    addWindowActions()
    addFileActions()
    setShortcuts(PackageResources.play_shortcuts_ui)
    layout["title"].setLabel(request.file.lastComponent?.string ?? request.file.string)
    setReady(.off)
    look.scale = scale
    (look.mapping, look.rules) = (request.mapping, request.rules)
    read()
  }

  /// What needs a recording can be used where there is one.
  private func setReady(_ state: SwitchState) {
    layout["controls"].isSensitive = state == .on
    for name in Self.playingActions + ["branch", "save-as", "copy"] { actions.setEnabled(name, state == .on) }
  }

  private func fit(_ size: SurfaceSize) {
    guard let board = source?.replay.board.raster.board else { return }
    canvas.fit(board)
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }
}

/// Reading.
extension PlayWindow {
  private func read() {
    let errand = BackgroundTask { [file = request.file, look] watch in
      Result { () throws(FileError) in try OpenedRecording(file, look, watch) }
    } then: { [weak self] result in
      self?.take(result)
    }
    watch = errand.watch
    bar.show(errand.watch, "Reading…")
  }

  private func take(_ result: Result<OpenedRecording, FileError>) {
    watch = nil
    bar.hide()
    do throws(FileError) {
      try begin(result.get())
    } catch {
      notices.banner(error.description)
      layout["subtitle"].isVisible = false
    }
  }

  private func begin(_ opened: OpenedRecording) {
    (bytes, survey) = (opened.bytes, opened.survey)
    let source = ReplaySource(opened.replay)
    self.source = source
    timeline = TimelineView(opened.timeline, in: layout["timeline"]) { [weak self] in self?.scrub(to: $0) }
    canvas.show(source)
    canvas.fit(source.replay.board.raster.board)
    playback = Playback(from: opened.survey.start, to: opened.survey.end)
    setReady(.on)
    setSpeed(request.speed)
    if request.loop { setLoop(.on) }
    RecentFiles.note(request.file)
    tellWarnings(of: opened.survey)
    layout["subtitle"].setLabel(facts(of: opened.survey))
    if look.scale != scale { rescale() }
    play()
  }

  private func tellWarnings(of survey: RecordingSurvey) {
    guard let first = survey.isTruncated ? missingEnd : survey.warnings.first else { return }
    let count = survey.warnings.count
    let rest = count > 1 ? " And \(count - 1) more; 'touchreel info' tells them all." : ""
    notices.banner("\(first).\(rest)")
  }

  private var missingEnd: String {
    StoredSession(request.file)?.state == .inUse
      ? "This recording is being written. It is played up to where it was when it was opened"
      : "This recording has no end, as after a crash. It is played as far as it goes"
  }

  private func facts(of survey: RecordingSurvey) -> String {
    let touches = survey.touches.began
    return "\(touches) \(touches == 1 ? "touch" : "touches"), \(clock(survey.end.since(survey.start)))"
  }
}

/// How the recording looks.
extension PlayWindow {
  func setCancelledInk(_ state: SwitchState) {
    look.cancelledInk = state == .on ? .shown : .hidden
    redraw()
  }

  /// The window is on a display of another scale.
  private func rescale() {
    look.scale = scale
    redraw()
  }

  /// The recording is drawn again, up to where it is shown; what is there is shown until then.
  private func redraw() {
    guard let bytes, let survey else { return }
    watch?.cancel()
    let instant = playback.shown(at: EventClock.now)
    let errand = BackgroundTask { [look] watch in
      Result { () throws(FileError) in
        var replay = try look.replay(of: watch.watched(bytes), survey)
        try replay.seek(to: instant)
        return replay
      }
    } then: { [weak self] result in
      self?.take(result)
    }
    watch = errand.watch
  }

  private func take(_ result: Result<SeekableReplay, FileError>) {
    watch = nil
    do throws(FileError) {
      source?.show(try result.get())
      isPrepared = false
    } catch {
      notices.banner(error.description)
    }
    ticker.wake()
  }
}

extension PlayWindow {
  var board: Board? { source?.replay.board }

  func addFileActions() {
    actions.add("branch") { [weak self] in self?.drawOn() }
    addFileActions(picture: "picture.png")
  }

  /// A new recording begins with this one as it is shown.
  private func drawOn() {
    guard let bytes, let survey, let source else { return }
    application.openDrawing(DrawRequest(), .branch(bytes, survey, through: source.replay.time))
  }

  func take(dropped path: FilePath) { application.open(path) }

  func recording(for path: FilePath) -> SavedContent? { bytes.map { .recording($0, .whole) } }
}
