package import TouchReelCanvas

/// A shape or an erasure at its position among the others, with what was done to it since it was added.
public struct Element: Hashable, Sendable {
  /// A shape that is drawn, or an erasure.
  public enum Content: Hashable, Sendable {
    case shape(PlacedShape)
    /// Takes away the ink of all elements below it.
    case erasure(Erasure)
  }

  /// The number of the element in its drawing.
  public let id: ElementID
  /// The content of the element.
  public let content: Content
  /// Where it lies among the others.
  package let position: ElementPosition
  /// Where the ink of an erasure may lie, found once.
  private let erased: Known<BoardRect?>

  /// - Parameter position: the one that its number gives it, unless it was brought elsewhere.
  init(id: ElementID, content: Content, at position: ElementPosition? = nil) {
    self.id = id
    self.content = content
    self.position = position ?? ElementPosition(id)
    if case .erasure(let erasure) = content {
      erased = Known(erasure.path.inkBounds)
    } else {
      erased = Known(nil)
    }
  }

  /// Where its ink may lie.
  ///
  /// - Complexity: constant, but for a text that was not set yet.
  var inkBounds: BoardRect {
    switch content {
    case .shape(let shape): shape.inkBounds
    case .erasure(let erasure): erased.value ?? erasure.path.inkBounds
    }
  }

  /// The shape; `nil` if it is an erasure.
  public var shape: PlacedShape? {
    if case .shape(let shape) = content { shape } else { nil }
  }

  /// Whether it lies below all ink that was there before it.
  package var isUnderlay: Bool {
    if case .pen(let pen)? = shape?.shape { pen.stacking == .underInk } else { false }
  }

  package var erasure: Erasure? {
    if case .erasure(let erasure) = content { erasure } else { nil }
  }
}

/// A shape where it lies now.
public struct PlacedShape: Hashable, Sendable {
  /// An erasure that goes where the shape goes.
  package struct Mask: Hashable, Sendable {
    package let path: StrokePath
    /// The way from where it was drawn to where it lies now.
    package let transform: ShapeTransform

    package init(path: StrokePath, transform: ShapeTransform) { (self.path, self.transform) = (path, transform) }
  }

  /// Erasures that went with the shape since it was moved the same time, so that a move costs what there are of these.
  private struct Holes: Hashable {
    var paths: [StrokePath]
    var transform: ShapeTransform
  }

  /// The shape as it was drawn.
  public internal(set) var shape: Shape { didSet { kept = Known(shape.keptInkBounds) } }
  /// What moves, turns and scales the shape.
  public internal(set) var transform = ShapeTransform.identity
  /// What was erased of it, by when it was moved between.
  private var holes: [Holes] = []

  /// Where the ink may lie before it is moved; `nil` for a text, which may not have been set yet.
  private var kept: Known<BoardRect?>

  package init(_ shape: Shape) {
    self.shape = shape
    kept = Known(shape.keptInkBounds)
  }

  /// - Parameters:
  ///   - shape: as it was drawn.
  ///   - transform: what moves, turns and scales it.
  ///   - masks: what was erased of it, in order.
  package init(_ shape: Shape, _ transform: ShapeTransform, masks: [Mask] = []) {
    self.init(shape)
    self.transform = transform
    for mask in masks { add(mask) }
  }

  package func transformed(by change: ShapeTransform) -> PlacedShape {
    var moved = self
    moved.transform = change.after(transform)
    for index in holes.indices { moved.holes[index].transform = change.after(holes[index].transform) }
    return moved
  }

  func restyled(_ change: Restyling) -> PlacedShape {
    var restyled = self
    restyled.shape = shape.restyled(change)
    return restyled
  }

  func replaced(by new: Shape) -> PlacedShape {
    var replaced = self
    replaced.shape = new
    return replaced
  }

  func withText(_ change: (TextShape) -> TextShape) -> PlacedShape {
    guard case .text(let text) = shape else { return self }
    var changed = self
    changed.shape = .text(change(text))
    return changed
  }

