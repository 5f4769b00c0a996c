import TouchReelCanvas
public import TouchReelDrawings
public import TouchReelInputEvents
public import TouchReelTouchTracking

/// What comes to the board from menus and keys, not from touches. A setting affects touches that begin afterwards.
public enum BoardCommand: Hashable, Sendable {
  /// See `BoardSetting.all`.
  case set(BoardSetting)
  /// The whole new content of the text that is being edited; ignored if no text is being edited.
  case text(String)
  /// A new text that is being edited starts where it was tapped, within an area; without this it is centred there.
  case textArea(TextArea)
  /// The text that is being edited is finished, and one operation.
  case endText
  /// Takes out what is selected.
  case delete
  /// Changes how the text that is being edited looks, or what is selected if there is none.
  case restyle(Restyling)
  case deselect
  /// Selects shapes in place of those that are selected, where the tool selects; those that are not there are skipped.
  case select(Set<ElementID>)
  /// Selects all shapes, where the tool selects.
  case selectAll
  /// Puts shapes on top, and selects them where the tool selects.
  case paste([PlacedShape])
  /// Puts a copy of what is selected on top, so far from it in board points, and selects the copy.
  case duplicate(BoardPoint)
  /// Brings what is selected above or below all else.
  case order(StackEnd)
  /// Mirrors what is selected about its middle. Texts can still be read.
  case flip(BoardAxis)
  /// Brings edges or middles of the selected shapes into one line.
  case align(ShapeAlignment)
  /// Makes the gaps between three or more selected shapes equal.
  case distribute(BoardAxis)
  /// Puts a shape in place of the freehand stroke that was drawn last; ignored if something else was done last.
  case replaceStroke(Shape)
  /// Replaces everything drawn and done so far, which cannot be undone; the drawing's operations can.
  case drawing(Drawing)
  /// An operation, as are clear and all that touches draw.
  case background(Background)
  case clear
  case page(PageCommand)
  case layer(LayerCommand)
  case undo
  case redo
  /// Takes back a touch that is down, from outside; the others go on.
  case cancel(DeviceChannel, TrackingID, CancelReason)
  /// The board gets another size; what was drawn stays where it is.
  case size(BoardSize)
  /// Hides single touches that begin later, or gives them a look of their own.
  case touches(TouchChange)
  /// Rules for the touch session that feeds the board; the board itself skips them.
  case rules(TouchRules)
  /// A mapping for the touch session as well: how devices lie on the board.
  case mapping(SurfaceMapping.Options)
}

extension BoardCommand {
  /// Sets a property of the board's settings.
  public static func set<Property: SettingValue>(
    _ path: WritableKeyPath<BoardSettings, Property>, _ value: Property
  ) -> BoardCommand {
    .set(BoardSetting(path, value))
  }

  /// Whether it only changes how touches that begin later are taken or drawn, and so counts after a cut as well.
  package var isSetting: Bool {
    switch self {
    case .set, .size, .rules, .mapping, .touches: true
    case .drawing, .background, .clear, .page, .layer, .undo, .redo, .cancel, .text, .textArea, .endText, .delete,
      .restyle, .deselect, .select, .selectAll, .paste, .duplicate, .order, .flip, .align, .distribute, .replaceStroke:
      false
    }
  }
}

extension BoardSettings {
  /// The commands that bring a board of other settings to these.
  package var commands: [BoardCommand] { all.map(BoardCommand.set) }

  /// The commands that bring a board of those settings to these.
  package func commands(from former: BoardSettings) -> [BoardCommand] {
    zip(all, former.all).filter { $0 != $1 }.map { .set($0.0) }
  }
}

/// What a board reports that is not an error.
package enum BoardWarning: Hashable, Sendable, CustomStringConvertible {
  /// The drawing is whole, and every step can be undone; the oldest take longer.
  case undoTilesLost(TileSpillError)
  /// A text is drawn in another font than the one it names.
  case fontReplaced(String, by: String)
  /// Texts are not drawn.
  case noFont

  package var description: String {
    switch self {
    case .noFont: "there is no font on this system, so texts are not drawn; Debian's package fonts-dejavu-core has some"
    case .fontReplaced(let wanted, let found): "the font \(wanted) is not here; \(found) takes its place"
    case .undoTilesLost(let error):
      "pixels for undo could not be kept on disk (\(error)); older steps are undone by drawing again"
    }
  }
}

/// The fonts that texts ask for and the system lacks, each reported once.
struct MissingFonts: Hashable, Sendable {
  private var families: Set<String> = []
  private var warnings: [BoardWarning] = []

  /// Looks each family up once, whatever the text.
  mutating func record(_ shape: TextShape) {
    let family = shape.font.family
    guard families.insert(family).inserted else { return }
    guard let layout = TextLayout("x", font: shape.font, width: shape.width) else { return warnings.append(.noFont) }
    if let found = layout.fallbackFamily { warnings.append(.fontReplaced(family, by: found)) }
  }

  mutating func drainWarnings() -> [BoardWarning] {
    defer { warnings = [] }
    return warnings
  }
}
