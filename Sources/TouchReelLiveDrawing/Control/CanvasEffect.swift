package import TouchReelDrawingBoard
package import TouchReelEvdevDevices
package import TouchReelTouchTracking

/// What follows from input of a canvas, in order. ``LiveCanvas`` carries out what its drawing does; the rest is for
/// widgets.
package enum CanvasEffect: Hashable, Sendable {
  /// The event draws.
  case draw(PointerEvent)
  /// What a device that is read did draws, but for the touches that are taken back after it.
  case play(DeviceInput)
  /// A touch of a device that is read began on something else, or does something else than drawing.
  case withdraw(Touch, of: Int)
  /// Every touch that is down is cancelled.
  case cancelAll
  case perform(BoardCommand)
  /// The stroke that has just ended at a point was meant to be a shape.
  case replaceStroke(RecognizedShape, endingAt: BoardPoint)

  /// The canvas shows another part of the board.
  case show(Viewport)
  /// The rings around what points have changed.
  case outline([OutlineRing])
  case bars(BarLook)
  /// The shapes that strokes will be once they end.
  case meant([RecognizedShape])
  /// The ruler or protractor lies elsewhere, or is gone.
  case guide(Guide?)
  /// A touch would take a colour from there; `nil` once none does.
  case picking(PickingPlace?)
  /// The next touch takes a colour, or does so no longer.
  case picks(Bool)
  /// A colour was taken from a place on the board.
  case picked(BoardPoint)
  /// The command of a menu: in a text that is typed, it undoes what was typed.
  case undo
  case redo
  /// A touch of a device that is read began on a bar, moved or ended there.
  case press(Touch.ID, SurfacePoint)
  case drag(Touch.ID, SurfacePoint)
  case release(Touch.ID, SurfacePoint)
  /// A touch on a bar was cancelled.
  case letGo(Touch.ID)
  /// A touch of a device that is read is for menus and dialogs; those that it is beside close.
  case dismissCovers(SurfacePoint)
}

/// How the bars around a board are shown.
package struct BarLook: Hashable, Sendable {
  /// Whether they are not seen while something draws. Touches work them nevertheless.
  package var isFaded: Bool
  /// Whether the user has folded them away.
  package var isFolded: Bool
}
