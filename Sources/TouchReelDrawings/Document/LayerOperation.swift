import TouchReelClampedNumbers

/// What is done to the layers of the page that is shown, as an operation. Layers count from 0, bottom to top, in their
/// order at that time.
public enum LayerOperation: Hashable, Sendable {
  /// What follows is done on another layer.
  case choose(Int)
  /// Puts an empty layer among the others, and chooses it.
  case insert(LayerLook, at: Int)
  /// Takes a layer out with all that is on it. If it was chosen, the one below is, or the lowest.
  case remove(Int)
  /// Gives a layer another position; the one that is chosen stays so.
  case move(Int, to: Int)
  /// Gives a layer another name or look.
  case change(Int, LayerLook)
}

/// How a layer is called and shown.
public struct LayerLook: Hashable, Sendable {
  /// What people call it; empty for its position.
  public var name: String
  /// How much of its ink covers what lies below, 0…1.
  public var opacity: Double
  /// Whether nothing of it is seen. Nothing can be drawn on it, either.
  public var isHidden: Bool
  /// Whether nothing on it can be changed.
  public var isLocked: Bool

  /// - Parameters:
  ///   - name: what people call it; empty for its position.
  ///   - opacity: how much of its ink covers what lies below, 0…1.
  ///   - isHidden: whether nothing of it is seen.
  ///   - isLocked: whether nothing on it can be changed.
  public init(name: String = "", opacity: Double = 1, isHidden: Bool = false, isLocked: Bool = false) {
    self.name = name
    self.opacity = opacity
    self.isHidden = isHidden
    self.isLocked = isLocked
  }

  /// Whether strokes can be drawn on it.
  package var isOpen: Bool { !isHidden && !isLocked }

  /// The opacity in steps of pixels, of which 255 is all.
  package var alpha: UInt8 { UInt8(clamping: (opacity * 255).rounded()) }
}

/// Identifies a layer on its page wherever it lies: the number of the operation that put it there, and 0 for the first.
package struct LayerID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The layer that every page begins with.
  package static let first = LayerID(rawValue: 0)
}

/// A layer, and what lies on it.
package struct Layer: Hashable, Sendable {
  package let id: LayerID
  package var look = LayerLook()
  package var elements = ElementList()
}

/// The layers of a page, bottom to top, of which one is chosen: what is drawn is drawn on that. There is always one.
package struct LayerStack: Hashable, Sendable {
  package private(set) var layers = [Layer(id: .first)]
  /// The index of the layer that is chosen.
  package private(set) var index = 0

  /// More layers than these would cost more than they are worth: each has pixels of its own.
  package static let limit = 100

  init() {}

  /// A single layer.
  package init(_ elements: ElementList) { layers[0].elements = elements }

  package var count: Int { layers.count }
  package var chosen: Layer { layers[index] }

  /// What lies on the layer that is chosen.
  package var elements: ElementList {
    get { layers[index].elements }
    _modify { yield &layers[index].elements }
  }

  /// What lies on all layers, bottom to top.
  package var allElements: [Element] { layers.flatMap { Array($0.elements.elements) } }

  /// Whether it looks as one layer does that nothing was ever said of.
  package var isPlain: Bool { count == 1 && !layers[0].look.isHidden && layers[0].look.opacity == 1 }

  package mutating func choose(_ new: Int) { index = new }

  /// Those that are seen, bottom to top.
  package var visible: [Layer] { layers.filter { !$0.look.isHidden } }
}

extension LayerStack {
  func check(_ operation: LayerOperation) throws(OperationError) {
    switch operation {
    case .choose(let layer), .remove(let layer): try check(layer)
    case .insert(let look, at: let position):
      guard (0...count).contains(position) else { throw .unknownLayer(position) }
      guard count < Self.limit else { throw .tooManyLayers }
      try check(look)
    case .move(let layer, to: let position):
      try check(layer)
      try check(position)
    case .change(let layer, let look):
      try check(layer)
      try check(look)
    }
    if case .remove = operation, count == 1 { throw .onlyLayer }
  }

  private func check(_ layer: Int) throws(OperationError) {
    guard layers.indices.contains(layer) else { throw .unknownLayer(layer) }
  }

  private func check(_ look: LayerLook) throws(OperationError) {
    guard (0...1).contains(look.opacity) else { throw .unusableOpacity }
  }

  /// Carries out an operation that can be.
  ///
  /// - Parameter id: its number.
  package mutating func apply(_ operation: LayerOperation, _ id: ElementID) {
    switch operation {
    case .choose(let layer): index = layer
    case .insert(let look, at: let position):
      layers.insert(Layer(id: LayerID(rawValue: id.rawValue), look: look), at: position)
      index = position
    case .remove(let layer):
      layers.remove(at: layer)
      if layer <= index { index = max(0, index - 1) }
    case .move(let layer, to: let position):
      let chosen = chosen.id
      layers.insert(layers.remove(at: layer), at: position)
      index = layers.firstIndex { $0.id == chosen } ?? index
    case .change(let layer, let look): layers[layer].look = look
    }
  }
}
