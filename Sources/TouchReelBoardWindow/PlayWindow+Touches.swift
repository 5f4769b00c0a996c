import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelReplaying
import TouchReelTouchTracking

/// Touches that are chosen, to be deleted or given another look.
extension PlayWindow {
  func addTouchActions() {
    actions.add("escape") { [weak self] in self?.chooseNone() }
    actions.add("delete") { [weak self] in self?.deleteChosen() }
    actions.add("undo") { [weak self] in self?.edit { $0.undo() } }
    actions.add("redo") { [weak self] in self?.edit { $0.redo() } }
    actions.add("touches-as-recorded") { [weak self] in self?.editChosen { $0.restore($1) } }
    actions.add("show-hidden-touches") { [weak self] in self?.edit { $0.showAll() } }
    actions.add(
      "touch-color",
      withText: { [weak self] word in
        if let color = PixelColor(word: word) { self?.editChosen { $0.give(color, to: $1) } }
      })
    actions.add(
      "touch-width",
      withText: { [weak self] text in if let width = Double(text) { self?.editChosen { $0.give(width: width, to: $1) } }
      })
    showEdits()
  }

  /// Enables what can be done, and shows in the title whether anything is not saved.
  func showEdits() {
    for name in ["escape", "delete", "touches-as-recorded", "touch-color", "touch-width"] {
      actions.setEnabled(name, !chosen.isEmpty)
    }
    actions.setEnabled("undo", edits?.canUndo == true)
    actions.setEnabled("redo", edits?.canRedo == true)
    actions.setEnabled("show-hidden-touches", edits?.hidesAny == true)
    showName((edits?.isUnsaved == true ? "• " : "") + arguments.path.fileName)
    gtk_widget_queue_draw(canvas.widget.widget)
  }

  /// Chooses a touch instead of those that are chosen; with Shift or Ctrl besides them, or no longer.
  func choose(_ touch: Touch.ID?) {
    switch (touch, heldKeys.isEmpty) {
    case (nil, true): chosen = []
    case (nil, false): break
    case (let touch?, true): chosen = [touch]
    case (let touch?, false): if chosen.remove(touch) == nil { chosen.insert(touch) }
    }
    showEdits()
  }

  private func chooseNone() {
    chosen = []
    showEdits()
  }

  private func deleteChosen() {
    let count = chosen.count
    editChosen { $0.hide($1) }
    chooseNone()
    notices.toast(count == 1 ? translated("1 touch deleted") : translated("%s touches deleted", "\(count)"))
  }

  private func editChosen(_ change: (inout TouchEdits, Set<Touch.ID>) -> Void) {
    let chosen = chosen
    edit { change(&$0, chosen) }
  }

  private func edit(_ change: (inout TouchEdits) -> Void) {
    guard var edits else { return }
    change(&edits)
    guard edits.looks != self.edits?.looks else { return }
    self.edits = edits
    look.touches = edits.changes
    redraw()
    findTouches()
    showEdits()
  }

  /// Outlines the chosen touches, as far as they are drawn at the instant that is shown.
  func paintChosen(_ snapshot: Snapshot, _ viewport: Viewport) {
    guard !chosen.isEmpty, let index, let replay = source?.replay else { return }
    let view = ViewRect(x: 0, y: 0, width: viewport.surface.width, height: viewport.surface.height)
    snapshot.drawing(in: view) { context in
      for touch in chosen.sorted() where index.isDrawn(touch, on: replay.board, at: replay.time) {
        let points = index.points(of: touch, through: replay.time)
        let step = max(1, points.count / Self.mostOutlinePoints)
        let line = stride(from: 0, to: points.count, by: step).map { viewport.surfacePoint(of: points[$0]) }
        context.line(through: line + points.suffix(1).map(viewport.surfacePoint(of:)), width: 9, Self.outlineColor)
      }
    }
  }

  private static let mostOutlinePoints = 4000
  private static let outlineColor = PixelColor(red: 0x35, green: 0x84, blue: 0xe4, alpha: 140)
}
