internal import Canvas

/// The drawing with some shapes lifted out, so that they are drawn in every frame and the rest is not.
///
/// What lies below and above them, and between them, is drawn once. An erasure above a lifted shape that touches it goes with
/// it, as it will when the shape has been changed.
struct Lift: Sendable {
  /// Lifted shapes with nothing between them, and the ink from there up to the next ones.
  private struct Group {
    var shapes: [Lifted] = []
    var above: TiledImage
    var ink: [InkLayer] = []
  }

  private struct Lifted {
    let id: ElementID
    let original: PlacedShape
    var shape: PlacedShape
  }

  let raster: Raster
  let shapes: Set<ElementID>
  private(set) var below: TiledImage
  private var groups: [Group] = []
  /// Whether the shapes have changed since their ink was drawn.
  private var isStale = true

  init(_ shapes: Set<ElementID>, from list: ElementList, on raster: Raster) {
    self.raster = raster
    self.shapes = shapes
    below = TiledImage(size: raster.pixels)
    for element in list.liftable(shapes).elements {
      if shapes.contains(element.id), let shape = element.shape { raise(element.id, shape) } else { sink(element) }
    }
  }

  private mutating func raise(_ id: ElementID, _ shape: PlacedShape) {
    let isNext = groups.last.map { $0.above.tileCount == 0 } ?? false
    if !isNext { groups.append(Group(above: TiledImage(size: raster.pixels))) }
    groups[groups.count - 1].shapes.append(Lifted(id: id, original: shape, shape: shape))
  }

  private mutating func sink(_ element: Element) {
    for layer in element.layers(on: raster) {
      if element.shape == nil || groups.isEmpty { below.merge(layer) }
      let touched = element.shape == nil ? groups.indices : groups.indices.suffix(1)
      for index in touched { groups[index].above.merge(layer) }
    }
  }
}

extension Lift {
  /// Shows the shapes as they would be after some operations.
  mutating func show(_ changes: [BoardOperation]) {
    for group in groups.indices {
      for index in groups[group].shapes.indices {
        let lifted = groups[group].shapes[index]
        groups[group].shapes[index].shape = changes.reduce(lifted.original) { shape, change in
          change.targets.contains(lifted.id) ? shape.changed(by: change) : shape
        }
      }
    }
    isStale = true
  }

  /// The lifted shapes as they are shown.
  var shown: [ElementID: PlacedShape] {
    groups.lazy.flatMap(\.shapes).reduce(into: [:]) { $0[$1.id] = $1.shape }
  }

  /// Draws the shapes where they are now.
  mutating func settle(damage: inout Damage) {
    guard isStale else { return }
    isStale = false
    for index in groups.indices {
      for layer in groups[index].ink { damage.formUnion(layer.coverage) }
      groups[index].ink = groups[index].shapes.flatMap { $0.shape.layers(on: raster) }
      for layer in groups[index].ink { damage.formUnion(layer.coverage) }
    }
  }

  var strata: [Stratum] {
    groups.map { group in
      let ink = isStale ? group.shapes.flatMap { $0.shape.layers(on: raster) } : group.ink
      return Stratum(ink: ink, above: group.above)
    }
  }
}

extension ElementList {
  /// With the erasures over some shapes made masks, as where the shapes are changed.
  fileprivate func liftable(_ shapes: Set<ElementID>) -> ElementList {
    var list = self
    for edit in edits(for: .transform(shapes, by: .identity), ElementID(rawValue: 0)) { _ = list.apply(edit) }
    return list
  }
}

extension PlacedShape {
  /// As it is after an operation that it is a target of.
  fileprivate func changed(by operation: BoardOperation) -> PlacedShape {
    switch operation {
    case .transform(_, by: let change): transformed(by: change)
    case .restyle(_, let change): restyled(change)
    case .editText(_, let text): withText { $0.saying(text) }
    case .textWidth(_, let width): withText { $0.wide(width) }
    case .add, .erase, .remove, .clear, .background: self
    }
  }
}
