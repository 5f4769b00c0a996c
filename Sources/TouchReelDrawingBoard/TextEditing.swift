import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A text on its way: what is typed is one operation when it is finished.
struct TextEditing: Hashable, Sendable {
  private enum Target: Hashable {
    /// A text of the drawing, and what it says there.
    case existing(ElementID, String)
    case new
  }

  private let target: Target
  private(set) var shape: TextShape
  /// Where a new text was tapped.
  private let start: BoardPoint
  /// `nil` if the text is centred there.
  private var area: TextArea?

  /// A text of the drawing.
  init(_ id: ElementID, _ shape: TextShape) {
    target = .existing(id, shape.text)
    self.shape = shape
    start = shape.anchor
  }

  init(new shape: TextShape) {
    target = .new
    self.shape = shape
    start = shape.anchor
  }

  mutating func type(_ text: String) {
    shape = shape.saying(text)
    arrange()
  }

  /// A text of the drawing is changed there as well.
  mutating func restyle(_ change: Restyling) {
    guard case .text(let new) = Shape.text(shape).restyled(change) else { return }
    shape = new
    arrange()
  }

  /// A text of the drawing stays where it is.
  mutating func keep(to new: TextArea) {
    guard target == .new else { return }
    area = new
    arrange()
  }

  private mutating func arrange() {
    if let area { shape = area.arranged(shape, from: start) }
  }

  /// Whether it is new, and centred where it was tapped.
  var isCentered: Bool { target == .new && area == nil }

  /// The text of the drawing that it changes.
  var id: ElementID? {
    if case .existing(let id, _) = target { id } else { nil }
  }

  /// The change of the drawing; `nil` if there is none. An empty text is removed.
  var operation: BoardOperation? {
    switch target {
    case .new: shape.text.isEmpty ? nil : .add(.text(shape))
    case .existing(let id, _) where shape.text.isEmpty: .remove([id])
    case .existing(_, let former) where former == shape.text: nil
    case .existing(let id, _): .editText(id, shape.text)
    }
  }
}

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
        new: TextShape("", font: settings.font, color: settings.color, at: point, width: width)
          .set(as: TextParagraph(alignment: settings.textAlign)))
    }
    showChanges()
  }

  mutating func type(_ text: String) {
    guard editing != nil else { return }
    editing?.type(text)
    if let shape = editing?.shape { fonts.record(shape) }
    showChanges()
  }

  /// Changes the text that is being edited, or what is selected. A text of the drawing is changed at once, as an
  /// operation of its own; a new one is not yet there.
  mutating func restyle(_ change: Restyling) throws(BoardError) {
    guard let editing else { return try changeSelection { .restyle($0, change) } }
    if case .font(.size(let size)) = change, size.isNaN { throw .unusableWidth }
    var changed = editing
    changed.restyle(change)
    guard changed != editing else { return }
    if let id = editing.id { try perform(.restyle([id], change)) }
    self.editing?.restyle(change)
    if let shape = self.editing?.shape { fonts.record(shape) }
    showChanges()
  }

  mutating func keepText(to area: TextArea) {
    guard editing != nil else { return }
    editing?.keep(to: area)
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
