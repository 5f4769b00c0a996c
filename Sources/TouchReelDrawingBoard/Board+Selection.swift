import TouchReelCanvas
package import TouchReelDrawings
package import TouchReelTouchTracking

extension Board {
  /// The frame around the selected shapes, where a drag has moved them; `nil` if nothing is selected.
  package var selectionFrame: SelectionFrame? {
    guard !selection.isEmpty else { return nil }
    if let lift, let frame = frameWhenLifted, let move = lift.move { return frame.moved(byX: move.x, y: move.y) }
    let shown = lift?.shown ?? [:]
    return SelectionFrame(
      selection.sorted().compactMap { shown[$0] ?? committed.elements[$0]?.shape }, settings.handles)
  }

  /// The text that is being edited, as far as it has been typed.
  package var editedText: TextShape? { editing?.shape }

  /// Whether what has been typed of it changes the drawing, once it is finished.
  package var isTextChanged: Bool { editing?.operation != nil }

  /// Whether that text is new and has no ``TextArea``.
  package var isEditingCenteredText: Bool { editing?.isCentered ?? false }

  /// What a touch that begins finds.
  var scene: Scene {
    let held = live.touches.compactMap(\.claim?.shapes)
    return Scene(
      elements: committed.elements, selection: selection, held: held.reduce(into: []) { $0.formUnion($1) })
  }

  /// The topmost shape of the page that is shown which is hit, on whatever layer, as far as that is seen.
  package func topmostShape(at point: BoardPoint) -> ElementID? {
    for layer in committed.pages.layers.layers.reversed() where !layer.look.isHidden {
      let scene = Scene(elements: layer.elements, selection: [], held: [])
      if let found = scene.topmost(at: point) { return found.id }
    }
    return nil
  }

  /// Whether a shape or an erasure is on the page that is shown, on a layer that is seen.
  package func shows(_ element: ElementID) -> Bool {
    committed.pages.layers.layers.contains { !$0.look.isHidden && $0.elements[element] != nil }
  }

  mutating func select(_ shapes: Set<ElementID>) {
    guard shapes != selection else { return }
    selection = shapes
    keepWhatIsThere()
  }

  /// Selects with the tool for it, as a menu does: with another one, nothing would show what is selected.
  mutating func selectByCommand(_ shapes: Set<ElementID>) {
    finishText()
    if settings.tool.selects, isLayerOpen { select(shapes) }
  }

  /// Puts shapes on top, and selects them if it can.
  mutating func paste(_ shapes: [PlacedShape]) throws(BoardError) {
    finishText()
    guard !shapes.isEmpty else { return }
    try perform(.insert(shapes))
    if settings.tool.selects, let pasted = latestOperation?.added { select(pasted) }
  }

  /// The shapes that an undo of their deletion has brought back, or of which it has taken duplicates away, to be
  /// selected again as they were; `nil` if there are none, or the tool does not select.
  ///
  /// - Parameters:
  ///   - operation: the latest one before the undo.
  ///   - originals: what it duplicated; `nil` if it did not.
  package func shapesToSelect(
    afterUndoOf operation: NumberedOperation?, duplicating originals: Set<ElementID>?
  ) -> Set<ElementID>? {
    guard settings.tool.selects, let operation, latestOperation?.id != operation.id else { return nil }
    if case .remove(let shapes) = operation.operation { return shapes }
    return originals
  }

  /// The shapes that a redo has put there again, to be selected as they were when they were pasted or duplicated;
  /// `nil` if there are none, or the tool does not select.
  ///
  /// - Parameter before: the latest operation before the redo.
  package func shapesToSelect(afterRedoUpon before: NumberedOperation?) -> Set<ElementID>? {
    guard settings.tool.selects, let latest = latestOperation, latest.id != before?.id,
      case .insert = latest.operation
    else { return nil }
    return latest.added
  }

  /// What is selected as it looks, bottom to top.
  package var selectedShapes: [PlacedShape] {
    var elements = committed.elements
    return elements.copies(of: selection)
  }

