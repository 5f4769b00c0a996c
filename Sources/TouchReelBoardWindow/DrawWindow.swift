import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking
import TouchReelWindowArguments

/// The window to draw in.
final class DrawWindow: BoardWindow {
  let window: ObjectPointer
  let layout: Layout
  let actions: ActionMap
  let canvas: CanvasView
  let notices: Notices
  unowned let application: BoardApplication
  let arguments: DrawArguments
  private let titleBar: TitleBar
  private let tools: ToolStrip
  private var inks: InkBar!
  private var pens: PenRow!
  private(set) var input: PointerInput!
  private(set) var ticker: FrameTicker!
  private(set) var controls: ViewControls!
  private(set) var text: TextEntry!
  /// What was seen of the text that is typed.
  var shownTyping: ShownTyping?
  /// Whether the popover for numbers is open.
  private(set) var typesNumbers = false {
    didSet { application.updateTextKeys() }
  }
  /// The word of what lies on the canvas, if anything does.
  var guideKind = ""
  private var outline: WidthOutline!
  private var predicted: PredictedInk!
  private var meant: MeantShapes!
  private var shownGrid = SnappingGrid.none
  /// What screen readers say of the canvas.
  private var canvasDescription = "" {
    didSet {
      if canvasDescription != oldValue { canvas.widget.setAccessibleDescription(canvasDescription) }
    }
  }
  private var loupe: ColorLoupe!
  private var guide: GuideOverlay!
  /// What is drawn, and the rules of what draws.
  let live = LiveCanvas()
  private(set) var start: StartPage!
  private(set) var pagesPanel: PagesPanel!
  var pagesState: PagesState?
  /// How the bars were shown last.
  var barLook: BarLook?
  private(set) var layersPanel: LayersPanel!
  var layersState: LayersState?
  /// Whether it is the program's first window, which shows what was drawn before.
  let offersSessions: Bool
  private(set) var loader: DrawingLoader!
  /// Whether the page about gestures is open.
  var isShowingGestures = false
  private let gesturePictures: [GesturePicture]
  private(set) var covers: Covers!
  /// The devices or the pipe that the user named.
  var devices: ReadDevices?
  var file: SessionFile?
  /// The file that the content is from.
  let origin: FilePath?
  var document: Document? {
    didSet { showName(shownName) }
  }
  /// The last operation of what was opened.
  private(set) var openedOperation: ElementID?
  /// Whether the name of the drawing is typed.
  var typesName = false {
    didSet { application.updateTextKeys() }
  }
  /// The last operation that a file has which was saved or opened.
  var savedOperation: ElementID?
  private(set) var replacement: Document?
  var replaced = ReplacedFiles()
  var copies = CopiesUnderway()
  var penKeeping: PenKeeping?
  /// Whether the user said so.
  var mayLoseDrawing = false
  /// Whether the user wanted to close it, and to save first.
  var closesWhenSaved = false
  /// Opens the window that replaces it.
  var afterClosing: (() -> Void)?

  /// - Parameter offersSessions: whether it shows what was drawn before.
  init(
    _ arguments: DrawArguments, _ content: InitialContent = .blank, offersSessions: Bool = false,
    of application: BoardApplication
  ) {
    self.arguments = arguments
    self.offersSessions = offersSessions
    self.application = application
    if case .file(let path) = content { origin = path } else { origin = nil }
    let strips = PenRow.addButtons(to: ToolStrip.addButtons(to: PackageResources.draw_ui))
    layout = Layout(GesturePicture.addRows(to: strips))
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    titleBar = TitleBar(layout, menus: ["menu", "screen-menu"])
    tools = ToolStrip(layout)
    gesturePictures = GesturePicture.all(in: layout)
    application.adopt(window)
    loader = DrawingLoader(content, for: application, notices, ReadingBar(layout)) { [weak self] in
      self?.show($0)
    }
    (loader.saving, loader.opening) = (savingElsewhere, openingAnother)
    loader.warn = { [weak self] in self?.warn($0) }
    makeParts()
    addActions()
    setReady(.off)
    addShortcuts(ShortcutGroup.drawing)
    WindowSize.restore(window)
    Monitors().cover(screenOf: arguments.devices, with: window)
  }

