import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelExporting
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying
import TouchReelTouchTracking
import TouchReelWindowArguments

/// The window that plays a recording.
final class PlayWindow: BoardWindow {
  let window: ObjectPointer
  let layout: Layout
  let actions: ActionMap
  let canvas: CanvasView
  let notices: Notices
  unowned let application: BoardApplication
  let arguments: PlayArguments
  private let bar: ReadingBar
  let savingBar: SavingBar
  let values: ValuesLabel
  private let titleBar: TitleBar
  private var controls: ViewControls!
  private var input: PointerInput!
  /// They move and zoom the view.
  private var fingers = FingerPanning()
  private(set) var ticker: FrameTicker!
  private(set) var timeline: TimelineView?
  /// What that shows.
  private(set) var overview: RecordingTimeline?
  private(set) var source: ReplaySource?
  /// Until it has ended.
  private(set) var watched: WatchedPipe?
  /// The bytes of the recording, which several threads can read.
  private(set) var bytes: (any ByteSource & Sendable)?
  private(set) var facts: RecordingFacts?
  /// Whether a recorder was writing the file when it was opened.
  private(set) var isInUse = false
  var playback = Playback(from: Timestamp(nanoseconds: 0), to: Timestamp(nanoseconds: 0))
  /// Whether snapshots for seeking cover the whole recording.
  var isPrepared = false
  var showsTouches = true
  var look = ReplayLook()
  /// The progress of the current background task.
  private var progress: TaskProgress?
  /// The progress of the part that is being saved.
  var savingPart: TaskProgress?
  /// Where touches were; `nil` until that is found.
  var index: TouchIndex?
  /// The progress of finding it.
  var finding: TaskProgress?
  var pointed = PointedTouch()
  var clicks = ClickRecognizer()
  var heldKeys: HeldKeys = []
  /// The touches that were clicked, by their numbers.
  var chosen: Set<Touch.ID> = []
  /// What the user says of touches; `nil` until it is known what the recording says.
  var edits: TouchEdits?
  var closing = PlayerClosing()
  var document: Document?
  var replaced = ReplacedFiles()

  init(_ arguments: PlayArguments, of application: BoardApplication) {
    self.arguments = arguments
    self.application = application
    layout = Layout(PackageResources.play_ui)
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    bar = ReadingBar(layout)
    savingBar = SavingBar(layout)
    values = ValuesLabel(layout["values"])
    titleBar = TitleBar(layout)
    application.adopt(window)
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    controls = ViewControls(canvas, layout["zoom"], actions)
    input = PointerInput(
      canvas.widget, handle: { [weak self] in self?.handle($0) },
      grabBroken: { [weak self] in
        self?.fingers = FingerPanning()
        self?.clicks = ClickRecognizer()
      })
    input.heldKeysChanged = { [weak self] in self?.heldKeys = $0 }
    input.pointerLeft = { [weak self] in self?.stopPointing() }
    canvas.onResize = { [weak self] in self?.fit($0) }
    // Another view has other ink under the pointer.
    canvas.onView = { [weak self, showZoom = canvas.onView] in
      showZoom($0)
      self?.showValues()
    }
    canvas.onUndrawnPages = { [weak self] in self?.warn(ofUndrawnPages: $0) }
    canvas.paintMarks = { [weak self] in
      self?.paintChosen($0, $1)
      self?.paintTouches($0, $1)
    }
    canvas.widget.connect("notify::scale-factor") { [weak self] in self?.rescale() }
    window.connect("close-request", answering: { [weak self] _ in self?.closeIfSaved() ?? .passedOn })
    addPlayingActions()
    addEditingActions()
    addSavingActions()
    addTouchActions()
    addWindowActions()
    addFileActions()
    addShortcuts(ShortcutGroup.playing)
    showName(arguments.path.fileName)
    setReady(.off)
    look.scale = scale
    (look.mapping, look.rules) = (arguments.surface.mapping, arguments.surface.rules)
    look.ink = arguments.ink
    if arguments.ink.showCancelled {
      look.cancelledInk = .shown
      actions.show("cancelled", state: .on)
    }
    open()
  }

  /// Ends what goes on in the background. A part that is being saved is finished without the window, unless nobody is
  /// there to wait for it.
  func stopWorking() {
    progress?.cancel()
    watched?.stop()
    finding?.cancel()
    if application.isEnding { stopSaving() }
  }

  /// Enables or disables everything that needs a recording.
  private func setReady(_ state: SwitchState) {
    layout["controls"].isSensitive = state == .on
    for name in Self.playingActions + Self.editingActions + ["branch", "save", "save-as", "copy"] {
      actions.setEnabled(name, state == .on)
    }
  }

  func pan(_ event: SurfaceEvent) {
    guard case .finger(let sequence) = event.pointer, let view = canvas.viewport else { return }
    canvas.viewport = fingers.handle(event.phase, of: sequence, at: event.point, in: view)
  }

  private func fit(_ size: SurfaceSize) {
    _ = titleBar.fit(size)
    guard let board else { return }
    canvas.fit(board.raster.board)
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }
}

/// Reading the recording.
extension PlayWindow {
  /// Opens in the background: a named pipe opens when it has a writer.
  private func open() {
    let task = BackgroundTask { [file = arguments.path] _ in
      Result { () throws(FileError) in try OpenedFile(file) }
    } then: { [weak self] (result: Result<OpenedFile, FileError>) in
      self?.handle(result)
    }
    progress = task.progress
    bar.show(task.progress, translated("Reading…"))
  }

  private func handle(_ result: Result<OpenedFile, FileError>) {
    do throws(FileError) {
      let file = try result.get()
      isInUse = file.isInUse
      if let pipe = file.bytes as? PipeBytes { try watch(pipe) } else { read(file.bytes) }
    } catch {
      refuse(error)
    }
  }

