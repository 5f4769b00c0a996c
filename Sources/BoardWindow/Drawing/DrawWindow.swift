import CGtk
import Canvas
import DrawingBoard
import InputEvents
import LiveDrawing
import Recordings
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
  private let request: DrawRequest
  private let tools: ToolStrip
  private var inks: InkBar!
  private var input: CanvasInput!
  private var ticker: FrameTicker!
  private var controls: ViewControls!
  private var bars = BarVisibility()
  private var text: TextEntry!
  /// Nothing before the canvas has a size.
  private(set) var drawing: LiveDrawing?

  init(_ request: DrawRequest, of application: BoardApplication) {
    self.request = request
    self.application = application
    layout = Layout(PackageResources.draw_ui)
    window = layout["window"]
    actions = ActionMap(of: window)
    canvas = CanvasView(layout["canvas"])
    notices = Notices(layout)
    tools = ToolStrip(layout)
    application.adopt(window)
    inks = InkBar(layout, actions) { [weak self] in self?.perform($0) }
    ticker = FrameTicker(canvas.widget) { [weak self] in self?.frame() ?? .rest }
    input = CanvasInput(
      canvas.widget, boardPoint: { [weak self] in self?.boardPoint(of: $0) ?? BoardPoint(x: $0.x, y: $0.y) },
      take: { [weak self] in self?.take($0) }, grabBroken: { [weak self] in self?.breakGrab() })
    canvas.onResize = { [weak self] in self?.resized(to: $0) }
    window.connect("close-request") { [weak self] in self?.close() }
    controls = ViewControls(canvas, actions)
    text = TextEntry(over: layout["overlay"], type: { [weak self] in self?.perform(.text($0)) }) { [weak self] in
      self?.perform(.endText)
    }
    addActions()
    setShortcuts(PackageResources.draw_shortcuts_ui)
  }

  /// Does what a menu, a key or a widget wants.
  func perform(_ command: BoardCommand) {
    drawing?.perform(command, at: EventClock.now)
    ticker.wake()
  }

  private func take(_ event: PointerEvent) {
    if case .began = event.phase { gtk_widget_grab_focus(canvas.widget.widget) }
    drawing?.handle(event)
    ticker.wake()
  }

  private func breakGrab() {
    drawing?.cancelAll(.window, at: EventClock.now)
    ticker.wake()
  }

  private func frame() -> FrameTicker.Wish {
    guard let drawing else { return .rest }
    let now = EventClock.now
    drawing.tick(now)
    canvas.viewport?.resize(board: drawing.board.raster.board)
    canvas.update()
    showState()
    slideBars(now)
    showText()
    if let failure = drawing.takeFailure() {
      notices.banner("This drawing is no longer recorded. \(failure.description) Save it before you close the window.")
    }
    let isResting = drawing.openTouches.isEmpty && drawing.deadline == nil && bars.nextChange == nil
    return isResting ? .rest : .goOn
  }

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
    application.setToolKeys(SwitchState(!text.isActive))
    if !text.isActive { gtk_widget_grab_focus(canvas.widget.widget) }
  }

  private func showState() {
    guard let drawing else { return }
    actions.setEnabled("undo", drawing.board.canUndo)
    actions.setEnabled("redo", drawing.board.canRedo)
    actions.setEnabled("clear", !drawing.board.operations.isEmpty)
    actions.setEnabled("delete", !drawing.board.selection.isEmpty)
    actions.show("tool", choice: drawing.board.settings.tool.rawValue)
    inks.show(drawing.board)
  }

  private func boardPoint(of point: SurfacePoint) -> BoardPoint {
    canvas.viewport?.boardPoint(of: point) ?? BoardPoint(x: point.x, y: point.y)
  }

  private func close() {
    drawing?.cancelAll(.window, at: EventClock.now)
    drawing?.finish()
  }
}

extension DrawWindow {
  /// The first size that the canvas gets is the board's; later ones let it grow.
  private func resized(to size: SurfaceSize) {
    guard size.width >= 1, size.height >= 1 else { return }
    guard let drawing else { return begin(BoardSize(width: size.width, height: size.height), on: size) }
    canvas.viewport?.resize(surface: size)
    let zoom = canvas.viewport?.zoom ?? 1
    drawing.grow(
      to: BoardSize(width: size.width / max(zoom, 1), height: size.height / max(zoom, 1)), at: EventClock.now)
    ticker.wake()
  }

  private func begin(_ size: BoardSize, on surface: SurfaceSize) {
    var setup = SessionSetup(size: size)
    setup.scale = Double(gtk_widget_get_scale_factor(canvas.widget.widget))
    setup.settings.marks = .shown
    setup.epochOffset = TimeSpan(nanoseconds: Int64(g_get_real_time() - g_get_monotonic_time()) * 1000)
    do {
      let drawing = try LiveDrawing(setup, to: output(), at: EventClock.now)
      self.drawing = drawing
      canvas.viewport = Viewport(board: size, surface: surface)
      canvas.show(DrawingSource(drawing))
      showState()
      ticker.wake()
    } catch {
      notices.banner("The window is too large to draw in: \(error).")
    }
  }

  private func output() -> (any SessionOutput)? {
    guard let path = request.file else { return nil }
    do {
      return try SessionFile(creating: path)
    } catch {
      notices.banner("This drawing is not recorded. \(error.description)")
      return nil
    }
  }
}

extension DrawWindow {
  private func askBackground() {
    guard let background = drawing?.board.background else { return }
    BackgroundDialog.ask(background, over: window) { [weak self] choice in
      switch choice {
      case .plain(let background): self?.perform(.background(background))
      case .image: break
      }
    }
  }

  private func addActions() {
    let tool = BoardSettings().tool.rawValue
    actions.add("tool", choice: tool) { [weak self] name in
      if let tool = Tool(rawValue: name) { self?.perform(.tool(tool)) }
    }
    let commands: [(String, BoardCommand)] = [
      ("undo", .undo), ("redo", .redo), ("clear", .clear), ("delete", .delete),
    ]
    for (name, command) in commands { actions.add(name) { [weak self] in self?.perform(command) } }
    actions.add("escape") { [weak self] in
      self?.perform(.endText)
      self?.perform(.deselect)
    }
    actions.add("background") { [weak self] in self?.askBackground() }
    actions.add("color-by-touch", state: .off) { [weak self] in
      self?.perform(.coloring($0 == .on ? .byTouch : .chosen))
    }
    actions.add("cancelled-ink", state: .off) { [weak self] in
      self?.perform(.cancelledInk($0 == .on ? .shown : .hidden))
    }
    addWindowActions()
    addFileActions()
  }
}
