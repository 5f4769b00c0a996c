package import TouchReelCanvas
package import TouchReelTouchTracking

/// The drawing with some shapes lifted out, so that they are drawn in every frame and the rest is not.
///
/// Where no lifted shape is, the drawing without them is shown; where one is, three layers: what lies below, the shape,
/// what lies above. Each tile of what lies around is drawn once, when it is first needed, so that a drag begins without
/// drawing the whole board. An erasure above a lifted shape that touches it goes with it, as it will when the shape has
/// been changed.
///
/// Memory: what lies around takes up to the board's tiles, below and above each.
package struct LiftedShapes: Sendable {
  /// Lifted shapes with nothing between them, and the ink from there up to the next ones.
  private struct Group {
    var shapes: [Lifted] = []
    var above: TiledImage
    /// The ink from there up to the next ones that lies below all before it.
    var underlays: TiledImage

    init(size: PixelSize) { (above, underlays) = (TiledImage(size: size), TiledImage(size: size)) }
  }

  private struct Lifted {
    let id: ElementID
    let original: PlacedShape
    var shape: PlacedShape
  }

  let raster: Raster
  package let shapes: Set<ElementID>
  /// The lifted shapes that are not shown, as they are about to be removed.
  package let removed: Set<ElementID>
  /// The elements, with the erasures over the lifted shapes made masks.
  private let list: ElementList
  /// The drawing without the lifted shapes.
  package private(set) var rest: TiledImage
  private var below: TiledImage
  private var groups: [Group] = []
  /// What the shapes are shown with, and whether the groups have not followed yet.
  private var changes: [BoardOperation] = []
  private var isBehind = false
  /// Images of the groups where they were lifted, for drags of more shapes than can be drawn in each frame.
  private var images: LiftedImages?
  /// These as last settled.
  private var shifted: LiftedLayer?
  /// Where the image below and those above are drawn.
  private var drawn: Damage
  /// The lifted shapes as last settled, and whether they have changed since.
  private var settled: LiftedLayer?
  private var isSettled = false
  /// The tiles that they touched then.
  private var covered: Damage
  /// The tiles in which the drawing without the lifted shapes may differ from the drawing.
  private let uncovered: Damage

  init(
    _ shapes: Set<ElementID>, removing removed: Set<ElementID>, from list: ElementList, drawnAs ink: TiledImage,
    on raster: Raster
  ) {
    self.raster = raster
    self.shapes = shapes
    self.removed = removed
    let (lifted, attached) = list.liftable(shapes.subtracting(removed))
    self.list = lifted
    below = TiledImage(size: raster.pixels)
    rest = ink
    drawn = Damage(size: raster.pixels)
    covered = Damage(size: raster.pixels)
    uncovered =
      lifted.count == shapes.count
      ? .everything(of: raster.pixels) : list.ink(of: shapes.union(attached), on: raster)
    makeGroups()
    drawRest()
  }

  /// The tiles in which it may differ from the drawing.
  package var footprint: Damage {
    var footprint = uncovered
    footprint.formUnion(covered)
    return footprint
  }

  private mutating func makeGroups() {
    var last: ElementID?
    for id in list.sorted(shapes.subtracting(removed)) {
      guard let shape = list[id]?.shape else { continue }
      let isNext = last.map { list.element(after: $0)?.id == id } ?? false
      if !isNext { groups.append(Group(size: raster.pixels)) }
      groups[groups.count - 1].shapes.append(Lifted(id: id, original: shape, shape: shape))
      last = id
    }
  }
}

extension LiftedShapes {
  private mutating func drawRest() {
    _ = rest.removeTiles(in: uncovered)
    forEachOtherLayer(in: uncovered) { lift, layer, _, _ in lift.rest.merge(layer, within: lift.uncovered) }
  }

  /// Draws what lies below and above the lifted shapes where it is not drawn yet.
  private mutating func drawAround(_ wanted: Damage) {
    let fresh = wanted.subtracting(drawn)
    guard !fresh.isEmpty else { return }
    drawn.formUnion(fresh)
    forEachOtherLayer(in: fresh) { lift, layer, group, isErasure in
      if isErasure || group == 0 { lift.below.merge(layer, within: fresh) }
      for index in isErasure ? 0..<group : max(group - 1, 0)..<group {
        if !layer.isUnderlay { lift.groups[index].above.merge(layer, within: fresh) }
        if layer.isUnderlay || isErasure { lift.groups[index].underlays.merge(layer, within: fresh) }
      }
    }
  }

  /// Visits the ink of what is not lifted and may touch some tiles, bottom to top, with the number of groups below it.
  private mutating func forEachOtherLayer(
    in damage: Damage, _ visit: (inout LiftedShapes, InkLayer, _ group: Int, _ isErasure: Bool) -> Void
  ) {
    let tiles = damage.tiles.map(\.bounds)
    for element in list.elements(touching: BoardRect(around: damage.bounds, on: raster)) {
      let bounds = element.inkBounds
      guard !shapes.contains(element.id), tiles.contains(where: { bounds.mayTouch($0, on: raster) }) else { continue }
      let group = groups.partitioningIndex { list.position(of: $0.shapes[0].id) > element.position }
      for layer in element.layers(on: raster) { visit(&self, layer, group, element.erasure != nil) }
    }
  }
}

extension LiftedShapes {
  /// Shows the shapes as they would be after some operations.
  package mutating func show(_ changes: [BoardOperation]) {
    (self.changes, isBehind, isSettled) = (changes, true, false)
    shifted = nil
  }

  private mutating func catchUp() {
    guard isBehind else { return }
    isBehind = false
    for group in groups.indices {
      for index in groups[group].shapes.indices {
        let lifted = groups[group].shapes[index]
        groups[group].shapes[index].shape = changes.reduce(lifted.original) { shape, change in
          change.targets.contains(lifted.id) ? shape.changed(by: change) : shape
        }
      }
    }
  }

