package import TouchReelCanvas

/// What the finished operations have made: the elements, and their ink as a cache of how they look.
package struct CommittedDrawing: Sendable {
  /// The image of the chosen layer, as it was before what ``stale`` and ``batch`` have to show, and what is in
  /// progress.
  private var image: TiledImage
  /// Those of the page's other layers.
  private var otherImages: [LayerID: TiledImage] = [:]
  /// What the image is of.
  private var imagePlace = DrawingPlace.first
  /// What was drawn on all pages; the images are of the one that is shown.
  package private(set) var pages: PageStack
  /// Where elements have changed whose ink was not drawn since; `nil` if all is drawn.
  private var stale: Damage?
  /// Strokes on top that are not in the ink yet, and how many threads are to draw them.
  private var batch = InkBatch()
  private var threads = 1
  /// The image with the batch before, as it is drawn; the image above is empty meanwhile.
  private var inProgress: InkInProgress?
  /// Where strokes were drawn since this was last taken.
  private var drawn: Damage

  package init(ink: TiledImage, background: Background) {
    image = ink
    pages = PageStack(background)
    drawn = Damage(size: ink.size)
  }

  /// Some elements, drawn on pixels of their own.
  package init(_ elements: ElementList, on raster: Raster, threads: Int) {
    self.init(ink: TiledImage(size: raster.pixels), background: .color(.white))
    self.elements = elements
    redraw(on: raster, threads: threads)
  }

  /// What lies on the chosen layer of the page that is shown.
  package private(set) var elements: ElementList {
    get { pages.elements }
    _modify { yield &pages.elements }
  }

  /// The background of that page.
  package var background: Background { pages.paper.background }

  /// Shows a page, whose ink is not drawn before ``redraw(on:threads:)``, or pages as they were.
  package mutating func show(_ new: PageStack) { pages = new }

  /// What has been drawn.
  package var ink: TiledImage { inProgress?.finished().image ?? image }
}

/// The ink of a new operation.
package enum NewInk: Sendable {
  /// Bottom to top.
  case layers([InkLayer])
  /// A stroke that may wait for others, to be drawn with them.
  case stroke([InkSegment], InkPaint, threads: Int)

  func layers(on raster: Raster) -> [InkLayer] {
    switch self {
    case .layers(let layers): return layers
    case .stroke(let pieces, let paint, let threads):
      var coverage = CoverageLayer(size: raster.pixels)
      coverage.add(pieces, threads: threads)
      return [paint.layer(coverage)]
    }
  }
}

extension CommittedDrawing {
  /// Carries a new operation out and keeps the tiles that it replaces.
  ///
  /// - Parameter new: the operation's own ink.
  mutating func apply(_ operation: NumberedOperation, _ new: NewInk, on raster: Raster) -> UndoRecord {
    settle(on: raster)
    switch operation.operation {
    case .add, .erase:
      let patches = new.layers(on: raster).map { image.commit($0) }
      return UndoRecord(edits: elements.apply(operation), tiles: .kept(patches.reversed()))
    case .insert, .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace,
      .clear:
      let edits = elements.edits(for: operation.operation, operation.id)
      return edit(edits, on: raster)
    case .background(let new): return UndoRecord(background: exchange(new), tiles: .kept([]))
    case .page(let change): return UndoRecord(pages: turn(by: change, operation.id), tiles: .kept([]))
    case .layer(let change): return UndoRecord(pages: self.change(change, operation.id, on: raster), tiles: .kept([]))
    }
  }

  /// Applies an operation where tiles are not kept, and so not copied. Changed elements are drawn when the ink is
  /// needed, however often they change until then.
  mutating func applyForgetting(_ operation: NumberedOperation, _ new: NewInk, on raster: Raster) -> UndoRecord {
    switch operation.operation {
    case .add, .erase:
      put(new)
      return UndoRecord(edits: elements.apply(operation), tiles: .forgotten)
    case .insert, .remove, .transform, .stretch, .arrange, .order, .restyle, .editText, .textWidth, .crop, .replace,
      .clear:
      let edits = elements.edits(for: operation.operation, operation.id)
      return editForgetting(edits, on: raster)
    case .background(let new): return UndoRecord(background: exchange(new), tiles: .forgotten)
    case .page(let change): return UndoRecord(pages: turn(by: change, operation.id), tiles: .forgotten)
    case .layer(let change): return UndoRecord(pages: self.change(change, operation.id, on: raster), tiles: .forgotten)
    }
  }