  private func makeParts() {
    inks = InkBar(
      layout, actions, choose: { [weak self] in self?.choose($0, $1) }, perform: { [weak self] in self?.perform($0) })
    inks.report = { [weak self] in self?.notices.report($0, about: .palette) }
    inks.startPicking = { [weak self] in self?.handle(.pick) }
    pens = PenRow(layout, actions) { [weak self] in self?.handle(.pen($0)) }
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    controls = ViewControls(canvas, layout["zoom"], actions)
    live.show = { [weak self] in self?.follow($0) }
    input = PointerInput(
      canvas.widget, handle: { [weak self] in self?.handle($0) },
      grabBroken: { [weak self] in self?.handle(.focusLost) })
    input.watchProximity(in: window)
    watchBars()
    let openers = ["menu", "screen-menu", "color", "fill", "text-style", "more"]
    covers = Covers(over: window, openedBy: openers.map { layout[$0] })
    for popover in covers.popovers { input.closeByTouchBeside(popover) }
    // Once GTK has given the keys back to the button, or to an item that has gone.
    covers.ended = { [weak self] in MainLoop.schedule { [weak self] in self?.regainKeys() } }
    outline = WidthOutline(on: canvas)
    meant = MeantShapes(on: canvas)
    guide = GuideOverlay(on: canvas)
    loupe = ColorLoupe(on: canvas) { [weak self] in self?.board }
    input.pointerLeft = { [weak self] in self?.handle(.pointerLeft) }
    input.heldKeysChanged = { [weak self] in self?.handle(.held($0)) }
    predicted = PredictedInk(on: canvas)
    start = makeStartPage()
    pagesPanel = PagesPanel(
      layout["pages-panel"], layout["pages-list"], of: { [weak self] in self?.board },
      turn: { [weak self] in self?.perform(.page(.turn(to: $0))) })
    layersPanel = LayersPanel(layout) { [weak self] in self?.perform(.layer($0)) }
    canvas.paintMarks = { [weak self] in self?.paintMarks($0, $1) }
    canvas.onUndrawnPages = { [weak self] in self?.warn(ofUndrawnPages: $0) }
    text = TextEntry(
      over: layout["overlay"], type: { [weak self] in self?.perform(.text($0)) },
      end: { [weak self] in self?.perform(.endText) })
    canvas.onResize = { [weak self] in self?.resized(to: $0) }
    canvas.widget.connect("notify::scale-factor") { [weak self] in self?.rescale() }
    layout["text-popover"].connect("map") { [weak self] in self?.clearTypedText() }
    for popover in ["more-popover", "text-popover"] {
      layout[popover].connect("map") { [weak self] in self?.typesNumbers = true }
      layout[popover].connect("unmap") { [weak self] in
        self?.typesNumbers = false
        // Once the popover has given the keys back to its button.
        MainLoop.schedule { [weak self] in self?.resumeTyping() }
      }
    }
    window.connect("notify::fullscreened") { [weak self] in self?.coverageChanged() }
    window.connect("notify::is-active") { [weak self] in self?.checkFile() }
    window.connect("close-request", answering: { [weak self] _ in self?.closeIfSaved() ?? .passedOn })
  }

  /// `nil` until the canvas has a size and the content is loaded.
  var drawing: LiveDrawing? { live.drawing }

  /// Performs a command from a menu, a key or a widget.
  func perform(_ command: BoardCommand) {
    if command.needsOpenLayer, !reportClosedLayer() { return }
    drawing?.perform(command, at: EventClock.now)
    ticker.wake()
  }

  private func choose(_ color: PixelColor, _ origin: ColorOrigin) {
    if origin == .elsewhere { live.controller.pens.record(color) }
    handle(.color(color))
  }

  private func handle(_ event: SurfaceEvent) {
    if event.phase == .began { _ = reportClosedLayer() }
    // Where a text is typed, a tap begins the next one: an on-screen keyboard stays.
    if event.phase == .began, !text.isActive || board?.settings.tool != .text {
      gtk_widget_grab_focus(canvas.widget.widget)
    }
    handle(.pointer(event))
  }

  func handle(_ input: CanvasInput) {
    if let view = canvas.viewport { live.handle(input, at: EventClock.now, in: view) }
    ticker.wake()
  }

