import CTouchReelGtk
import SystemPackage
import TouchReelLiveDrawing

/// The page with what was drawn before.
extension DrawWindow {
  func makeStartPage() -> StartPage {
    layout["banner"].connect("notify::reveal-child") { [weak self] in self?.fitBelowBanner() }
    layout["banner-text"].connect("notify::label") { [weak self] in self?.fitBelowBanner() }
    return StartPage(
      in: layout["start-place"],
      StartPage.Window(
        open: { [weak self] in self?.open($0) }, new: { [weak self] in self?.actions.activate("new") },
        hidden: { [canvas] in gtk_widget_grab_focus(canvas.widget.widget) },
        typing: { [weak self] in self?.application.updateTextKeys() },
        changed: { [ticker] in ticker?.wake() }, own: { [weak self] in self?.file?.path }),
      notices)
  }

  /// Shows it when the program starts, unless something is drawn meanwhile: the board is ready.
  func offerSessions() {
    guard offersSessions else { return }
    guard !isShowingGestures, Preferences[.startPage] != .off else { return start.removeDeleted() }
    start.load(
      if: { [weak self] in self?.isUntouched == true && !$0.entries.isEmpty },
      then: { [weak self] in self?.start.focus() })
  }

  func showSessions() {
    if start.isShown { return start.focus() }
    start.load(if: { _ in true }, then: { [weak self] in self?.start.focus() })
  }

  /// Beside the page there is paper where the window is wide enough.
  func fitStartPage(in size: SurfaceSize) {
    let place = layout["start-place"]
    let isBeside = size.width >= Self.roomBesideStart
    gtk_widget_set_halign(place.widget, isBeside ? GTK_ALIGN_END : GTK_ALIGN_FILL)
    gtk_widget_set_size_request(place.widget, isBeside ? Self.startWidth : -1, -1)
    gtk_widget_set_margin_bottom(place.widget, size.height < Self.roomBelowStart ? 0 : Self.inksHeight)
  }

  /// Both are seen whole: a banner is what brings a deleted session back.
  private func fitBelowBanner() {
    var height: CInt = 0
    if layout["banner"].isRevealed {
      let width = CInt(canvas.size.width)
      gtk_widget_measure(layout["banner-bar"].widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    }
    for bar in ["start-place", "name-bar"] { gtk_widget_set_margin_top(layout[bar].widget, height) }
  }

  private static let (roomBesideStart, roomBelowStart, startWidth) = (640.0, 480.0, CInt(400))
}
