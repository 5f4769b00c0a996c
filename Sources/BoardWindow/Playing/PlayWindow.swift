import CGtk
import Canvas
import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
import Replaying
import SystemPackage
import TouchTracking

/// The window that a recording is replayed in.
final class PlayWindow: BoardWindow {
  private static let speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]
  private static let timelineParts = 600

  let window: ObjectPointer
  let layout: Layout
  let actions: ActionMap
  let canvas: CanvasView
  let notices: Notices
  unowned let application: BoardApplication
  private let request: PlayRequest
  private var controls: ViewControls!
  private var ticker: FrameTicker!
  private var timeline: TimelineView?
  private(set) var source: ReplaySource?
  private(set) var recording: Recording?
  private(set) var survey: RecordingSurvey?
  private var playback = Playback(from: Timestamp(nanoseconds: 0), to: Timestamp(nanoseconds: 0))
  private var isPrepared = false
  private var showsTouches = true
  private var cancelledInk = CancelledInk.hidden

  init(_ request: PlayRequest, of application: BoardApplication) {
    self.request = request
    self.application = application
    layout = Layout(PackageResources.play_ui)
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    application.adopt(window)
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .rest }
    controls = ViewControls(canvas, actions)
    canvas.onResize = { [weak self] in self?.fit($0) }
    canvas.paintMarks = { [weak self] in self?.paintTouches($0, $1) }
    addActions()
    setShortcuts(PackageResources.play_shortcuts_ui)
    layout["title"].setLabel(request.file.lastComponent?.string ?? request.file.string)
    layout["subtitle"].setLabel("Reading…")
    layout["subtitle"].isVisible = true
    // The window is there before a long recording is read.
    Later.milliseconds(50) { [weak self] in self?.load() }
  }

  private func load() {
    do throws(RecordingError) {
      let recording = try Recording.open(request.file)
      let survey = try RecordingSurvey(recording)
      self.recording = recording
      self.survey = survey
      try show(recording, survey)
      playback = Playback(from: survey.start, to: survey.end)
      playback.setSpeed(request.speed, at: EventClock.now)
      if request.loop { setLoop(.on) }
      showSpeed()
      RecentFiles.note(request.file)
      tellWarnings(survey.warnings)
      layout["subtitle"].setLabel(Self.facts(of: survey))
      play()
    } catch {
      notices.banner(error.description)
      layout["subtitle"].isVisible = false
      layout["controls"].isSensitive = false
    }
  }

  private func show(_ recording: Recording, _ survey: RecordingSurvey) throws(RecordingError) {
    var options = RenderOptions()
    options.overrides = BoardOverrides([.cancelledInk(cancelledInk)])
    let source = ReplaySource(try SeekableReplay(recording, survey: survey, options: options))
    self.source = source
    timeline = TimelineView(
      try Timeline(recording, survey: survey, parts: Self.timelineParts), in: layout["timeline"]
    ) { [weak self] in self?.scrub(to: $0) }
    canvas.show(source)
    canvas.fit(source.replay.board.raster.board)
    isPrepared = false
  }

  private func tellWarnings(_ warnings: [String]) {
    guard let first = warnings.first else { return }
    let rest = warnings.count > 1 ? " And \(warnings.count - 1) more; 'touchreel info' tells them all." : ""
    notices.banner("\(first).\(rest)")
  }

  private static func facts(of survey: RecordingSurvey) -> String {
    "\(survey.touches.began) touches, \(clock(survey.end.since(survey.start)))"
  }
}

extension PlayWindow {
  /// Before each frame of the display: the picture of its instant.
  private func frame() -> FrameTicker.Wish {
    guard let source else { return .rest }
    let now = EventClock.now
    do throws(RecordingError) {
      try source.seek(to: playback.shown(at: now))
      if !isPrepared { isPrepared = try !source.prepare() }
    } catch {
      playback.pause(at: now)
      isPrepared = true
      notices.banner(error.description)
    }
    canvas.viewport?.resize(board: source.replay.board.raster.board)
    canvas.update()
    if showsTouches { gtk_widget_queue_draw(canvas.widget.widget) }
    showTime(now)
    return playback.isPlaying(at: now) || !isPrepared ? .goOn : .rest
  }

  private func showTime(_ now: Timestamp) {
    timeline?.fraction = playback.fraction(at: now)
    let shown = clock(playback.shown(at: now).since(playback.start))
    layout["time"].setLabel("\(shown) / \(clock(playback.end.since(playback.start)))")
    let icon = playback.isPlaying(at: now) ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
    gtk_button_set_icon_name(layout["play"].pointer(), icon)
  }

