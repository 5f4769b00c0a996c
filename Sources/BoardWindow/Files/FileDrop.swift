import CGtk
import SystemPackage

/// Takes a file that is dropped on a widget.
enum FileDrop {
  static func accept(on widget: ObjectPointer, _ take: @escaping (FilePath) -> Void) {
    let target = ObjectPointer(gtk_drop_target_new(file_list_type(), GDK_ACTION_COPY))
    target.connect(
      "drop",
      answering: { arguments in
        guard let path = firstPath(in: arguments.value(1)) else { return .passedOn }
        take(path)
        return .handled
      })
    gtk_widget_add_controller(widget.widget, target.opaque)
  }

  /// - Parameter value: the signal's, which holds a value itself.
  private static func firstPath(in value: UnsafePointer<GValue>) -> FilePath? {
    guard let inner = g_value_get_boxed(value)?.assumingMemoryBound(to: GValue.self),
      let files = g_value_get_boxed(inner)
    else { return nil }
    let list = gdk_file_list_get_files(OpaquePointer(files))
    defer { g_slist_free(list) }
    return (list?.pointee.data).flatMap { FilePath(OpaquePointer($0)) }
  }
}
