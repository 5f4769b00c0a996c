import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// Layers: the panel beside the board, and the menu.
extension DrawWindow {
  func addLayerActions() {
    actions.add("layer-add") { [weak self] in self?.perform(.layer(.add(NewLayer()))) }
    actions.add("layer-remove") { [weak self] in self?.removeLayer() }
    actions.add("layer-above") { [weak self] in self?.chooseLayer(by: 1) }
    actions.add("layer-below") { [weak self] in self?.chooseLayer(by: -1) }
    actions.add("layer-raise") { [weak self] in self?.moveLayer(by: 1) }
    actions.add("layer-lower") { [weak self] in self?.moveLayer(by: -1) }
    actions.add("layers", state: .off) { [weak self] in
      self?.layout["layers-panel"].isVisible = $0 == .on
      self?.ticker.wake()
    }
    layout["layer-name"].whenFocused { [weak self] in self?.typesName = $0 == .on }
    layout["layer-name"].whenEscaped { [weak self] in
      guard let self else { return }
      layersPanel.dropName()
      gtk_widget_grab_focus(canvas.widget.widget)
    }
  }

  static let layerActions = [
    "layer-add", "layer-remove", "layer-above", "layer-below", "layer-raise", "layer-lower", "layers",
  ]

  private func chooseLayer(by step: Int) {
    guard let board, board.layers.indices.contains(board.layer + step) else { return }
    perform(.layer(.choose(board.layer + step)))
    // Where no panel shows it.
    if !layout["layers-panel"].isVisible { notices.toast(board.layers[board.layer + step].title(board.layer + step)) }
  }

  private func moveLayer(by step: Int) {
    guard let board, board.layers.indices.contains(board.layer + step) else { return }
    perform(.layer(.move(board.layer, to: board.layer + step)))
  }

  private func removeLayer() {
    guard let board, board.layers.count > 1 else { return }
    perform(.layer(.remove(nil)))
    notices.toast(translated("Layer removed; Undo brings it back."))
  }

  /// Shows which layers there are.
  func showLayers(_ board: Board) {
    layersPanel.show(board)
    let state = LayersState(board)
    guard state != layersState else { return }
    // What was said of a closed layer is no longer true.
    if state.isOpen, layersState?.isOpen == false { notices.hideToast() }
    layersState = state
    for name in ["layer-above", "layer-raise"] { actions.setEnabled(name, state.index + 1 < state.count) }
    for name in ["layer-below", "layer-lower"] { actions.setEnabled(name, state.index > 0) }
    actions.setEnabled("layer-remove", state.count > 1)
    actions.setEnabled("layer-add", state.count < LayerStack.limit)
  }

  /// Says why nothing comes of a stroke or a command that would change the chosen layer.
  ///
  /// - Returns: whether the layer can be changed.
  func reportClosedLayer() -> Bool {
    guard let board, !board.isLayerOpen else { return true }
    let title = board.layers[board.layer].title(board.layer)
    notices.toast(
      board.layers[board.layer].isHidden
        ? translated("%s is hidden. Show it, or choose another layer, to draw.", title)
        : translated("%s is locked. Unlock it, or choose another layer, to draw.", title))
    return false
  }
}

/// What the actions of layers depend on.
struct LayersState: Hashable {
  let index: Int
  let count: Int
  let isOpen: Bool

  init(_ board: Board) { (index, count, isOpen) = (board.layer, board.layers.count, board.isLayerOpen) }
}

extension BoardCommand {
  /// Whether it can do nothing where the chosen layer is hidden or locked.
  var needsOpenLayer: Bool {
    switch self {
    case .clear, .paste, .selectAll: true
    default: false
    }
  }
}