  /// Puts ink on top without an element that it is of, so that it cannot be taken back.
  mutating func draw(_ ink: NewInk) { put(ink) }

  /// Applies an operation to a drawing that is not drawn before ``redraw(on:)``.
  mutating func applyUndrawn(_ operation: NumberedOperation) -> UndoRecord {
    switch operation.operation {
    case .background(let new): return UndoRecord(background: exchange(new), tiles: .forgotten)
    case .page(let change): return UndoRecord(pages: turn(by: change, operation.id), tiles: .forgotten)
    case .layer(let change):
      defer { pages.layers.apply(change, operation.id) }
      return UndoRecord(pages: pages, tiles: .forgotten)
    default: break
    }
    return UndoRecord(edits: elements.apply(operation), tiles: .forgotten)
  }

  /// Takes back, and returns what takes that back.
  mutating func revert(_ record: UndoRecord, on raster: Raster) -> UndoRecord {
    settle(on: raster)
    if let background = record.background { return UndoRecord(background: exchange(background), tiles: .kept([])) }
    if let pages = record.pages { return UndoRecord(pages: exchange(pages, on: raster), tiles: .kept([])) }
    guard case .kept(let patches) = record.tiles else { return edit(record.edits, on: raster) }
    return UndoRecord(
      edits: elements.apply(record.edits), tiles: .kept(Array(patches.map { image.apply($0) }.reversed())))
  }

  /// Reverts an operation where tiles are not kept.
  mutating func revertForgetting(_ record: UndoRecord, on raster: Raster) -> UndoRecord {
    if let background = record.background { return UndoRecord(background: exchange(background), tiles: .forgotten) }
    if let pages = record.pages { return UndoRecord(pages: exchange(pages, on: raster), tiles: .forgotten) }
    return editForgetting(record.edits, on: raster)
  }

  /// Draws all elements anew.
  ///
  /// - Parameter threads: how many to draw with; the pixels do not depend on it.
  package mutating func redraw(on raster: Raster, threads: Int) {
    stale = nil
    (image, inProgress) = (TiledImage(size: raster.pixels), nil)
    batch.removeAll()
    drawn = Damage(size: raster.pixels)
    imagePlace = pages.place
    otherImages = [:]
    drawOtherLayers(on: raster, threads: threads)
    for element in elements.elements {
      if let (pieces, paint) = element.stroke(on: raster) {
        put(.stroke(pieces, paint, threads: threads))
      } else {
        put(.layers(element.layers(on: raster)))
      }
    }
    drawBatch()
  }

  /// Puts ink on top.
  private mutating func put(_ new: NewInk) {
    switch new {
    case .layers(let layers):
      drawBatch()
      for layer in layers { image.merge(layer) }
    case .stroke(let pieces, let paint, let threads):
      batch.add(pieces, paint)
      self.threads = threads
      guard batch.isFull(threads: threads) else { return }
      if threads > 1 { drawBatchAhead() } else { drawBatch() }
    }
  }

  private mutating func drawBatch() {
    collectInk()
    guard !batch.isEmpty else { return }
    image.merge(batch, threads: threads, damage: &drawn)
    batch.removeAll()
  }

  private mutating func drawBatchAhead() {
    collectInk()
    // Taken out first, so that nothing else holds its tiles and they change in place.
    var taken = TiledImage(size: image.size)
    swap(&taken, &image)
    inProgress = InkInProgress(consume taken, batch, threads: threads - 1)
    batch.removeAll()
  }

  private mutating func collectInk() {
    guard let finished = inProgress?.finished() else { return }
    inProgress = nil
    image = finished.image
    drawn.formUnion(finished.damage)
  }

  /// Where strokes were drawn that had waited.
  package mutating func moveDamage(to total: inout Damage) {
    guard !drawn.isEmpty else { return }
    total.formUnion(drawn)
    drawn.reset()
  }

  /// Draws what has changed and was not drawn.
  package mutating func settle(on raster: Raster) {
    drawBatch()
    guard let damage = stale else { return }
    stale = nil
    _ = redraw(damage, on: raster)
  }

  /// Replaces all ink, which is settled, and returns what was there.
  package mutating func exchangeInk(_ new: TiledImage) -> TiledImage {
    defer { image = new }
    return image
  }

  /// Gives up room for strokes to come. Of an emptied array copies make room as large as it had: 300 KB each.
  package mutating func giveUpRoom() { if batch.isEmpty { batch = InkBatch() } }

  /// Finds out where elements lie, for searches by position.
  package mutating func updateIndex() { elements.updateIndex() }

