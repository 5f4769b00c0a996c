import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelWindowArguments

extension DrawWindow {
  func addActions() {
    actions.add("tool", choice: BoardSettings().tool.rawValue) { [weak self] name in
      if let tool = Tool(rawValue: name) { self?.handle(.tool(tool)) }
    }
    // While a text is typed, what was typed is taken back; while a stroke is drawn, that stroke.
    actions.add("undo") { [weak self] in
      guard let self else { return }
      if start.canUndo { start.undo() } else if !text.undo() { handle(.undo) }
    }
    actions.add("redo") { [weak self] in if self?.text.redo() == false { self?.perform(.redo) } }
    actions.add("clear") { [weak self] in self?.perform(.clear) }
    addSelectionActions()
    addGuideActions()
    // Also cancels touches whose end a compositor never reports.
    actions.add("escape") { [weak self] in
      guard let self else { return }
      if isNaming { endNaming(.off) } else if start.isShown { start.escape() } else { handle(.key(.escape)) }
    }
    actions.add("background") { [weak self] in self?.askBackground() }
    addPreferences()
    addBarActions()
    addPageActions()
    addLayerActions()
    addGestureActions()
    addPenActions()
    addNaming()
    addWindowActions()
    addFileActions()
  }

  private func askBackground() {
    guard let background = drawing?.board.background else { return }
    BackgroundDialog.ask(background, over: window) { [weak self] in self?.setBackground($0) }
  }

  func setBackground(_ choice: BackgroundChoice) {
    switch choice {
    case .plain(let background): perform(.background(background))
    case .image(let image, let mode, on: let color):
      guard let id = drawing?.provide(png: image.png, at: EventClock.now) else { return }
      perform(.background(.image(id, mode, on: color)))
    }
  }
}

extension DrawWindow {
  var board: Board? { drawing?.board }

  func addFileActions() {
    actions.add("new") { [weak self, application] in
      if self?.isUntouched != true { self?.openNext { application.openDrawing($0) } }
    }
    actions.add("sessions") { [weak self] in self?.showSessions() }
    actions.add("replay") { [weak self] in self?.replay() }
    addFileActions(picture: "drawing.png")
    addClipboardActions()
    acceptContent()
  }

  /// Opens a file; a window in which nothing was done gives way to it.
  func open(_ path: FilePath) {
    openNext { [application] in application.open(path, $0) }
    if isUntouched { gtk_window_close(window.pointer()) }
  }

  /// Opens another window. A window that reads devices covers their screen, and has them for itself: it gives way to
  /// the other one, which reads them from then on.
  private func openNext(_ open: @escaping (DrawArguments) -> Void) {
    var next = DrawArguments.notGiven
    (next.devices, next.grab) = (arguments.devices, arguments.grab)
    guard !next.devices.isEmpty else { return open(next) }
    afterClosing = { open(next) }
    gtk_window_close(window.pointer())
  }

  /// Plays the recording that is drawn on, from its beginning.
  private func replay() {
    guard let opened else { return }
    openNext { [application] _ in application.openPlayer(.notGiven(butFile: opened.argument)) }
  }

  func completeTyping() {
    if board?.editedText != nil { perform(.endText) }
  }

  func recording(for path: FilePath) throws(FileError) -> SavedContent? {
    guard let file else {
      throw FileError(file: path.string, message: translated("there is no recording of this drawing"))
    }
    if file.path.isSameFile(as: path) { return nil }
    // Writes what is due within the next second before the file is read.
    drawing?.tick(EventClock.now.advanced(by: TimeSpan(seconds: 1)))
    return .recording(try FileBytes.open(file.path), .inProgress)
  }
}
