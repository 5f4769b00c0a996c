import ByteStreams
import CGtk
import Canvas
import DrawingBoard
import Drawings
import InputEvents
import LiveDrawing
import SystemPackage
import TouchTracking

/// The window that one draws in.
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
  private var opening: DrawingLoader!
  private var bars = BarVisibility()
  var kernel: KernelInput?
  /// Nothing before the canvas has a size, and while something is read first.
  private(set) var drawing: LiveDrawing?
  private(set) var file: SessionFile?

  init(_ request: DrawRequest, _ beginning: InitialContent = .blank, of application: BoardApplication) {
    self.request = request
    self.application = application
    layout = Layout(PackageResources.draw_ui)
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    tools = ToolStrip(layout)
    application.adopt(window)
    opening = DrawingLoader(beginning, for: application, notices, ReadingBar(layout)) { [weak self] in
      self?.show($0)
    }
    makeParts()
    addActions()
    setReady(.off)
    setShortcuts(PackageResources.draw_shortcuts_ui)
    if let device = request.device { coverScreen(of: device) }
  }

  private func makeParts() {
    inks = InkBar(layout, actions) { [weak self] in self?.perform($0) }
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .stop }
    controls = ViewControls(canvas, actions)
    input = CanvasInput(
      canvas.widget, boardPoint: { [weak self] in self?.controls.boardPoint(of: $0, by: $1) ?? BoardPoint(x: 0, y: 0) },
      take: { [weak self] in self?.take($0) }, grabBroken: { [weak self] in self?.takeBack() })
    input.watchProximity(in: window)
    text = TextEntry(
      over: layout["overlay"], type: { [weak self] in self?.perform(.text($0)) },
      end: { [weak self] in self?.perform(.endText) })
    canvas.onResize = { [weak self] in self?.resized(to: $0) }
    canvas.widget.connect("notify::scale-factor") { [weak self] in self?.rescale() }
    // Its numbers are typed.
    layout["more-popover"].connect("map") { [application] in application.setTextKeys(.off) }
    layout["more-popover"].connect("unmap") { [application] in application.setTextKeys(.on) }
    window.connect("close-request") { [weak self] in self?.close() }
  }

  /// Does what a menu, a key or a widget wants.
  func perform(_ command: BoardCommand) {
    drawing?.perform(command, at: EventClock.now)
    ticker.wake()
  }

  private func take(_ event: PointerEvent) {
    if event.phase == .began { gtk_widget_grab_focus(canvas.widget.widget) }
    if let zoom = canvas.viewport?.zoom { drawing?.zoom = zoom }
    drawing?.handle(event)
    // The next finger may come before the next frame of the display.
    if event.phase == .ended, drawing?.pinch != nil {
      drawing?.settle()
      showView()
    }
    ticker.wake()
  }

  /// Strokes in progress are no more.
  func takeBack() {
    drawing?.cancelAll(.window, at: EventClock.now)
    ticker.wake()
  }
}

extension DrawWindow {
  /// Before each frame of the display: what has happened is shown.
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
      notices.banner("This drawing is no longer recorded. \(failure.description) Save it before you close the window.")
    }
    let isResting = drawing.openTouches.isEmpty && drawing.deadline == nil && bars.nextChange == nil
    return isResting ? .stop : .continue
  }

  /// As two fingers make it.
  func showView() { controls.follow(drawing?.pinch) }

  /// The bars give way to what is drawn.
  private func slideBars(_ now: Timestamp) {
    bars.note(openTouches: drawing?.openTouches.count ?? 0, at: now)
    for bar in ["tools", "inks"] { layout[bar].isRevealed = bars.isShown(at: now) }
  }

  /// While a text is typed, letters are letters.
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
  /// The first size that the canvas gets is a blank board's; later ones let it grow.
  private func resized(to size: SurfaceSize) {
    guard size.width >= 1, size.height >= 1 else { return }
    guard let drawing else { return opening.begin(start(on: size)) }
    canvas.viewport?.resize(surface: size)
    if case .blank = opening.beginning {
      let zoom = max(canvas.viewport?.zoom ?? 1, 1)
      drawing.grow(to: BoardSize(width: size.width / zoom, height: size.height / zoom), at: EventClock.now)
    }
    ticker.wake()
  }

  private var scale: Double { Double(gtk_widget_get_scale_factor(canvas.widget.widget)) }

  /// The window is on a display of another scale.
  private func rescale() {
    do throws(BoardError) {
      try drawing?.redraw(atScale: scale)
    } catch {
      notices.banner("The board is too large for this display's scale, and is shown coarser.")
    }
    ticker.wake()
  }

  private func start(on surface: SurfaceSize) -> SessionStart {
    SessionStart(
      request: request, size: BoardSize(width: surface.width, height: surface.height), scale: scale,
      gestures: Preferences[.gestures] == .on ? .severalFingers : .off)
  }

  /// What needs a drawing can be used where there is one.
  private func setReady(_ state: SwitchState) {
    for bar in ["tools", "inks"] { layout[bar].isSensitive = state == .on }
    for name in Self.readyActions { actions.setEnabled(name, state == .on) }
  }

  private static let readyActions = [
    "undo", "redo", "clear", "delete", "background", "gestures", "color-by-touch", "cancelled-ink", "save-as", "copy",
  ]

  private func show(_ begun: SessionStart.StartedSession) {
    (drawing, file) = (begun.drawing, begun.file)
    var viewport = Viewport(board: begun.drawing.board.raster.board, surface: canvas.size)
    if case .blank = opening.beginning {} else { viewport.fit() }
    canvas.viewport = viewport
    if begun.drawing.board.raster.scale != scale { rescale() }
    canvas.show(DrawingSource(begun.drawing))
    setReady(.on)
    layout["subtitle"].setLabel(file?.path.lastComponent?.string ?? "Not recorded")
    layout["subtitle"].isVisible = true
    showState()
    beginKernelInput()
    offerRecovery()
    ticker.wake()
  }

  private func close() {
    opening.cancel()
    kernel?.stop()
    drawing?.cancelAll(.window, at: EventClock.now)
    drawing?.finish()
    if let path = file?.path { keepOrForget(path) }
    file = nil
  }

  /// A session in which nothing happened is not worth a file that nobody asked for.
  private func keepOrForget(_ path: FilePath) {
    guard let session = StoredSession(path) else { return }
    if session.hasEvents || request.file != nil { return RecentFiles.note(path) }
    do throws(FileError) { try session.remove() } catch { return }
  }

  private func offerRecovery() {
    guard case .blank = opening.beginning, request.file == nil, let recovery = Recovery() else { return }
    notices.banner(
      recovery.question,
      offer: Notices.Offer(label: "Draw On") { [application] in
        application.openDrawing(DrawRequest(), .unfinished(recovery))
      },
      refused: { [weak self] in self?.finish(recovery) })
  }

  /// What is not wanted now can be opened later as any recording.
  private func finish(_ recovery: Recovery) {
    application.hold()
    _ = BackgroundTask { _ in
      Result { () throws(FileError) in try recovery.finish() }
    } then: { [weak self, application] result in
      defer { application.release() }
      switch result {
      case .success: RecentFiles.note(recovery)
      case .failure(let error): self?.notices.banner(error.description)
      }
    }
  }
}

/// A session, as a canvas shows it.
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
