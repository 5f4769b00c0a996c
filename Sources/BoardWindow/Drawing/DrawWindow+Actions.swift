import CGtk
import DrawingBoard
import LiveDrawing

extension DrawWindow {
  func addActions() {
    actions.add("tool", choice: BoardSettings().tool.rawValue) { [weak self] name in
      if let tool = Tool(rawValue: name) { self?.perform(.tool(tool)) }
    }
    let commands: [(String, BoardCommand)] = [
      ("undo", .undo), ("redo", .redo), ("clear", .clear), ("delete", .delete),
    ]
    for (name, command) in commands { actions.add(name) { [weak self] in self?.perform(command) } }
    // Also the way back where a compositor never tells that a finger has gone.
    actions.add("escape") { [weak self] in
      self?.takeBack()
      self?.perform(.endText)
      self?.perform(.deselect)
    }
    actions.add("background") { [weak self] in self?.askBackground() }
    addSwitches()
    addWindowActions()
    addFileActions()
  }

  private func addSwitches() {
    actions.add("color-by-touch", state: .off) { [weak self] in
      self?.perform(.coloring($0 == .on ? .byTouch : .chosen))
    }
    actions.add("cancelled-ink", state: .off) { [weak self] in
      self?.perform(.cancelledInk($0 == .on ? .shown : .hidden))
    }
    actions.add("gestures", state: Preferences[.gestures] ?? .off) { [weak self] state in
      Preferences[.gestures] = state
      self?.drawing?.gestures = state == .on ? .severalFingers : .off
      if state == .on { self?.notices.toast("Two fingers undo, three redo, pinch zooms") }
    }
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
