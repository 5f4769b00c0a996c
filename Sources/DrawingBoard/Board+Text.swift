import Canvas
import Drawings
import TouchTracking

extension Board {
  /// Begins to edit a text of the drawing, or a new one at a point; what was typed before is finished.
  mutating func edit(_ id: ElementID?, at point: BoardPoint) {
    if let id, id == editing?.id { return }
    finishText()
    if let id {
      guard let element = committed.elements[id],
        case .text(let shape)? = element.shape?.shape
      else { return }
      editing = TextEditing(id, shape)
    } else {
      let width = TextShape.fittingWidth(on: raster.board)
      editing = TextEditing(
        new: TextShape("", font: settings.font, color: settings.color, at: point, width: width))
    }
    showChanges()
  }

  mutating func type(_ text: String) {
    guard editing != nil else { return }
    editing?.type(text)
    if let shape = editing?.shape { fonts.note(shape) }
    showChanges()
  }

  /// What was typed becomes one operation.
  mutating func finishText() {
    guard let finished = editing else { return }
    editing = nil
    showChanges()
    if let operation = finished.operation { commitIfPossible(operation) }
  }
}