  /// Does what follows for widgets from input of the canvas.
  private func follow(_ effect: CanvasEffect) {
    switch effect {
    case .show(let view): canvas.viewport = view
    case .outline(let rings): outline.rings = rings
    case .bars(let look): showBars(look)
    case .meant(let shapes): meant.shapes = shapes
    case .guide(let lies): guide.guide = lies
    case .picking(let place): loupe.place = place
    case .picks(let isPicking): canvas.widget.setCursor(isPicking ? "crosshair" : nil)
    case .picked(let point): board?.color(at: point).map { inks.take($0) }
    case .undo: actions.activate("undo")
    case .redo: actions.activate("redo")
    case .press(let touch, let point): devices?.widgets.press(touch, at: point)
    case .drag(let touch, let point): devices?.widgets.drag(touch, to: point)
    case .release(let touch, let point): devices?.widgets.release(touch, at: point)
    case .letGo(let touch): devices?.widgets.letGo(touch)
    case .dismissCovers(let point): devices?.widgets.dismissCovers(besides: point)
    case .draw, .play, .withdraw, .replaceStroke, .cancelAll, .perform: break
    }
  }
}

extension DrawWindow {
  /// Updates what is shown, before each display frame.
  private func frame() -> FrameTicker.TickResult {
    guard let drawing, let view = canvas.viewport else { return .stop }
    let now = EventClock.now
    live.handle(.tick, at: now, in: view)
    canvas.update()
    start.leave(drawing.board)
    predicted.show(drawing.predictedPieces(at: now))
    showState()
    showPages(drawing.board, isResting: live.isResting)
    showLayers(drawing.board)
    showText()
    if let failure = drawing.drainFailure() {
      layout["subtitle"].setLabel(translated("Not recorded"))
      notices.banner(
        translated("This drawing is no longer being recorded: %s. Save it to keep it.", failure.description),
        button: savingElsewhere)
    }
    return live.isResting ? .stop : .continue
  }

  private func paintMarks(_ snapshot: Snapshot, _ viewport: Viewport) {
    if case .step(let step)? = board?.settings.grid { snapshot.grid(of: step, in: viewport) }
    predicted.paint(snapshot, viewport)
    outline.paint(snapshot, viewport)
    meant.paint(snapshot, viewport)
    guide.paint(snapshot, viewport)
    loupe.paint(snapshot, viewport)
  }

  private func showState() {
    guard let board = drawing?.board else { return }
    if board.settings.grid != shownGrid {
      shownGrid = board.settings.grid
      gtk_widget_queue_draw(canvas.widget.widget)
    }
    actions.setEnabled("undo", board.canUndo || text.canUndo || !board.openTouches.isEmpty || start.canUndo)
    actions.setEnabled("redo", board.canRedo || text.canRedo)
    actions.setEnabled("clear", board.hasOperations)
    for name in Self.selectionActions { actions.setEnabled(name, !board.selection.isEmpty) }
    actions.show("tool", choice: board.settings.tool.rawValue)
    actions.show("color-by-touch", state: SwitchState(board.settings.coloring == .byTouch))
    showCropping(board)
    actions.show("snap", state: SwitchState(board.settings.grid != .none))
    actions.show("cancelled-ink", state: SwitchState(board.settings.cancelledInk == .shown))
    actions.show("erase-shapes", state: SwitchState(board.settings.erasing == .shapes))
    let look = board.selectedLook
    inks.show(board, look, recent: live.controller.pens.recentColors)
    pens.show(live.controller.pens, board.settings)
    keepPens()
    canvasDescription = board.settings.tool.description(selecting: board.selection.count, look?.tool)
    tools.mark(look?.tool)
    tools.show(board.settings.tool)
  }
}

extension DrawWindow {
  /// The first size of the canvas becomes that of a blank board; later sizes let the board grow.
  private func resized(to size: SurfaceSize) {
    guard size.width >= 1, size.height >= 1 else { return }
    makeRoom(in: size)
    fitStartPage(in: size)
    let isAnother = titleBar.fit(size)
    layout["fullscreen"].isVisible = size.width >= Self.roomyWidth
    guard let drawing else {
      // A blank board is as large as the canvas will be.
      if !isAnother { loader.start(start(on: size)) }
      return
    }
    canvas.viewport?.resize(surface: size)
    if case .blank = loader.content {
      let zoom = max(canvas.viewport?.zoom ?? 1, 1)
      drawing.grow(to: BoardSize(width: size.width / zoom, height: size.height / zoom), at: EventClock.now)
    }
    ticker.wake()
  }

  /// Shows the bar for what the window's title bar has, which full screen hides.
  private func coverageChanged() {
    actions.show("fullscreen", state: SwitchState(gtk_window_is_fullscreen(window.pointer()) != 0))
    _ = titleBar.fit(canvas.size)
    ticker.wake()
  }