  /// The lifted shapes as they are shown.
  package var shown: [ElementID: PlacedShape] {
    var copy = self
    copy.catchUp()
    return copy.groups.lazy.flatMap(\.shapes).reduce(into: [:]) { $0[$1.id] = $1.shape }
  }

  /// How far all of the shapes are moved and nothing else is done to them, in board points; `nil` otherwise.
  package var move: BoardPoint? {
    guard changes.count == 1, case .transform(let moved, by: let change) = changes[0], moved == shapes,
      removed.isEmpty, change.rotation == 0, change.scale == 1
    else { return nil }
    return change.translation
  }

  /// More shapes than these are not drawn in each display frame.
  package static let frameLimit = 400

  package var isMuch: Bool { shapes.count > Self.frameLimit }

  /// Whether images can stand for the shapes: one below what was there would need its place among the others.
  private var hasImages: Bool {
    images != nil || groups.count <= LiftedImages.limit && !shapes.contains { list[$0]?.isUnderlay == true }
  }

  /// Makes the shapes ready to be shown where they are now, at once: where they are too many to be drawn in a frame,
  /// what was drawn of them is moved by whole pixels. So ``shifted`` may be half a pixel beside ``layer``.
  ///
  /// - Parameters:
  ///   - limit: how many shapes can be drawn in a frame.
  ///   - damage: where the picture changes.
  ///   - threads: how many to work with; the pixels do not depend on it.
  package mutating func hurry(beyond limit: Int, damage: inout Damage, threads: Int) {
    guard !isSettled, shifted == nil, shapes.count > limit, let move, hasImages else {
      return settle(damage: &damage, threads: threads)
    }
    if images == nil { images = LiftedImages(groups.map { elements(of: $0) }, on: raster, threads: threads) }
    guard let images else { return settle(damage: &damage, threads: threads) }
    let (x, y) = (move.x * raster.scale, move.y * raster.scale)
    let moved = images.shifted(byX: x, y: y)
    damage.formUnion(covered)
    covered = moved.reduce(into: Damage(size: raster.pixels)) { $0.formUnion($1.damage(of: raster.pixels)) }
    damage.formUnion(covered)
    drawAround(covered)
    shifted = LiftedLayer(moved, over: below, under: groups.map(\.above), underlays: groups.map(\.underlays))
  }

  private func elements(of group: Group) -> ElementList {
    var list = ElementList()
    for lifted in group.shapes { self.list[lifted.id].map { list.insert($0) } }
    return list
  }

  /// What is shown at once, to be composed over ``rest``.
  package var shownLayer: LiftedLayer? { shifted ?? layer }

  /// Makes the shapes ready to be drawn where they are now.
  ///
  /// - Parameter threads: how many to work with; the pixels do not depend on it.
  package mutating func settle(damage: inout Damage, threads: Int) {
    guard !isSettled, shifted == nil else { return }
    isSettled = true
    catchUp()
    let ink = LiftedInk(strata(threads: threads), size: raster.pixels)
    damage.formUnion(covered)
    covered = ink.damage
    damage.formUnion(covered)
    drawAround(covered)
    settled = LiftedLayer(ink, over: below, under: groups.map(\.above), underlays: groups.map(\.underlays))
  }

  private func strata(threads: Int) -> [[MovingInk]] {
    let ink = inParallel(groups.flatMap(\.shapes), threads: threads) { [raster] in
      $0.shape.unmergedInk(on: raster).map { MovingInk($0, size: raster.pixels) }
    }
    var first = 0
    return groups.map { group in
      defer { first += group.shapes.count }
      return Array(ink[first..<first + group.shapes.count].joined())
    }
  }

  /// The shapes where they are now, to be composed over ``rest``.
  package var layer: LiftedLayer? {
    guard !isSettled else { return settled }
    var copy = self
    copy.shifted = nil
    var unused = Damage(size: raster.pixels)
    copy.settle(damage: &unused, threads: 1)
    return copy.settled
  }
}

extension ElementList {
  /// The elements with the erasures over some shapes made masks, as where the shapes are changed.
  /// - Returns: the list, and those erasures.
  fileprivate func liftable(_ shapes: Set<ElementID>) -> (list: ElementList, attached: [ElementID]) {
    var list = self
    let edits = list.edits(for: .transform(shapes, by: .identity), ElementID(rawValue: 0))
    _ = list.apply(edits)
    list.updateIndex()
    let attached = edits.compactMap { edit -> ElementID? in
      if case .remove(let id) = edit { id } else { nil }
    }
    return (list, attached)
  }

  /// Where some elements have ink.
  fileprivate func ink(of ids: Set<ElementID>, on raster: Raster) -> Damage {
    var damage = Damage(size: raster.pixels)
    for element in ids.compactMap({ self[$0] }) {
      for layer in element.layers(on: raster) { damage.formUnion(layer.coverage) }
    }
    return damage
  }
}

extension PlacedShape {
  /// The shape after an operation that it is a target of.
  fileprivate func changed(by operation: BoardOperation) -> PlacedShape {
    switch operation {
    case .transform(_, by: let change): transformed(by: change)
    case .stretch(_, by: let change): stretched(by: change)
    case .restyle(_, let change): restyled(change)
    case .editText(_, let text): withText { $0.saying(text) }
    case .textWidth(_, let width): withText { $0.wide(width) }
    case .crop(_, to: let crop): cropped(to: crop)
    case .replace(_, by: let shape): replaced(by: shape)
    case .add, .insert, .erase, .remove, .arrange, .order, .clear, .background, .page, .layer: self
    }
  }
}
