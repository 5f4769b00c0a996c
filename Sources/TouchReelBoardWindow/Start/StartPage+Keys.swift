import CTouchReelGtk

/// Keys that go from row to row. They never leave the page: what lies behind it is another drawing.
extension StartPage {
  func watchKeys() {
    // Within the scrolled part as well: what scrolls it would take Home and End.
    for part in ["scrolled", "page"] {
      layout[part].whenPressed { [weak self] key in self?.go(by: key) ?? .passedOn }
    }
  }

  /// - Returns: `.passedOn` if the key moves nothing.
  private func go(by key: CInt) -> SignalAnswer {
    // What is typed has its own use for these keys, or none.
    let isRenaming = rows.contains { $0.isRenaming && $0.focus != nil }
    switch key {
    case GDK_KEY_Down, GDK_KEY_KP_Down: if !isRenaming { go(.on) }
    case GDK_KEY_Up, GDK_KEY_KP_Up: if !isRenaming { go(.off) }
    case GDK_KEY_Left, GDK_KEY_KP_Left: if !isRenaming { move(GTK_DIR_LEFT) }
    case GDK_KEY_Right, GDK_KEY_KP_Right: if !isRenaming { move(GTK_DIR_RIGHT) }
    case GDK_KEY_Home, GDK_KEY_KP_Home: if !isRenaming { rows.first?.grabFocus() }
    case GDK_KEY_End, GDK_KEY_KP_End: if !isRenaming { rows.last?.grabFocus() }
    default: return .passedOn
    }
    return .handled
  }

  /// - Parameter down: whether it goes down, rather than up.
  private func go(_ down: SwitchState) {
    guard let index = rows.firstIndex(where: { $0.focus != nil }) else {
      return move(down == .on ? GTK_DIR_DOWN : GTK_DIR_UP)
    }
    let next = down == .on ? index + 1 : index - 1
    if rows.indices.contains(next) {
      rows[next].grabFocus()
    } else if down == .off {
      move(GTK_DIR_UP)
    } else if layout["more"].isVisible {
      gtk_widget_grab_focus(layout["more"].widget)
    }
  }

  /// Stays where nothing lies in that direction.
  private func move(_ direction: GtkDirectionType) { gtk_widget_child_focus(layout["page"].widget, direction) }
}

/// Scrolls rows wholly into view.
final class RowScroller {
  private let scroller: ObjectPointer
  private let content: ObjectPointer
  private weak var row: StartRow?
  private var ticker: FrameTicker!
  /// Frames to wait for: the next one lays out a list that has changed.
  private var delay = 0

  /// - Parameter content: what is scrolled.
  init(_ scroller: ObjectPointer, over content: ObjectPointer) {
    (self.scroller, self.content) = (scroller, content)
    ticker = FrameTicker(content) { [weak self] in self?.step() ?? .stop }
  }

  /// - Parameter row: it may have been put there just now.
  func reveal(_ row: StartRow) {
    (self.row, delay) = (row, 1)
    ticker.wake()
  }

  private func step() -> FrameTicker.TickResult {
    guard delay == 0 else {
      delay -= 1
      return .continue
    }
    var bounds = graphene_rect_t()
    // It may have been taken out meanwhile.
    if let row, gtk_widget_compute_bounds(row.widget.widget, content.widget, &bounds) != 0 {
      let top = Double(bounds.origin.y)
      gtk_adjustment_clamp_page(
        gtk_scrolled_window_get_vadjustment(scroller.opaque), top, top + Double(bounds.size.height))
    }
    return .stop
  }
}
