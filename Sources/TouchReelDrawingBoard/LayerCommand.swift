public import TouchReelDrawings

/// What menus and keys do to the layers of the page that is shown. Layers count from 0, bottom to top.
public enum LayerCommand: Hashable, Sendable {
  /// Another layer is drawn on. It becomes an operation with the next one, as a turn to another page does.
  case choose(Int)
  /// Puts an empty layer among the others, and chooses it.
  case add(NewLayer)
  /// Takes a layer out with all that is on it; `nil` for the chosen one.
  case remove(Int?)
  /// Gives a layer another position.
  case move(Int, to: Int)
  /// Changes how a layer is called or shown; `nil` for the chosen one.
  case change(Int?, LayerChange)
}

/// A layer that is to be added.
public struct NewLayer: Hashable, Sendable {
  /// Its index, from 0; `nil` for above the one that is chosen.
  public var position: Int?
  /// How it is called and shown.
  public var look: LayerLook

  /// - Parameters:
  ///   - position: from 0; `nil` for above the layer that is chosen.
  ///   - look: how it is called and shown.
  public init(at position: Int? = nil, look: LayerLook = LayerLook()) {
    self.position = position
    self.look = look
  }
}

/// What is to be another of how a layer is called and shown; `nil` for what stays.
public struct LayerChange: Hashable, Sendable {
  /// What people call it; empty for its position.
  public var name: String?
  /// How much of its ink covers what lies below, 0…1.
  public var opacity: Double?
  /// Whether nothing of it is seen.
  public var isHidden: Bool?
  /// Whether nothing on it can be changed.
  public var isLocked: Bool?

  /// - Parameters:
  ///   - name: what people call it; empty for its position.
  ///   - opacity: how much of its ink covers what lies below, 0…1.
  ///   - isHidden: whether nothing of it is seen.
  ///   - isLocked: whether nothing on it can be changed.
  public init(name: String? = nil, opacity: Double? = nil, isHidden: Bool? = nil, isLocked: Bool? = nil) {
    self.name = name
    self.opacity = opacity
    self.isHidden = isHidden
    self.isLocked = isLocked
  }

  func changed(_ look: LayerLook) -> LayerLook {
    LayerLook(
      name: name ?? look.name, opacity: opacity ?? look.opacity, isHidden: isHidden ?? look.isHidden,
      isLocked: isLocked ?? look.isLocked)
  }
}

extension LayerCommand {
  /// What it does to layers, of which one is chosen.
  func operation(on layers: LayerStack) -> LayerOperation {
    switch self {
    case .choose(let layer): return .choose(layer)
    case .add(let layer): return .insert(layer.look, at: layer.position ?? layers.index + 1)
    case .remove(let layer): return .remove(layer ?? layers.index)
    case .move(let layer, to: let position): return .move(layer, to: position)
    case .change(let layer, let change):
      let index = layer ?? layers.index
      // One that is not there is found by the check.
      let look = layers.layers.indices.contains(index) ? layers.layers[index].look : LayerLook()
      return .change(index, change.changed(look))
    }
  }
}
