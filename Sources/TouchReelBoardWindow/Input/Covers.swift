import CTouchReelGtk
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelLiveDrawing

/// What lies over a window's canvas on surfaces of its own: menus, popovers and dialogs. What touches them is not for
/// the board, though a device that is read directly reports it like any touch.
final class Covers {
  private let window: ObjectPointer
  let popovers: [ObjectPointer]
  /// When the last popover was closed. A touch that closes it began before.
  private var closed: Timestamp?
  /// Called when something may have come over the canvas, or gone.
  var changed: () -> Void = {}
  /// Called when a menu or a popover was closed.
  var ended: () -> Void = {}
  private var toplevels: ObjectHolder?

  /// - Parameters:
  ///   - window: what dialogs belong to.
  ///   - buttons: those that open menus and popovers.
  init(over window: ObjectPointer, openedBy buttons: [ObjectPointer]) {
    self.window = window
    popovers = buttons.compactMap { gtk_menu_button_get_popover($0.opaque).map { ObjectPointer($0) } }
    for popover in popovers {
      popover.connect("map") { [weak self] in self?.changed() }
      popover.connect("closed") { [weak self] in
        self?.closed = EventClock.now
        self?.changed()
        self?.ended()
      }
    }
  }

  /// While a menu or a dialog is open, the desktop hears of the devices as well: only it can pass their touches on.
  func share(_ reader: DeviceReaderThread, with live: LiveCanvas) {
    var grab = RecorderOptions.Grab.exclusive
    let update = { [weak self, weak reader, weak live] in
      guard let self, let reader, let live else { return }
      let wanted: RecorderOptions.Grab = isEmpty ? .exclusive : .shared
      // What is lifted while the devices are grabbed stays down for the desktop.
      guard wanted != grab, wanted == .shared || live.areDevicesResting else { return }
      grab = wanted
      reader.grab(wanted)
    }
    keepOpen()
    watchDialogs()
    changed = update
  }

  /// Also watches for dialogs.
  func watchDialogs() {
    guard let list = gtk_window_get_toplevels() else { return }
    let holder = ObjectHolder(UnsafeMutableRawPointer(list))
    toplevels = holder
    // A dialog is announced before it is shown.
    holder.pointer.connect("items-changed") { [weak self] in
      MainLoop.after(milliseconds: 0) { self?.changed() }
    }
  }

  var isEmpty: Bool { openPopover == nil && !hasDialog }

  /// Whether a touch that begins at a time, or began then, is not for the canvas.
  func cover(at time: Timestamp) -> Bool { !isEmpty || closed.map { time <= $0 } == true }

  /// Leaves the grab to the window: a popover that grabs has to be opened by an event of the desktop.
  func keepOpen() {
    for popover in popovers { gtk_popover_set_autohide(popover.pointer(), 0) }
  }

  /// Closes the popover that is open, unless a point of the window lies in it.
  func close(besides point: NativePoint) {
    guard let popover = openPopover, !popover.covers(point) else { return }
    gtk_popover_popdown(popover.pointer())
  }

  var hasPopover: Bool { openPopover != nil }

  private var openPopover: ObjectPointer? { popovers.first { gtk_widget_get_mapped($0.widget) != 0 } }

  private var hasDialog: Bool {
    if FileDialog.isOpen { return true }
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    var item = list
    while let node = item {
      if let toplevel = node.pointee.data.map({ ObjectPointer($0) }), isDialog(toplevel) { return true }
      item = node.pointee.next
    }
    return false
  }

  private func isDialog(_ toplevel: ObjectPointer) -> Bool {
    guard toplevel.isVisible, let parent = gtk_window_get_transient_for(toplevel.pointer()) else { return false }
    return ObjectPointer(parent) == window
  }
}

extension ObjectPointer {
  /// Whether a popover lies over a point of the surface that it belongs to.
  fileprivate func covers(_ point: NativePoint) -> Bool {
    guard let surface = gtk_native_get_surface(opaque) else { return false }
    let (x, y) = (Double(gdk_popup_get_position_x(surface)), Double(gdk_popup_get_position_y(surface)))
    let (width, height) = (Double(gdk_surface_get_width(surface)), Double(gdk_surface_get_height(surface)))
    return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
  }
}