  private func paintTouches(_ snapshot: Snapshot, _ viewport: Viewport) {
    guard showsTouches, let board = source?.replay.board else { return }
    let view = ViewRect(x: 0, y: 0, width: viewport.surface.width, height: viewport.surface.height)
    snapshot.drawing(in: view) { context in
      for mark in board.touchMarks {
        let center = viewport.surfacePoint(of: mark.point)
        let color = Coloring.palette[abs(mark.touch.id.rawValue % 7) + 1]
        context.circle(at: (center.x, center.y), radius: 22, width: 5, PixelColor.white.with(alpha: 160))
        context.circle(at: (center.x, center.y), radius: 22, width: 3, color)
        context.text("\(mark.touch.trackingID.rawValue)", at: (center.x + 24, center.y - 14), size: 13, color)
      }
    }
  }

  private func fit(_ size: SurfaceSize) {
    guard let board = source?.replay.board.raster.board else { return }
    canvas.fit(board)
  }

  private func play() {
    playback.toggle(at: EventClock.now)
    ticker.wake()
  }

  private func scrub(to fraction: Double) {
    playback.scrub(toFraction: fraction, at: EventClock.now)
    ticker.wake()
  }

  private func step(_ direction: Int) {
    guard let source else { return }
    let now = EventClock.now
    let shown = playback.shown(at: now)
    do throws(RecordingError) {
      let frame =
        try direction < 0
        ? source.replay.frameTime(before: shown) : source.replay.frameTime(after: shown)
      playback.step(to: frame, at: now)
    } catch {
      notices.banner(error.description)
    }
    ticker.wake()
  }

  private func setSpeed(_ speed: Double) {
    playback.setSpeed(speed, at: EventClock.now)
    showSpeed()
    ticker.wake()
  }

  private func showSpeed() {
    let nearest = Self.speeds.indices.min {
      abs(Self.speeds[$0] - playback.speed) < abs(Self.speeds[$1] - playback.speed)
    }
    gtk_drop_down_set_selected(layout["speed"].opaque, guint(nearest ?? 3))
  }

  private func setLoop(_ state: SwitchState) {
    playback.setRepetition(state == .on ? .loop : .once, at: EventClock.now)
    actions.show("loop", state: state)
    ticker.wake()
  }

  private func addActions() {
    actions.add("play") { [weak self] in self?.play() }
    actions.add("to-start") { [weak self] in self?.scrub(to: 0) }
    actions.add("to-end") { [weak self] in self?.scrub(to: 1) }
    actions.add("step-back") { [weak self] in self?.step(-1) }
    actions.add("step-on") { [weak self] in self?.step(1) }
    actions.add("slower") { [weak self] in if let self { setSpeed(playback.speed / 2) } }
    actions.add("faster") { [weak self] in if let self { setSpeed(playback.speed * 2) } }
    actions.add("loop", state: .off) { [weak self] in self?.setLoop($0) }
    actions.add("touches", state: .on) { [weak self] in self?.setTouches($0) }
    actions.add("cancelled", state: .off) { [weak self] in self?.setCancelledInk($0) }
    layout["speed"].connect("notify::selected") { [weak self] in
      guard let self else { return }
      let place = Int(gtk_drop_down_get_selected(layout["speed"].opaque))
      if Self.speeds.indices.contains(place), abs(Self.speeds[place] - playback.speed) > 0.001 {
        setSpeed(Self.speeds[place])
      }
    }
    addWindowActions()
    addFileActions()
  }

  private func setTouches(_ state: SwitchState) {
    showsTouches = state == .on
    gtk_widget_queue_draw(canvas.widget.widget)
  }

  private func setCancelledInk(_ state: SwitchState) {
    cancelledInk = state == .on ? .shown : .hidden
    guard let recording, let survey else { return }
    do throws(RecordingError) {
      try show(recording, survey)
    } catch {
      notices.banner(error.description)
    }
    ticker.wake()
  }
}

/// `1:02.500`
private func clock(_ span: TimeSpan) -> String {
  let milliseconds = Int(max(span.seconds, 0) * 1000)
  let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
  let (seconds, thousandths) = rest.quotientAndRemainder(dividingBy: 1000)
  return "\(minutes):\(padded(seconds, 2)).\(padded(thousandths, 3))"
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
