import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// The bars above the board, which fade while something is drawn and can be folded away.
extension DrawWindow {
  func addBarActions() {
    // What is seen of them follows from what the controller says.
    actions.add("bars", state: .on) { [weak self] _ in self?.handle(.toggleBars) }
  }

  /// Those at the sides of the canvas that are not folded away.
  var bars: [ObjectPointer] { ["tools", "inks", "screen-bar", "page-bar"].map { layout[$0] }.filter(\.isVisible) }

  /// Faded bars are still there for what touches them.
  func watchBars() {
    layout["inks"].scrollsSidewaysByWheel()
    for bar in ["tools", "inks", "screen-bar", "page-bar", "gestures-page"] {
      input.watch(layout[bar]) { [weak self] _ in self?.handle(.overBar) }
    }
    for bar in ["tools", "inks", "screen-bar", "page-bar"] {
      input.share(layout[bar]) { [weak self] in self?.live.controller.bars.handles.isHit(at: $0) == true }
    }
  }

  func showBars(_ look: BarLook) {
    barLook = look
    let isCovering = gtk_window_is_fullscreen(window.pointer()) != 0
    // A finger from the edge of the screen unfolds them as well.
    actions.show("bars", state: SwitchState(!look.isFolded))
    for bar in ["tools", "inks"] { layout[bar].isVisible = !look.isFolded }
    layout["screen-bar"].isVisible = !look.isFolded && isCovering
    layout["page-bar"].isVisible = !look.isFolded && (board?.pageCount ?? 1) > 1
    layout["gestures-page"].isVisible = isShowingGestures
    layout["handle"].isVisible = isCovering || look.isFolded
    let shown = bars + [layout["gestures-page"]].filter(\.isVisible)
    for bar in shown + [layout["handle"]] { bar.setClass("faded", SwitchState(look.isFaded)) }
    let handles = live.controller.bars.handles
    for bar in bars { bar.setClass("see-through", SwitchState(handles.isCovered(by: bar.area(on: canvas.widget)))) }
    live.controller.bars.areas = shown.map { $0.area(on: canvas.widget) }
  }
}

extension ObjectPointer {
  /// What a widget covers of a canvas; nothing until it is laid out.
  func area(on canvas: ObjectPointer) -> SurfaceRect {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, canvas.widget, &bounds) != 0 else {
      return SurfaceRect(left: 0, top: 0, right: 0, bottom: 0)
    }
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    return SurfaceRect(
      left: left, top: top, right: left + Double(bounds.size.width), bottom: top + Double(bounds.size.height))
  }
}
