public import Canvas
public import Drawings
public import InputEvents
public import TouchTracking

/// What comes to the board from menus and keys, not from touches. Settings affect touches that begin afterwards.
public enum BoardCommand: Hashable, Sendable {
  case tool(Tool)
  case color(PixelColor)
  /// In board points; held to ``StrokeStyle/widths``.
  case width(Double)
  case fill(PixelColor?)
  case cap(StrokeStyle.Cap)
  case join(StrokeStyle.Join)
  case pattern(LinePattern)
  /// Held to ``NgonShape/sides``.
  case sides(Int)
  /// Of texts that begin afterwards.
  case font(TextFont)
  case smoothing(Smoothing)
  case pressure(PressureCurve)
  case speed(SpeedCurve)
  case coloring(Coloring)
  case theme(Theme)
  case cancelledInk(CancelledInk)
  case marks(SelectionMarks)
  /// What the text that is being edited says now, all of it; nothing where none is.
  case text(String)
  /// The text that is being edited is finished, and one operation.
  case endText
  /// Takes out what is selected.
  case delete
  /// Changes how what is selected looks.
  case restyle(Restyling)
  case deselect
  /// Takes the place of everything drawn and done so far, which cannot be undone; the drawing's operations can.
  case drawing(Drawing)
  /// An operation, as are clear and all that touches draw.
  case background(Background)
  case clear
  case undo
  case redo
  /// Takes back a touch that is down, from outside; the others go on.
  case cancel(DeviceChannel, TrackingID, CancelReason)
  /// The board gets another size; what was drawn stays where it is.
  case size(BoardSize)
  /// For the touch session that feeds the board; the board itself passes over it.
  case rules(TouchRules)
  /// For the touch session as well: how devices lie on the board.
  case mapping(SurfaceMapping.Options)
}

extension BoardCommand {
  /// Whether it only changes how touches that begin later are taken or drawn, and so counts after a cut as well.
  public var isSetting: Bool {
    switch self {
    case .tool, .color, .width, .fill, .cap, .join, .pattern, .sides, .font, .smoothing, .pressure, .speed, .coloring,
      .theme, .cancelledInk, .marks, .size, .rules, .mapping:
      true
    case .drawing, .background, .clear, .undo, .redo, .cancel, .text, .endText, .delete, .restyle, .deselect: false
    }
  }
}

extension BoardSettings {
  /// Takes a command that sets something; all others change nothing here.
  mutating func apply(_ command: BoardCommand) throws(BoardError) {
    switch command {
    case .tool(let new): tool = new
    case .color(let new): color = new
    case .width(let new): width = try Self.clamped(new)
    case .fill(let new): fill = new
    case .cap(let new): cap = new
    case .join(let new): join = new
    case .pattern(let new): pattern = new
    case .sides(let new): sides = min(max(new, NgonShape.sides.lowerBound), NgonShape.sides.upperBound)
    case .font(let new):
      font = TextFont(
        family: new.family, size: min(max(TextFont.sizes.lowerBound, new.size), TextFont.sizes.upperBound))
    case .smoothing(let new): smoothing = new
    case .pressure(let new): pressure = new
    case .speed(let new): speed = new
    case .coloring(let new): coloring = new
    case .theme(let new): theme = new
    case .cancelledInk(let new): cancelledInk = new
    case .marks(let new): marks = new
    case .drawing, .background, .clear, .undo, .redo, .cancel, .size, .rules, .mapping, .text, .endText, .delete,
      .restyle,
      .deselect:
      break
    }
  }

  private static func clamped(_ width: Double) throws(BoardError) -> Double {
    guard !width.isNaN else { throw .unusableWidth }
    return StrokeStyle.clampedWidth(width)
  }

  /// The commands that bring a board of other settings to these.
  public var commands: [BoardCommand] {
    [
      .tool(tool), .color(color), .width(width), .fill(fill), .cap(cap), .join(join), .pattern(pattern), .sides(sides),
      .font(font), .smoothing(smoothing), .pressure(pressure), .speed(speed), .coloring(coloring), .theme(theme),
      .cancelledInk(cancelledInk), .marks(marks),
    ]
  }
}