  /// Some shapes lifted out of the drawing.
  ///
  /// - Parameter removed: those of them that are not shown.
  package mutating func lift(
    _ shapes: Set<ElementID>, removing removed: Set<ElementID> = [], on raster: Raster
  ) -> LiftedShapes {
    settle(on: raster)
    elements.updateIndex()
    return LiftedShapes(shapes, removing: removed, from: elements, drawnAs: image, on: raster)
  }

  /// The ink with all changes drawn.
  package func settledInk(on raster: Raster) -> TiledImage {
    guard stale != nil || !batch.isEmpty || inProgress != nil else { return image }
    var copy = self
    copy.settle(on: raster)
    return copy.image
  }

  private mutating func exchange(_ new: Background) -> Background {
    defer { pages.paper.background = new }
    return background
  }

  /// - Returns: the pages as they were. The ink of another page is not drawn before ``redraw(on:threads:)``.
  private mutating func exchange(_ new: PageStack, on raster: Raster) -> PageStack {
    let former = pages
    settle(on: raster)
    pages = new
    followLayers(on: raster)
    return former
  }

  /// - Returns: the pages as they were. The ink of another page is not drawn before ``redraw(on:threads:)``.
  private mutating func turn(by operation: PageOperation, _ id: ElementID) -> PageStack {
    defer { pages.apply(operation, id) }
    return pages
  }

  /// - Returns: the pages as they were.
  private mutating func change(_ operation: LayerOperation, _ id: ElementID, on raster: Raster) -> PageStack {
    var new = pages
    new.layers.apply(operation, id)
    return exchange(new, on: raster)
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
    let patch = image.removeTiles(in: damage)
    let bounds = damage.bounds
    elements.updateIndex()
    for element in elements.elements(touching: BoardRect(around: bounds, on: raster))
    where element.inkBounds.mayTouch(bounds, on: raster) {
      for layer in element.layers(on: raster) { image.merge(layer, within: damage) }
    }
    return patch
  }
}

/// The layers of the page that is shown.
extension CommittedDrawing {
  /// The ink below and above that of the chosen layer, as far as it is seen, bottom to top.
  package var strata: (below: [InkStratum], above: [InkStratum]) {
    let layers = pages.layers
    guard layers.count > 1 else { return ([], []) }
    func seen(_ some: some Sequence<Layer>) -> [InkStratum] {
      some.compactMap { layer in
        guard !layer.look.isHidden, let image = otherImages[layer.id] else { return nil }
        return InkStratum(image, alpha: layer.look.alpha)
      }
    }
    return (seen(layers.layers[..<layers.index]), seen(layers.layers[(layers.index + 1)...]))
  }

  /// How much of the chosen layer's ink is seen, of 255.
  package var alpha: UInt8 { pages.layers.chosen.look.isHidden ? 0 : pages.layers.chosen.look.alpha }

  /// Shows the same page with another layer chosen, whose ink is drawn already.
  package mutating func choose(_ new: PageStack, on raster: Raster) { _ = exchange(new, on: raster) }

  /// Makes the images those of the layers that are there, where the page is the same; else all is drawn anew.
  private mutating func followLayers(on raster: Raster) {
    let place = pages.place
    guard place.page == imagePlace.page else { return }
    if place != imagePlace {
      otherImages[imagePlace.layer] = image
      imagePlace = place
      image = otherImages.removeValue(forKey: place.layer) ?? Self.ink(of: elements, on: raster, threads: 1)
    }
    drawOtherLayers(on: raster, threads: 1)
  }

  /// Draws layers that are not drawn, and drops the images of those that are gone.
  private mutating func drawOtherLayers(on raster: Raster, threads: Int) {
    guard pages.layers.count > 1 || !otherImages.isEmpty else { return }
    var images: [LayerID: TiledImage] = [:]
    for layer in pages.layers.layers where layer.id != imagePlace.layer {
      images[layer.id] = otherImages[layer.id] ?? Self.ink(of: layer.elements, on: raster, threads: threads)
    }
    otherImages = images
  }

  private static func ink(of elements: ElementList, on raster: Raster, threads: Int) -> TiledImage {
    CommittedDrawing(elements, on: raster, threads: threads).ink
  }
}

extension LayerStack {
  /// The ink of all layers that are seen, bottom to top.
  package func strata(on raster: Raster) -> [InkStratum] {
    visible.map { layer in
      InkStratum(CommittedDrawing(layer.elements, on: raster, threads: 1).ink, alpha: layer.look.alpha)
    }
  }
}
