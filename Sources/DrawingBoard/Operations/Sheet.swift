internal import Canvas

/// What the finished operations have made: the elements, and their ink as a cache of how they look.
struct Sheet: Sendable {
  var ink: TiledImage
  var background: Background
  var elements = ElementList()
}

extension Sheet {
  /// Carries a new operation out and keeps the tiles that it replaces.
  ///
  /// - Parameter layers: the operation's own, drawn already or now.
  mutating func apply(_ operation: NumberedOperation, _ layers: [InkLayer], on raster: Raster) -> Reversal {
    switch operation.operation {
    case .add, .erase: Reversal(edits: editOnTop(operation), tiles: .kept(layers.map { ink.commit($0) }.reversed()))
    case .remove, .transform, .restyle, .editText, .textWidth, .clear:
      edit(elements.edits(for: operation.operation, operation.id), on: raster)
    case .background(let new): Reversal(background: exchange(new), tiles: .kept([]))
    }
  }

  /// As ``apply(_:_:on:)``, where tiles are not kept, and so not copied.
  mutating func applyForgetting(_ operation: NumberedOperation, _ layers: [InkLayer], on raster: Raster) -> Reversal {
    switch operation.operation {
    case .add, .erase:
      for layer in layers { ink.merge(layer) }
      return Reversal(edits: editOnTop(operation), tiles: .forgotten)
    case .remove, .transform, .restyle, .editText, .textWidth, .clear, .background:
      return apply(operation, layers, on: raster).forgotten
    }
  }

  /// Takes back, and returns what takes that back.
  mutating func revert(_ reversal: Reversal, on raster: Raster) -> Reversal {
    if let background = reversal.background { return Reversal(background: exchange(background), tiles: .kept([])) }
    guard case .kept(let patches) = reversal.tiles else { return edit(reversal.edits, on: raster) }
    return Reversal(
      edits: Array(reversal.edits.map { elements.apply($0) }.reversed()),
      tiles: .kept(Array(patches.map { ink.apply($0) }.reversed())))
  }

  /// Draws all elements anew.
  mutating func redraw(on raster: Raster) {
    ink = TiledImage(size: raster.pixels)
    for element in elements.elements {
      for layer in element.layers(on: raster) { ink.merge(layer) }
    }
  }

  private mutating func editOnTop(_ operation: NumberedOperation) -> [ElementEdit] {
    Array(elements.edits(for: operation.operation, operation.id).map { elements.apply($0) }.reversed())
  }

  private mutating func exchange(_ new: Background) -> Background {
    defer { background = new }
    return background
  }

  /// Changes elements and draws the tiles anew that show them before or after.
  private mutating func edit(_ edits: [ElementEdit], on raster: Raster) -> Reversal {
    var damage = Damage(size: raster.pixels)
    var inverse: [ElementEdit] = []
    for edit in edits {
      for element in elements.affected(by: edit) {
        for layer in element.layers(on: raster) { damage.formUnion(layer.coverage) }
      }
      inverse.append(elements.apply(edit))
    }
    return Reversal(edits: inverse.reversed(), tiles: .kept([redraw(damage, on: raster)]))
  }

  private mutating func redraw(_ damage: Damage, on raster: Raster) -> TilePatch {
    let patch = ink.removeTiles(in: damage)
    for element in elements.elements where element.extent.mayTouch(damage.bounds, on: raster) {
      for layer in element.layers(on: raster) { ink.merge(layer, within: damage) }
    }
    return patch
  }
}
