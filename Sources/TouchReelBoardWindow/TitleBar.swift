import CTouchReelGtk
import TouchReelLiveDrawing

/// A window's title bar. Where it has no room for names beside its buttons, they are in a line of their own below it,
/// and of the desktop's buttons it has the one that closes.
final class TitleBar {
  private static let roomyWidth = 480.0

  private let layout: Layout
  private let window: ObjectPointer
  private let menus: [ScrollingMenu]
  /// The buttons that the desktop wants, such as `icon:minimize,maximize,close`.
  private let buttons: String?
  private var isNarrow = false

  /// - Parameter menus: the buttons of the window's menu.
  init(_ layout: Layout, menus: [String] = ["menu"]) {
    self.layout = layout
    self.menus = menus.map { ScrollingMenu(of: layout[$0]) }
    window = layout["window"]
    buttons = layout["header"].desktopButtons
  }

  /// To be called for each size of the canvas, and when the window begins or ceases to cover the screen.
  ///
  /// - Returns: whether the line below the bar comes or goes, which gives the canvas another height.
  func fit(_ canvas: SurfaceSize) -> Bool {
    for menu in menus { menu.fit() }
    let narrow = canvas.width < Self.roomyWidth
    if narrow != isNarrow { change(narrow) }
    let isBelow = narrow && gtk_window_is_fullscreen(window.pointer()) == 0
    defer { layout["names"].isVisible = isBelow }
    return isBelow != layout["names"].isVisible
  }

  private func change(_ narrow: Bool) {
    isNarrow = narrow
    layout["header-names"].isVisible = !narrow
    let shown = narrow ? buttons.map(Self.closing) : nil
    gtk_header_bar_set_decoration_layout(layout["header"].opaque, shown)
  }

  /// Where the desktop wants it, the button that closes the window, and no other.
  static func closing(_ buttons: String) -> String {
    let sides = buttons.split(separator: ":", omittingEmptySubsequences: false)
    return sides.map { side in side.split(separator: ",").filter { $0 == "close" }.joined() }.joined(separator: ":")
  }
}

extension ObjectPointer {
  fileprivate var desktopButtons: String? {
    guard let settings = gtk_widget_get_settings(widget),
      let text = string_property(UnsafeMutableRawPointer(settings), "gtk-decoration-layout")
    else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
