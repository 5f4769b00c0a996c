import CTouchReelGtk

/// Lists the keys of a window, in as many columns as fit: on a phone's screen in one.
///
/// GTK's own window of shortcuts is as large as its columns, and reaches beyond such a screen.
enum ShortcutsDialog {
  static func show(_ groups: [ShortcutGroup], over parent: ObjectPointer) {
    let layout = Layout(PackageResources.shortcuts_ui)
    let window = layout["window"]
    for group in groups { add(group, to: layout["groups"]) }
    window.fit(over: parent, width: 760, height: 640)
    gtk_widget_grab_focus(layout["scroller"].widget)
    window.whenEscaped { gtk_window_destroy(window.pointer()) }
    window.whenClosed { withExtendedLifetime(layout) {} }
    gtk_window_present(window.pointer())
  }

  private static func add(_ group: ShortcutGroup, to groups: ObjectPointer) {
    let title = label(group.title)
    title.setClass("heading", .on)
    gtk_box_append(groups.pointer(), title.widget)
    let columns = ObjectPointer(gtk_flow_box_new())
    gtk_flow_box_set_selection_mode(columns.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(columns.opaque, 1)
    gtk_flow_box_set_max_children_per_line(columns.opaque, 3)
    gtk_flow_box_set_column_spacing(columns.opaque, 24)
    for entry in group.entries { add(entry, to: columns) }
    gtk_box_append(groups.pointer(), columns.widget)
  }

  private static func add(_ entry: ShortcutGroup.Entry, to columns: ObjectPointer) {
    let row = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    gtk_widget_set_size_request(row.widget, 290, -1)
    let title = label(entry.title)
    gtk_label_set_wrap(title.opaque, 1)
    gtk_widget_set_hexpand(title.widget, 1)
    let keys = ObjectPointer(gtk_shortcut_label_new(entry.key))
    for part in [title, keys] { gtk_box_append(row.pointer(), part.widget) }
    let child = ObjectPointer(gtk_flow_box_child_new())
    gtk_flow_box_child_set_child(child.pointer(), row.widget)
    // The list is read, and scrolled as a whole.
    gtk_widget_set_focusable(child.widget, 0)
    gtk_flow_box_append(columns.opaque, child.widget)
  }

  private static func label(_ text: String) -> ObjectPointer {
    let label = ObjectPointer(gtk_label_new(text))
    gtk_label_set_xalign(label.opaque, 0)
    return label
  }
}

extension ObjectPointer {
  /// Makes a dialog no larger than the window that it belongs to, which is as large as the screen on a phone.
  ///
  /// - Parameters:
  ///   - width: at most, in points.
  ///   - height: at most, in points.
  func fit(over parent: ObjectPointer, width: CInt, height: CInt) {
    gtk_window_set_transient_for(pointer(), parent.pointer())
    gtk_window_set_default_size(
      pointer(), min(gtk_widget_get_width(parent.widget), width), min(gtk_widget_get_height(parent.widget), height))
  }
}
