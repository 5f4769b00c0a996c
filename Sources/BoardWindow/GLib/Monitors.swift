import CGtk
import LiveDrawing

/// The screens of the desktop, in its order.
struct Monitors {
  private let monitors: [ObjectHolder]

  init() {
    let list = gdk_display_get_monitors(gdk_display_get_default())
    monitors = (0..<g_list_model_get_n_items(list)).compactMap { place in
      g_list_model_get_item(list, place).map { ObjectHolder(adopting: $0) }
    }
  }

  var screens: [Screen] {
    monitors.map { monitor in
      Screen(
        connector: gdk_monitor_get_connector(monitor.opaque).map { String(cString: $0) } ?? "",
        width: Double(gdk_monitor_get_width_mm(monitor.opaque)),
        height: Double(gdk_monitor_get_height_mm(monitor.opaque)))
    }
  }

  /// - Parameter place: among ``screens``; nothing for wherever the window is.
  func cover(_ place: Int?, with window: ObjectPointer) {
    guard let place else { return gtk_window_fullscreen(window.pointer()) }
    gtk_window_fullscreen_on_monitor(window.pointer(), monitors[place].opaque)
  }
}
