import TouchReelCanvas
package import TouchReelDrawings

/// The layers of the page that is shown. Everything else is done on the one that is chosen.
extension Board {
  /// How the layers are called and shown, bottom to top.
  package var layers: [LayerLook] { committed.pages.layers.layers.map(\.look) }

  /// The index of the layer that is chosen, from 0.
  package var layer: Int { committed.pages.layers.index }

  /// Whether touches can draw: the chosen layer is neither hidden nor locked.
  package var isLayerOpen: Bool { committed.pages.layers.chosen.look.isOpen }

  mutating func handle(_ command: LayerCommand) throws(BoardError) {
    let change = command.operation(on: committed.pages.layers)
    try check(.layer(change))
    guard change != .choose(layer) else { return }
    leaveLayer(if: change)
    guard case .choose(let layer) = change else { return commit(.layer(change), .layers([])) }
    let former = turnedFrom ?? committed.pages
    var turned = committed.pages
    turned.layers.choose(layer)
    turnedFrom = turned.turns(from: former).isEmpty ? nil : former
    committed.choose(turned, on: raster)
    // What is in progress lies on the layer that is chosen.
    damage = .everything(of: raster.pixels)
    if showsChanges { keepWhatIsThere() }
  }

  /// A text that is typed and what is selected stay on the layer that is left or closed.
  private mutating func leaveLayer(if change: LayerOperation) {
    var layers = committed.pages.layers
    layers.apply(change, history.nextID)
    guard layers.chosen.id != committed.pages.layers.chosen.id || !layers.chosen.look.isOpen else { return }
    finishText()
    dropFirstArms()
    select([])
  }
}
