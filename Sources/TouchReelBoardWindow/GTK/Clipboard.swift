import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard

/// The desktop's clipboard.
enum Clipboard {
  /// Puts a picture of a board on the clipboard.
  static func copy(_ board: Board, of widget: ObjectPointer) {
    let texture = Texture(board.unmarked.picture.composed())
    texture.with { gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.widget), $0) }
  }

  /// Offers one thing in several forms, the best first.
  static func offer(_ forms: [ForeignBytes], of widget: ObjectPointer) {
    var providers: [UnsafeMutablePointer<GdkContentProvider>?] = forms.map { form in
      let bytes = form.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
      defer { g_bytes_unref(bytes) }
      return gdk_content_provider_new_for_bytes(form.type, bytes)
    }
    // It takes over the providers.
    guard let all = gdk_content_provider_new_union(&providers, gsize(providers.count)) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(all)) }
    gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.widget), all)
  }

  /// Reads what the clipboard holds.
  ///
  /// - Parameters:
  ///   - types: the media types that are understood, the best first.
  ///   - handle: called later.
  static func read(
    _ types: [String], of widget: ObjectPointer, _ handle: @escaping (ContentReading.Outcome) -> Void
  ) {
    let clipboard = gtk_widget_get_clipboard(widget.widget)
    let reading = ContentReading(handle)
    MediaTypes.with(MediaTypes.offered(types, by: gdk_clipboard_get_formats(clipboard))) { names in
      gdk_clipboard_read_async(
        clipboard, names, G_PRIORITY_DEFAULT, nil,
        { clipboard, result, reading in
          nonisolated(unsafe) let (clipboard, result, reading) = (clipboard, result, reading)
          MainActor.assumeIsolated {
            ContentReading.held(by: reading)?.begin { type, error in
              gdk_clipboard_read_finish(clipboard.map { OpaquePointer($0) }, result, &type, &error)
            }
          }
        }, reading.retained)
    }
  }
}
