import CTouchReelGtk

/// The widgets of a GtkBuilder `.ui` file that is compiled into the program.
final class Layout {
  private let builder: ObjectHolder

  /// - Parameter text: the content of the file. A malformed file is a programming error and ends the program.
  init(_ text: [UInt8]) {
    PaintedWidget.register()
    builder = ObjectHolder(adopting: gtk_builder_new())
    gtk_builder_set_translation_domain(builder.opaque, Translation.domain)
    var error: UnsafeMutablePointer<GError>?
    let isRead = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_builder_add_from_string(builder.opaque, $0.baseAddress, $0.count, &error)
      }
    }
    if isRead == 0 { fatalError(error.map { String(cString: $0.pointee.message) } ?? "malformed layout") }
    nameInnerButtons()
  }

  /// Screen readers come to the buttons within lists and choices of colours, and call them as those.
  private func nameInnerButtons() {
    let objects = gtk_builder_get_objects(builder.opaque)
    defer { g_slist_free(objects) }
    var next = objects
    while let entry = next?.pointee {
      if let object = entry.data, has_inner_button(object) != 0,
        let button = gtk_widget_get_first_child(ObjectPointer(object).widget)
      {
        set_accessible_label(button, object)
      }
      next = entry.next
    }
  }

  /// An object of the file. A missing one is a programming error.
  subscript(_ name: String) -> ObjectPointer {
    guard let object = gtk_builder_get_object(builder.opaque, name) else {
      fatalError("the layout has no \(name)")
    }
    return ObjectPointer(object)
  }
}
