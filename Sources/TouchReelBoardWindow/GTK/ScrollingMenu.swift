import CTouchReelGtk

/// A menu that scrolls where the screen is lower than it is: GTK makes it as high as all of its items.
final class ScrollingMenu {
  /// What a menu that hangs from the title bar leaves room for; one that opens to a side has its border alone.
  private static let (marginBelow, marginBeside) = (80, 24)
  private static let leastHeight = 100
  private let button: ObjectPointer
  private let scroller: ObjectPointer?

  /// - Parameter button: has its menu from a model.
  init(of button: ObjectPointer) {
    self.button = button
    let popover = gtk_menu_button_get_popover(button.opaque).map { ObjectPointer($0) }
    let child = popover.flatMap { gtk_popover_get_child($0.pointer()) }.map { ObjectPointer($0) }
    scroller = child.flatMap { is_scroller($0.raw) != 0 ? $0 : nil }
    popover?.connect("map") { [weak self] in self?.fit() }
  }

  /// Makes it no higher than the screen has room for.
  func fit() {
    guard let scroller, let window = gtk_widget_get_root(button.widget),
      let height = ObjectPointer(window).screenHeight
    else { return }
    let hangs = gtk_menu_button_get_direction(button.opaque) == GTK_ARROW_DOWN
    let room = height - (hangs ? Self.marginBelow : Self.marginBeside)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, CInt(max(room, Self.leastHeight)))
  }
}
