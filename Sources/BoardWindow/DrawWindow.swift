import ByteStreams
import CGtk
import Canvas
import DrawingBoard
import Drawings
import InputEvents
import LiveDrawing
import SystemPackage
import TouchTracking

/// The window to draw in.
final class DrawWindow: BoardWindow {
  let window: ObjectPointer
  let layout: Layout
  let actions: ActionMap
  let canvas: CanvasView
  let notices: Notices
  unowned let application: BoardApplication
  let request: DrawRequest
  private let tools: ToolStrip
  private var inks: InkBar!
  private(set) var input: CanvasInput!
  private(set) var ticker: FrameTicker!
  private var controls: ViewControls!
  private var text: TextEntry!
  private var loader: DrawingLoader!
  private var bars = BarVisibility()
  var kernel: KernelInput?
  /// `nil` until the canvas has a size and the content is loaded.
  private(set) var drawing: LiveDrawing?
  private(set) var file: SessionFile?

  init(_ request: DrawRequest, _ content: InitialContent = .blank, of application: BoardApplication) {
    self.request = request
    self.application = application
    layout = Layout(ToolStrip.addButtons(to: PackageResources.draw_ui))
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    tools = ToolStrip(layout)
    application.adopt(window)
    loader = DrawingLoader(content, for: application, notices, ReadingBar(layout)) { [weak self] in
      self?.show($0)
    }
    makeParts()
    addActions()
    setReady(.off)
    setShortcuts(ToolStrip.addKeys(to: PackageResources.draw_shortcuts_ui))
    if let device = request.device { coverScreen(of: device) }
  }

  private func makeParts() {
    inks = InkBar(layout, actions) { [weak self] in self?.perform($0) }
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    controls = ViewControls(canvas, actions)
    input = CanvasInput(
      canvas.widget, boardPoint: { [weak self] in self?.controls.boardPoint(of: $0, by: $1) ?? BoardPoint(x: 0, y: 0) },
      take: { [weak self] in self?.take($0) }, grabBroken: { [weak self] in self?.cancelTouches() })
    input.watchProximity(in: window)
    text = TextEntry(
      over: layout["overlay"], type: { [weak self] in self?.perform(.text($0)) },
      end: { [weak self] in self?.perform(.endText) })
    canvas.onResize = { [weak self] in self?.resized(to: $0) }
    canvas.widget.connect("notify::scale-factor") { [weak self] in self?.rescale() }
    // Numbers are typed in it.
    layout["more-popover"].connect("map") { [application] in application.setTextKeys(.off) }
    layout["more-popover"].connect("unmap") { [application] in application.setTextKeys(.on) }
    window.connect("close-request") { [weak self] in self?.close() }
  }

  /// Performs a command from a menu, a key or a widget.
  func perform(_ command: BoardCommand) {
    drawing?.perform(command, at: EventClock.now)
    ticker.wake()
  }

  private func take(_ event: PointerEvent) {
    if event.phase == .began { gtk_widget_grab_focus(canvas.widget.widget) }
    if let zoom = canvas.viewport?.zoom { drawing?.zoom = zoom }
    drawing?.handle(event)
    // The next finger may touch before the next display frame.
    if event.phase == .ended, drawing?.pinch != nil {
      drawing?.settle()
      showView()
    }
    ticker.wake()
  }

  /// Cancels all strokes in progress.
  func cancelTouches() {
    drawing?.cancelAll(.window, at: EventClock.now)
    ticker.wake()
  }
}

extension DrawWindow {
  /// Updates what is shown, before each display frame.
  private func frame() -> FrameTicker.TickResult {
    guard let drawing else { return .stop }
    let now = EventClock.now
    drawing.tick(now)
    canvas.viewport?.resize(board: drawing.board.raster.board)
    showView()
    canvas.update()
    showState()
    slideBars(now)
    showText()
    if let failure = drawing.takeFailure() {
      notices.banner(
        "This drawing is no longer being recorded: \(failure.description). Save it before you close the window.")
    }
    let isResting = drawing.openTouches.isEmpty && drawing.deadline == nil && bars.nextChange == nil
    return isResting ? .stop : .continue
  }

  /// Lets the view follow a pinch.
  func showView() { controls.follow(drawing?.pinch) }

  /// Hides the bars while something is drawn.
  private func slideBars(_ now: Timestamp) {
    bars.update(openTouches: drawing?.openTouches.count ?? 0, at: now)
    for bar in ["tools", "inks"] { layout[bar].isRevealed = bars.isShown(at: now) }
  }