  func cropped(to crop: ImageCrop) -> PlacedShape {
    guard case .image(let image) = shape else { return self }
    return replaced(by: .image(image.cropped(to: crop)))
  }

  mutating func mask(by erasure: Erasure) { add(Mask(path: erasure.path, transform: .identity)) }

  private mutating func add(_ mask: Mask) {
    if let last = holes.indices.last, holes[last].transform == mask.transform {
      holes[last].paths.append(mask.path)
    } else {
      holes.append(Holes(paths: [mask.path], transform: mask.transform))
    }
  }
}

extension PlacedShape {
  /// Whether anything was erased of it.
  var hasHoles: Bool { !holes.isEmpty }

  /// What was erased of it, in order.
  package var masks: [Mask] {
    holes.flatMap { holes in holes.paths.map { Mask(path: $0, transform: holes.transform) } }
  }

  /// The shape with other masks in place of its own.
  func masked(only masks: [Mask]) -> PlacedShape {
    var masked = self
    masked.holes = []
    for mask in masks { masked.add(mask) }
    return masked
  }
}

extension PlacedShape {
  /// Its ink without what was erased of it, bottom to top.
  func layers(on raster: Raster) -> [InkLayer] {
    let whole = shape.layers(on: Placement(on: raster, transform))
    guard !masks.isEmpty else { return whole }
    let holes = masks.map { $0.path.coverage(on: Placement(on: raster, $0.transform)) }
    return whole.map { layer in holes.reduce(layer) { $0.without($1) } }
  }

  /// Its ink without what was erased of it, bottom to top, to be drawn together with that of others.
  func unmergedInk(on raster: Raster) -> [UnmergedInk] {
    guard !hasHoles, shape.isPlain else { return layers(on: raster).map(UnmergedInk.init) }
    return shape.ink(on: Placement(on: raster, transform)).map { $0.unmerged(on: raster) }
  }

  /// Where its ink may lie.
  var inkBounds: BoardRect { (kept.value ?? shape.inkBounds).transformed(by: transform) }
}

extension Element {
  /// Where it has ink, or takes it away, on pixels.
  package func coverages(on raster: Raster) -> [CoverageLayer] { layers(on: raster).map(\.coverage) }

  func layers(on raster: Raster) -> [InkLayer] {
    switch content {
    case .shape(let shape): shape.layers(on: raster)
    case .erasure(let erasure): erasure.layers(on: raster)
    }
  }

  /// Its ink, bottom to top, as far as it need not be drawn.
  package func unmergedInk(on raster: Raster) -> [UnmergedInk] {
    switch content {
    case .shape(let shape): shape.unmergedInk(on: raster)
    case .erasure(let erasure): [UnmergedInk(erasure.path.pieces(on: Placement(on: raster)), .erasure)]
    }
  }

  /// Its pieces, if it is a stroke of which nothing was erased; all else has layers.
  func stroke(on raster: Raster) -> (pieces: [InkSegment], paint: InkPaint)? {
    switch content {
    case .shape(let shape):
      guard case .pen(let pen) = shape.shape, shape.shape.isPlain, !shape.hasHoles else { return nil }
      return (pen.path.pieces(on: Placement(on: raster, shape.transform)), pen.paint)
    case .erasure(let erasure): return (erasure.path.pieces(on: Placement(on: raster)), .erasure)
    }
  }
}

extension PlacedShape {
  /// Its ink, bottom to top, in the shape's own coordinates: before it is moved, and without its holes.
  package var vectors: [VectorInk] { shape.vectors }
}

extension Erasure {
  /// What it erases.
  package var outline: VectorInk.Part? { path.outline }
}

extension InkLayer {
  fileprivate func without(_ hole: CoverageLayer) -> InkLayer {
    var rest = coverage
    rest.subtract(hole)
    return switch self {
    case .ink(_, let color): .ink(rest, color)
    case .underlay(_, let color): .underlay(rest, color)
    case .image(_, let paint): .image(rest, paint)
    case .erase: self
    }
  }
}

/// What follows from the rest of a value and is kept so that it is found once; it makes no difference between values.
private struct Known<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Known, right: Known) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