  private func watch(_ pipe: PipeBytes) throws(FileError) {
    progress = nil
    watched = try WatchedPipe(
      pipe, look, wake: { [weak self] in self?.showWatched() }, end: { [weak self] in self?.finishWatching($0) })
  }

  private func showWatched() {
    guard let drawing = watched?.drawing else { return }
    if bar.isShown {
      bar.hide()
      layout["subtitle"].setLabel(translated("Live"))
      canvas.show(DrawingSource(drawing))
      canvas.fit(drawing.board.raster.board)
    }
    ticker.wake()
  }

  private func finishWatching(_ error: (any Error)?) {
    guard let pipe = watched?.pipe else { return }
    if let error { notices.banner("\(error)") }
    read(pipe)
  }

  private func read(_ bytes: any ByteSource & Sendable) {
    let task = BackgroundTask { [look] progress in
      Result { () throws(FileError) in try OpenedRecording(bytes, look, progress) }
    } then: { [weak self] result in
      self?.handle(result)
    }
    progress = task.progress
    bar.show(task.progress, translated("Reading…"))
  }

  private func refuse(_ error: FileError) {
    bar.hide()
    notices.banner(error.plainDescription, button: openingAnother)
    layout["subtitle"].isVisible = false
  }

  private func handle(_ result: Result<OpenedRecording, FileError>) {
    progress = nil
    bar.hide()
    do throws(FileError) {
      try show(result.get())
    } catch {
      refuse(error)
    }
  }

  private func show(_ opened: OpenedRecording) {
    (bytes, facts) = (opened.bytes, opened.facts)
    let wasLive = watched?.wasLive ?? false
    watched = nil
    let source = ReplaySource(opened.replay)
    self.source = source
    overview = opened.timeline
    timeline = TimelineView(opened.timeline, in: layout["timeline"]) { [weak self] in self?.scrub(to: $0) }
    canvas.show(source)
    canvas.fit(source.replay.board.raster.board)
    playback = Playback(from: opened.facts.start, to: opened.facts.end)
    setReady(.on)
    findTouches()
    showMarks()
    showEdits()
    setSpeed(arguments.speed)
    if arguments.loop { setLoop(.on) }
    if !(opened.bytes is PipeBytes) { RecentFiles.add(arguments.path) }
    showWarning(of: opened.facts)
    layout["subtitle"].setLabel(facts(of: opened.facts))
    if look.scale != scale { rescale() }
    if wasLive && !arguments.loop { scrub(to: 1) } else { play() }
  }

  private func showWarning(of facts: RecordingFacts) {
    guard let first = facts.isTruncated ? truncationWarning : facts.warnings.first else { return }
    let count = facts.warnings.count
    let isListed = count > 1 && !(bytes is PipeBytes)
    let rest = isListed ? " " + translated("'touchreel info' lists all %s warnings.", "\(count)") : ""
    warn(DamagedFile(first) == nil ? "\(first).\(rest)" : first)
  }

  private var truncationWarning: String {
    isInUse
      ? translated("This recording is still being written; it plays up to where it was when you opened it")
      : translated("This recording is truncated, as after a crash; it plays as far as it goes")
  }

  private func facts(of facts: RecordingFacts) -> String {
    let touches = facts.touches.began
    let span = clock(facts.end.since(facts.start))
    return touches == 1 ? translated("1 touch, %s", span) : translated("%s touches, %s", "\(touches)", span)
  }
}

/// How the recording is drawn.
extension PlayWindow {
  func setCancelledInk(_ state: SwitchState) {
    look.cancelledInk = state == .on ? .shown : .hidden
    redraw()
  }

  /// Redraws at the scale of the display that the window is on.
  private func rescale() {
    look.scale = scale
    if let drawing = watched?.drawing { try? drawing.redraw(atScale: scale) }
    redraw()
  }

  /// Draws the recording again in the background, up to the current instant.
  func redraw() {
    guard let bytes, let facts else { return }
    progress?.cancel()
    let instant = playback.shown(at: EventClock.now)
    let task = BackgroundTask { [look] progress in
      Result { () throws(FileError) in
        var replay = try look.replay(of: progress.tracked(bytes), facts)
        try replay.seek(to: instant)
        return replay
      }
    } then: { [weak self] result in
      self?.handle(result)
    }
    progress = task.progress
  }

  private func handle(_ result: Result<SeekableReplay, FileError>) {
    progress = nil
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
  var board: Board? { source?.replay.board ?? watched?.drawing?.board }

  func addFileActions() {
    actions.add("branch") { [weak self] in self?.drawOn() }
    addFileActions(picture: "picture.png")
    RecentFiles.fill(layout["recent-menu"])
  }

  /// Opens a window to draw in that continues the recording from the current instant.
  private func drawOn() {
    guard let bytes, let facts, let source else { return }
    application.openDrawing(.notGiven, .branch(bytes, facts, through: source.replay.time))
  }

  func open(_ path: FilePath) { application.open(path) }

  func handle(_ dropped: Dropped, at point: DropPoint) {
    if case .files(let paths) = dropped, let path = paths.lazy.compactMap(\.self).first { open(path) }
  }

  var isTyping: Bool { false }
  var typesInField: Bool { false }
  var replacement: Document? { nil }

  func completeTyping() {}

  func recording(for path: FilePath) -> SavedContent? {
    guard let bytes, let facts else { return nil }
    closing.written = edits?.looks
    guard let touches = look.touches else { return .recording(bytes, .finished) }
    return .edited(bytes, TouchEditing(touches, at: facts.firstEntryTime))
  }
}