  /// Shows the text field, and turns letter shortcuts off while it is used.
  private func showText() {
    guard let viewport = canvas.viewport else { return }
    let wasTyping = text.isActive
    text.show(drawing?.board.editedText, in: viewport)
    guard text.isActive != wasTyping else { return }
    application.setTextKeys(SwitchState(!text.isActive))
    if !text.isActive { gtk_widget_grab_focus(canvas.widget.widget) }
  }

  private func showState() {
    guard let board = drawing?.board else { return }
    actions.setEnabled("undo", board.canUndo)
    actions.setEnabled("redo", board.canRedo)
    actions.setEnabled("clear", !board.operations.isEmpty)
    actions.setEnabled("delete", !board.selection.isEmpty)
    actions.show("tool", choice: board.settings.tool.rawValue)
    inks.show(board)
  }
}

extension DrawWindow {
  /// The first size of the canvas becomes that of a blank board; later sizes let the board grow.
  private func resized(to size: SurfaceSize) {
    guard size.width >= 1, size.height >= 1 else { return }
    guard let drawing else { return loader.start(start(on: size)) }
    canvas.viewport?.resize(surface: size)
    if case .blank = loader.content {
      let zoom = max(canvas.viewport?.zoom ?? 1, 1)
      drawing.grow(to: BoardSize(width: size.width / zoom, height: size.height / zoom), at: EventClock.now)
    }
    ticker.wake()
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }

  /// Redraws at the scale of the display that the window is on.
  private func rescale() {
    do throws(BoardError) {
      try drawing?.redraw(atScale: scale)
    } catch {
      notices.banner("The board is too large for this display's scale and is shown at a lower resolution.")
    }
    ticker.wake()
  }

  private func start(on surface: SurfaceSize) -> SessionStart {
    SessionStart(
      request: request, size: BoardSize(width: surface.width, height: surface.height), scale: scale,
      gestures: Preferences[.gestures] == .on ? .severalFingers : .off)
  }

  /// Enables or disables everything that needs a drawing.
  private func setReady(_ state: SwitchState) {
    for bar in ["tools", "inks"] { layout[bar].isSensitive = state == .on }
    for name in Self.drawingActions { actions.setEnabled(name, state == .on) }
  }

  private static let drawingActions = [
    "undo", "redo", "clear", "delete", "background", "gestures", "color-by-touch", "cancelled-ink", "save-as", "copy",
  ]

  private func show(_ session: SessionStart.StartedSession) {
    (drawing, file) = (session.drawing, session.file)
    var viewport = Viewport(board: session.drawing.board.raster.board, surface: canvas.size)
    if case .blank = loader.content {} else { viewport.fit() }
    canvas.viewport = viewport
    if session.drawing.board.raster.scale != scale { rescale() }
    canvas.show(DrawingSource(session.drawing))
    setReady(.on)
    layout["subtitle"].setLabel(file?.path.lastComponent?.string ?? "Not recorded")
    layout["subtitle"].isVisible = true
    showState()
    beginKernelInput()
    offerRecovery()
    ticker.wake()
  }

  private func close() {
    loader.cancel()
    kernel?.stop()
    drawing?.cancelAll(.window, at: EventClock.now)
    drawing?.finish()
    if let path = file?.path { removeIfEmpty(path) }
    file = nil
  }

  /// Removes the recording if it has no events and the user did not choose its name.
  private func removeIfEmpty(_ path: FilePath) {
    guard let session = StoredSession(path) else { return }
    if session.hasEvents || request.file != nil { return RecentFiles.add(path) }
    do throws(FileError) { try session.remove() } catch { return }
  }

  private func offerRecovery() {
    guard case .blank = loader.content, request.file == nil, let recovery = Recovery() else { return }
    notices.banner(
      recovery.question,
      button: Notices.Button(label: "Continue") { [application] in
        application.openDrawing(DrawRequest(), .unfinished(recovery))
      },
      onClose: { [weak self] in self?.finish(recovery) })
  }

  /// Completes the unfinished recordings, so that they can be opened later like any other.
  private func finish(_ recovery: Recovery) {
    application.hold()
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in try recovery.finish() }
    } then: { [weak self, application] result in
      defer { application.release() }
      switch result {
      case .success: RecentFiles.add(recovery)
      case .failure(let error): self?.notices.banner(error.description)
      }
    }
  }
}

/// A session as the source of a canvas.
private final class DrawingSource: CanvasSource {
  private let drawing: LiveDrawing

  init(_ drawing: LiveDrawing) { self.drawing = drawing }

  var pixelSize: PixelSize { drawing.board.raster.pixels }
  var pixelsPerPoint: Double { drawing.board.raster.scale }
  func takeDamage() -> Damage { drawing.takeDamage() }
  func compose(_ damage: Damage, into target: PixelTarget, threads: Int) {
    drawing.board.compose(damage, into: target, threads: threads)
  }
}