  /// Keeps the bars at the sides clear of the one below them where both would not fit.
  private func makeRoom(in size: SurfaceSize) {
    let margin = size.height < Self.roomyHeight ? Self.inksHeight : 0
    for bar in ["tools", "screen-bar"] { gtk_widget_set_margin_bottom(layout[bar].widget, margin) }
  }

  private static let (roomyWidth, roomyHeight) = (700.0, 540.0)
  static let inksHeight: CInt = 68

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }

  /// Redraws at the scale of the display that the window is on.
  private func rescale() {
    do throws(BoardError) {
      try drawing?.redraw(atScale: scale)
    } catch {
      notices.banner(translated("The board is too large for this display's scale and is shown at a lower resolution."))
    }
    ticker.wake()
  }

  private func start(on surface: SurfaceSize) -> SessionStart {
    let size = BoardSize(width: surface.width, height: surface.height)
    let gestures = gestureState == .on ? LiveDrawing.Gestures.severalFingers : .off
    return SessionStart(
      setup: SessionSetup(size: size, scale: scale, gestures: gestures), path: arguments.path,
      recordsUnnamed: Preferences[.recording] != .off)
  }

  /// Enables or disables everything that needs a drawing.
  private func setReady(_ state: SwitchState) {
    for bar in ["tools", "inks"] { layout[bar].isSensitive = state == .on }
    for name in Self.drawingActions + Self.selectionActions + Self.pageActions + Self.layerActions {
      actions.setEnabled(name, state == .on)
    }
  }

  private static let drawingActions = [
    "undo", "redo", "clear", "select-all", "snap", "background", "gestures", "color-by-touch", "cancelled-ink", "save",
    "save-as", "copy", "copy-picture", "cut", "paste", "print",
  ]

  private func show(_ session: SessionStart.StartedSession) {
    (live.drawing, file) = (session.drawing, session.file)
    drawing?.isPredicting = Preferences[.predicting] == .on
    live.controller.pens = .kept
    if case .branch = loader.content { live.controller.pens.putAway() }
    penKeeping = PenKeeping(live.controller.pens)
    var viewport = Viewport(board: session.drawing.board.raster.board, surface: canvas.size)
    if case .blank = loader.content {} else { viewport.fit() }
    canvas.viewport = viewport
    if session.drawing.board.raster.scale != scale { rescale() }
    canvas.show(DrawingSource(session.drawing))
    (pagesState, layersState) = (nil, nil)
    setReady(.on)
    showOrigin()
    showState()
    beginKernelInput()
    offerRecovery()
    offerGestures()
    offerSessions()
    ticker.wake()
  }

  /// Shows the name of what was opened, and offers to replay a recording.
  private func showOrigin() {
    let isRecording = opened != nil
    layout["replay"].isVisible = isRecording
    actions.setEnabled("replay", isRecording)
    if let origin, let reading = loader.reading {
      document = Document(opened: origin, reading)
      replacement = Document(replacing: origin, reading)
      replaced = ReplacedFiles(opened: origin, reading)
      showName(origin.fileName)
      savedOperation = board?.latestOperation?.id
      openedOperation = savedOperation
      inheritName()
      if let name = shownName { showName(name) }
    }
    layout["subtitle"].setLabel(
      file.map { translated("Recorded to %s", $0.path.fileName) } ?? translated("Not recorded"))
    layout["subtitle"].isVisible = true
  }

  /// The recording that is drawn on; `nil` if it is none.
  var opened: FilePath? {
    if case .branch = loader.content { origin } else { nil }
  }

  /// The kept session that is gone on with.
  var keptOrigin: FilePath? { opened.flatMap { $0.isKeptSession ? $0 : nil } }

  /// Whether the board is as it was when the window opened without a file.
  var isUntouched: Bool {
    guard case .blank = loader.content, arguments.file == nil, arguments.devices.isEmpty,
      arguments.pipe == nil, let board
    else { return false }
    return !board.canUndo && !board.canRedo
  }

  private func offerRecovery() {
    guard case .blank = loader.content, arguments.file == nil,
      let recovery = SessionStart.folder.flatMap(Recovery.init)
    else { return }
    notices.banner(
      recovery.question,
      button: Notices.Button(label: translated("Continue")) { [weak self, application] in
        application.openDrawing(.notGiven, .unfinished(recovery))
        // A blank window gives way to it.
        if let self, isUntouched { gtk_window_close(window.pointer()) }
      })
  }
}