  func copiesOfSelection(movedBy offset: BoardPoint) -> [PlacedShape] {
    selectedShapes.map { $0.transformed(by: .move(byX: offset.x, y: offset.y)) }
  }

  /// Carries out an operation of a touch. An impossible one, such as scaling beyond the limits, is ignored.
  mutating func commitIfPossible(_ operation: BoardOperation) {
    do {
      try check(operation)
      draw(operation)
    } catch {
      // The shapes are shown where they were once the touch is gone.
    }
  }

  /// Does something to what is selected, if anything is.
  mutating func changeSelection(_ change: (Set<ElementID>) -> BoardOperation) throws(BoardError) {
    finishText()
    if !selection.isEmpty { try perform(change(selection)) }
  }
}

extension Board {
  /// Whether the picture shows anything besides the committed drawing.
  var showsChanges: Bool {
    !selection.isEmpty || editing != nil || lift != nil || !marks.isEmpty
      || live.touches.contains(where: \.actsOnShapes)
  }

  /// Ends what concerns shapes that are gone: they are not selected or edited, and touches that moved them are
  /// cancelled.
  mutating func keepWhatIsThere() {
    replaceLift(by: nil)
    let elements = committed.elements
    func isShape(_ id: ElementID) -> Bool { elements[id]?.shape != nil }
    selection = selection.filter(isShape)
    if let id = editing?.id, !isShape(id) { editing = nil }
    for index in live.touches.indices { live.touches[index].keepShapes(where: isShape) }
    for touch in liveInOrder {
      guard let held = touch.claim?.shapes, !held.allSatisfy(isShape) else { continue }
      cancel(touch.touch.id)
      lines.cancel(touch.touch.id)
      touchesWithoutShape.append(touch.touch.id)
    }
    showChanges()
  }

  /// Shows shapes as touches that are down, the keyboard and the theme have them.
  mutating func showChanges() {
    let changes = pendingChanges
    let shapes =
      changes.count == 1 ? changes[0].targets : changes.reduce(into: Set<ElementID>()) { $0.formUnion($1.targets) }
    let removed = changes.reduce(into: Set<ElementID>()) { $0.formUnion($1.removed) }
    if shapes != lift?.shapes ?? [] || removed != lift?.removed ?? [] {
      replaceLift(by: shapes.isEmpty ? nil : committed.lift(shapes, removing: removed, on: raster))
    }
    lift?.show(changes)
    showMarks()
  }

  private mutating func replaceLift(by new: LiftedShapes?) {
    if let lift { damage.formUnion(lift.footprint) }
    if let new { damage.formUnion(new.footprint) }
    (lift, frameWhenLifted) = (nil, nil)
    // The frame of few shapes is found anew, as it always was.
    if let new, new.isMuch, new.shapes == selection { frameWhenLifted = selectionFrame }
    lift = new
  }

  /// What touches that are down, the keyboard and the theme show of finished shapes, as operations.
  var pendingChanges: [BoardOperation] {
    var changes = liveInOrder.compactMap(\.claim?.change)
    if let editing, let id = editing.id { changes.append(.editText(id, editing.shape.text)) }
    if settings.theme == .redInProgress, !selection.isEmpty {
      changes.append(.restyle(selection, .color(Theme.selectedColor)))
    }
    return changes
  }

  private mutating func showMarks() {
    for layer in marks { damage.formUnion(layer.coverage) }
    marks = markLayers
    for layer in marks { damage.formUnion(layer.coverage) }
  }

  /// A new text, and, where they are to be seen, the selection's frame and marquees.
  private var markLayers: [InkLayer] {
    let text = editing.flatMap { $0.id == nil ? Shape.text($0.shape).layers(on: raster) : nil } ?? []
    guard settings.marks == .shown else { return text }
    let marquees = liveInOrder.compactMap(\.marquee).flatMap { SelectionMarks.layers(of: $0, on: raster) }
    return text + (selectionFrame.map { SelectionMarks.layers(of: $0, on: raster) } ?? []) + marquees
  }
}

extension BoardOperation {
  fileprivate var removed: Set<ElementID> {
    if case .remove(let shapes) = self { shapes } else { [] }
  }
}
