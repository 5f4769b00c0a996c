package import Canvas

/// What the finished operations have made: the elements, and their ink as a cache of how they look.
package struct CommittedDrawing: Sendable {
  /// As it was before what ``stale`` has to show.
  package private(set) var ink: TiledImage
  package var background: Background
  package private(set) var elements = ElementList()
  /// Where elements have changed whose ink was not drawn since; `nil` if all is drawn.
  private var stale: Damage?

  package init(ink: TiledImage, background: Background) {
    self.ink = ink
    self.background = background
  }
}

extension CommittedDrawing {
  /// Carries a new operation out and keeps the tiles that it replaces.
  ///
  /// - Parameter layers: the operation's own, drawn already or now.
  mutating func apply(_ operation: NumberedOperation, _ layers: [InkLayer], on raster: Raster) -> UndoRecord {
    settle(on: raster)
    switch operation.operation {
    case .add, .erase:
      return UndoRecord(edits: elements.apply(operation), tiles: .kept(layers.map { ink.commit($0) }.reversed()))
    case .remove, .transform, .restyle, .editText, .textWidth, .clear:
      let edits = elements.edits(for: operation.operation, operation.id)
      return edit(edits, on: raster)
    case .background(let new): return UndoRecord(background: exchange(new), tiles: .kept([]))
    }
  }

  /// As ``apply(_:_:on:)``, where tiles are not kept, and so not copied. Changed elements are drawn when the ink is
  /// needed, however often they change until then.
  mutating func applyForgetting(_ operation: NumberedOperation, _ layers: [InkLayer], on raster: Raster) -> UndoRecord {
    switch operation.operation {
    case .add, .erase:
      for layer in layers { ink.merge(layer) }
      return UndoRecord(edits: elements.apply(operation), tiles: .forgotten)
    case .remove, .transform, .restyle, .editText, .textWidth, .clear:
      let edits = elements.edits(for: operation.operation, operation.id)
      return editForgetting(edits, on: raster)
    case .background(let new): return UndoRecord(background: exchange(new), tiles: .forgotten)
    }
  }

  /// As ``applyForgetting(_:_:on:)``, for a drawing that is not drawn before ``redraw(on:)``.
  mutating func applyUndrawn(_ operation: NumberedOperation) -> UndoRecord {
    if case .background(let new) = operation.operation {
      return UndoRecord(background: exchange(new), tiles: .forgotten)
    }
    return UndoRecord(edits: elements.apply(operation), tiles: .forgotten)
  }

  /// Takes back, and returns what takes that back.
  mutating func revert(_ record: UndoRecord, on raster: Raster) -> UndoRecord {
    settle(on: raster)
    if let background = record.background { return UndoRecord(background: exchange(background), tiles: .kept([])) }
    guard case .kept(let patches) = record.tiles else { return edit(record.edits, on: raster) }
    return UndoRecord(
      edits: elements.apply(record.edits), tiles: .kept(Array(patches.map { ink.apply($0) }.reversed())))
  }

  /// As ``revert(_:on:)``, where tiles are not kept.
  mutating func revertForgetting(_ record: UndoRecord, on raster: Raster) -> UndoRecord {
    if let background = record.background { return UndoRecord(background: exchange(background), tiles: .forgotten) }
    return editForgetting(record.edits, on: raster)
  }

  /// Draws all elements anew.
  package mutating func redraw(on raster: Raster) {
    stale = nil
    ink = TiledImage(size: raster.pixels)
    for element in elements.elements {
      for layer in element.layers(on: raster) { ink.merge(layer) }
    }
  }

  /// Draws what has changed and was not drawn.
  package mutating func settle(on raster: Raster) {
    guard let damage = stale else { return }
    stale = nil
    _ = redraw(damage, on: raster)
  }

  /// Finds out where elements lie, for searches by place.
  package mutating func findPlaces() { elements.findPlaces() }

  /// Some shapes lifted out of the drawing.
  package mutating func lift(_ shapes: Set<ElementID>, on raster: Raster) -> LiftedShapes {
    settle(on: raster)
    elements.findPlaces()
    return LiftedShapes(shapes, from: elements, drawnAs: ink, on: raster)
  }

  /// The ink with all changes drawn.
  package func settledInk(on raster: Raster) -> TiledImage {
    guard stale != nil else { return ink }
    var copy = self
    copy.settle(on: raster)
    return copy.ink
  }

  private mutating func exchange(_ new: Background) -> Background {
    defer { background = new }
    return background
  }

  /// Changes elements and draws the tiles anew that show them before or after.
  private mutating func edit(_ edits: [ElementEdit], on raster: Raster) -> UndoRecord {
    var damage = Damage(size: raster.pixels)
    var inverse: [ElementEdit] = []
    for edit in edits {
      for element in elements.affected(by: edit) {
        for layer in element.layers(on: raster) { damage.formUnion(layer.coverage) }
      }
      if let undone = elements.apply(edit) { inverse.append(undone) }
    }
    return UndoRecord(edits: inverse.reversed(), tiles: .kept([redraw(damage, on: raster)]))
  }

  private mutating func editForgetting(_ edits: [ElementEdit], on raster: Raster) -> UndoRecord {
    var damage = stale ?? Damage(size: raster.pixels)
    stale = nil
    for element in edits.lazy.flatMap(elements.affected) { damage.insert(element.inkBounds.tiles(on: raster)) }
    stale = damage
    return UndoRecord(edits: elements.apply(edits), tiles: .forgotten)
  }

  private mutating func redraw(_ damage: Damage, on raster: Raster) -> TilePatch {
    let patch = ink.removeTiles(in: damage)
    let bounds = damage.bounds
    elements.findPlaces()
    for element in elements.elements(touching: BoardRect(around: bounds, on: raster))
    where element.inkBounds.mayTouch(bounds, on: raster) {
      for layer in element.layers(on: raster) { ink.merge(layer, within: damage) }
    }
    return patch
  }
}
