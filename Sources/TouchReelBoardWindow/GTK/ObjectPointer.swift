import CTouchReelGtk

/// A pointer to a GObject that something else keeps alive: its layout or its ``ObjectHolder``.
///
/// C has a type for each class and macros to cast between them; here the pointer converts to the type that a function
/// expects.
struct ObjectPointer: Hashable {
  let raw: UnsafeMutableRawPointer

  init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }
  init(_ opaque: OpaquePointer) { raw = UnsafeMutableRawPointer(opaque) }
  init<Instance>(_ typed: UnsafeMutablePointer<Instance>) { raw = UnsafeMutableRawPointer(typed) }

  /// The pointer as that to an instance of a final class or of an interface.
  var opaque: OpaquePointer { OpaquePointer(raw) }

  /// The object as an instance of a derivable class.
  func pointer<Instance>() -> UnsafeMutablePointer<Instance> { raw.assumingMemoryBound(to: Instance.self) }

  var widget: UnsafeMutablePointer<GtkWidget> { pointer() }
}

/// Holds a reference to a GObject.
nonisolated final class ObjectHolder {
  let raw: UnsafeMutableRawPointer

  /// Takes over the reference that the caller owns, as from functions named `…_new`.
  init(adopting raw: UnsafeMutableRawPointer) { self.raw = raw }

  convenience init(adopting opaque: OpaquePointer) { self.init(adopting: UnsafeMutableRawPointer(opaque)) }

  /// Adds a reference, sinking a floating one.
  init(_ raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
  }

  deinit { g_object_unref(raw) }

  var opaque: OpaquePointer { OpaquePointer(raw) }
}

extension ObjectHolder {
  var pointer: ObjectPointer { ObjectPointer(raw) }
}

/// Properties that all widgets have.
extension ObjectPointer {
  var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    nonmutating set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    nonmutating set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  var tooltip: String {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_widget_set_tooltip_text(widget, newValue) }
  }

  /// The cursor over it, by its name in CSS; the one around it without a name.
  func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  func setClass(_ name: String, _ state: SwitchState) {
    switch state {
    case .on: gtk_widget_add_css_class(widget, name)
    case .off: gtk_widget_remove_css_class(widget, name)
    }
  }

  /// Sets the name that screen readers use.
  func setAccessibleName(_ name: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name) }

  /// Sets what screen readers say of a value whose number means something else.
  func setAccessibleValue(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text) }

  /// Sets what screen readers say besides the name.
  func setAccessibleDescription(_ text: String) { setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

  /// Marks the button of a colour as the chosen one, or not; screen readers call it pressed.
  func markChosen(_ state: SwitchState) {
    setClass("chosen", state)
    set_accessible_pressed(raw, state == .on ? 1 : 0)
  }

  private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
    var properties = [property]
    var value = GValue()
    g_value_init(&value, string_type())
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(opaque, 1, &properties, &value)
    g_value_unset(&value)
  }
}

enum SwitchState {
  case on, off

  init(_ isOn: Bool) { self = isOn ? .on : .off }
}

/// Labels.
extension ObjectPointer {
  func setLabel(_ text: String) { gtk_label_set_text(opaque, text) }
}

/// Revealers.
extension ObjectPointer {
  var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(opaque) != 0 }
    nonmutating set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
  }
}

/// The adjustments of scales and spin buttons.
extension ObjectPointer {
  var adjustedValue: Double {
    get { gtk_adjustment_get_value(pointer()) }
    nonmutating set { gtk_adjustment_set_value(pointer(), newValue) }
  }
}

/// Widgets that receive keys.
extension ObjectPointer {
  /// Calls a closure when Escape is pressed, whichever widget within this one has the focus.
  func whenEscaped(_ action: @escaping () -> Void) {
    let keys = ObjectPointer(gtk_event_controller_key_new())
    keys.connect(
      "key-pressed",
      answering: { arguments in
        guard arguments.unsigned(1) == GDK_KEY_Escape else { return .passedOn }
        action()
        return .handled
      })
    gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(widget, keys.opaque)
  }
}

/// The focus, and children.
extension ObjectPointer {
  /// Calls a closure when a key is pressed that nothing within this widget has a use for.
  func whenPressed(_ key: CInt, _ action: @escaping () -> Void) {
    whenPressed { pressed in
      guard pressed == key else { return .passedOn }
      action()
      return .handled
    }
  }

  /// Lets a closure answer to each key that nothing within this widget has a use for.
  func whenPressed(_ answer: @escaping (CInt) -> SignalAnswer) {
    let keys = ObjectPointer(gtk_event_controller_key_new())
    keys.connect("key-pressed", answering: { answer(CInt(clamping: $0.unsigned(1))) })
    gtk_widget_add_controller(widget, keys.opaque)
  }

  /// What has the keys of its window, if that is this widget or within it.
  var focusWithin: ObjectPointer? {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return nil }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0 ? ObjectPointer(focus) : nil
  }

  /// Calls a closure when the focus comes to this widget or one in it, and when it goes.
  func whenFocused(_ action: @escaping (SwitchState) -> Void) {
    let focus = ObjectPointer(gtk_event_controller_focus_new())
    focus.connect("enter") { action(.on) }
    focus.connect("leave") { action(.off) }
    gtk_widget_add_controller(widget, focus.opaque)
  }

  var hasChildren: Bool { gtk_widget_get_first_child(widget) != nil }

  /// Its children, in order.
  var children: [ObjectPointer] {
    var found: [ObjectPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      found.append(ObjectPointer(next))
      child = gtk_widget_get_next_sibling(next)
    }
    return found
  }

  /// Empties a box.
  func removeChildren() {
    while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(pointer(), child) }
  }
}

extension ObjectPointer {
  /// The height of the monitor that a window is on, in the desktop's units; `nil` while it is on none.
  var screenHeight: Int? {
    guard let surface = gtk_native_get_surface(opaque),
      let monitor = gdk_display_get_monitor_at_surface(gdk_surface_get_display(surface), surface)
    else { return nil }
    var area = GdkRectangle()
    gdk_monitor_get_geometry(monitor, &area)
    return Int(area.height)
  }

  /// The widgets among one and all that is in it that a test accepts, but none within one of them.
  func descendants(where isWanted: (ObjectPointer) -> Bool) -> [ObjectPointer] {
    if isWanted(self) { return [self] }
    var found: [ObjectPointer] = []
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      found += ObjectPointer(next).descendants(where: isWanted)
      child = gtk_widget_get_next_sibling(next)
    }
    return found
  }
}
