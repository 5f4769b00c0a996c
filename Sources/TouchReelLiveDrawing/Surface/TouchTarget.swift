/// What lies on a surface where something touches it.
package enum TouchTarget: Hashable, Sendable {
  case canvas
  /// A bar, or another widget above the canvas.
  case bar
  /// A menu or a dialog, on a surface of its own.
  case cover
}
