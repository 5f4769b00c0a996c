import CGtk

/// A window as a `.ui` file of GtkBuilder describes it, compiled in.
final class Layout {
  private let builder: ObjectHolder

  /// - Parameter text: the file; one that is not well-formed ends the program with GTK's own words, as our own files are.
  init(_ text: [UInt8]) {
    PaintedWidget.register()
    builder = ObjectHolder(adopting: gtk_builder_new())
    var error: UnsafeMutablePointer<GError>?
    let isRead = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        gtk_builder_add_from_string(builder.opaque, $0.baseAddress, $0.count, &error)
      }
    }
    if isRead == 0 { fatalError(error.map { String(cString: $0.pointee.message) } ?? "a layout is not well-formed") }
  }

  /// An object of the file; one that is not there is a mistake in the file.
  subscript(_ name: String) -> ObjectPointer {
    guard let object = gtk_builder_get_object(builder.opaque, name) else {
      fatalError("the layout has no \(name)")
    }
    return ObjectPointer(object)
  }
}
