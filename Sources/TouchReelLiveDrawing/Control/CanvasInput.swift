package import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelEvdevDevices

/// What comes to a canvas from outside, be it from a desktop or from devices that are read directly.
package enum CanvasInput: Sendable {
  /// A finger, a pen or a mouse, as the desktop reports it.
  case pointer(SurfaceEvent)
  /// What a device that is read does, and what that is on the surface.
  case device(DeviceInput, doing: [ReadPointers.Step])
  /// The desktop reports something to a bar: a touch, or what points there.
  case overBar
  case key(CanvasKey)
  /// The keys that are held now, which change what touches do.
  case held(HeldKeys)
  /// The user chooses a pen, a tool or a colour.
  case pen(PenPreset.Kind)
  case tool(Tool)
  case color(PixelColor)
  /// The user lays a ruler or a protractor on the canvas, or takes it away.
  case guide(Guide.Kind?, GuidePlace = .asBefore)
  /// The user wants to take a colour from the canvas, or no longer.
  case pick
  /// The user takes back: the stroke that is being drawn, or what was done last.
  case undo
  /// The user folds the bars away, or wants them back.
  case toggleBars
  /// The window lost its grab or its focus: the desktop may not report the ends of what touches.
  case focusLost
  /// The mouse or the pen is over the canvas no longer.
  case pointerLeft
  /// Before each display frame while something moves.
  case tick
}

/// Where a ruler or a protractor is laid.
package enum GuidePlace: Hashable, Sendable {
  /// Where it lay when it was taken away, if any of that is seen; in the middle of what is seen otherwise.
  case asBefore
  case middle
}

/// Keys that are held while something touches.
package struct HeldKeys: OptionSet, Hashable, Sendable {
  /// What touches select is added to the selection, or taken out of it by a tap. Drags are held to directions and
  /// proportions.
  package static let shift = HeldKeys(rawValue: 1)
  /// What touches select is taken out of the selection.
  package static let control = HeldKeys(rawValue: 2)

  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The keys that a canvas handles itself; the others choose settings and commands.
package enum CanvasKey: Hashable, Sendable {
  /// Takes back what is being drawn, and ends the cropping of an image; without that, completes a text, and selects
  /// nothing.
  case escape
}
