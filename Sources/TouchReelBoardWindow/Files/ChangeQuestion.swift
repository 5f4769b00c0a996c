import CTouchReelGtk
import SystemPackage
import TouchReelCanvas
import TouchReelInputEvents

/// The question what becomes of a file that was changed elsewhere since it was opened or saved here.
enum ChangeQuestion {
  enum Answer {
    case overwrite, saveBeside, reload, cancel
  }

  private static let pictureSize = PixelSize(width: 144, height: 96)

  /// - Parameter here: a picture of what would be written.
  static func ask(
    _ change: FileChange, of path: FilePath, here: PixelBuffer?, over window: ObjectPointer,
    then handle: @escaping (Answer) -> Void
  ) {
    guard
      let question = message_dialog(
        window.pointer(), GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE,
        translated("%s has changed", path.fileName.printableStart), text(change))
    else { return handle(.cancel) }
    let dialog = ObjectPointer(question)
    let buttons = [
      (translated("_Cancel"), GTK_RESPONSE_CANCEL), (translated("Open the One on _Disk"), GTK_RESPONSE_APPLY),
      (translated("_Overwrite"), GTK_RESPONSE_REJECT), (translated("Save _Elsewhere…"), GTK_RESPONSE_ACCEPT),
    ].map { gtk_dialog_add_button(dialog.pointer(), $0.0, $0.1.rawValue) }
    // Side by side they are wider than a phone that is held upright.
    if gtk_widget_get_width(window.widget) < 640, let row = buttons[0].flatMap(gtk_widget_get_parent) {
      gtk_orientable_set_orientation(ObjectPointer(row).opaque, GTK_ORIENTATION_VERTICAL)
    }
    gtk_dialog_set_default_response(dialog.pointer(), GTK_RESPONSE_ACCEPT.rawValue)
    let pictures = add(path, here, to: dialog)
    dialog.connect(
      "response",
      answering: { arguments in
        pictures?.cancel()
        gtk_window_destroy(dialog.pointer())
        handle(answer(GtkResponseType(rawValue: Int32(arguments.int(1)))))
        return .handled
      })
    gtk_window_present(dialog.pointer())
  }

  private static func answer(_ response: GtkResponseType) -> Answer {
    switch response {
    case GTK_RESPONSE_REJECT: .overwrite
    case GTK_RESPONSE_ACCEPT: .saveBeside
    case GTK_RESPONSE_APPLY: .reload
    default: .cancel
    }
  }

  /// Shows the picture of the file below the text, and that of what would be written beside it.
  private static func add(_ path: FilePath, _ here: PixelBuffer?, to dialog: ObjectPointer) -> FilePicture? {
    guard let area = gtk_message_dialog_get_message_area(dialog.pointer()) else { return nil }
    let row = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
    let painted = ObjectPointer(PaintedWidget.make(width: pictureSize.width, height: pictureSize.height))
    let picture = FilePicture(path, in: painted, size: pictureSize)
    addColumn(translated("On disk"), painted, to: row)
    if let here { addColumn(translated("In this window"), image(of: here), to: row) }
    gtk_box_append(ObjectPointer(area).pointer(), row.widget)
    return picture
  }

  private static func image(of pixels: PixelBuffer) -> ObjectPointer {
    let image = ObjectPointer(gtk_picture_new())
    Texture(pixels).with { gtk_picture_set_paintable(image.opaque, $0) }
    gtk_widget_set_size_request(image.widget, CInt(pictureSize.width), CInt(pictureSize.height))
    return image
  }

  private static func addColumn(_ title: String, _ picture: ObjectPointer, to row: ObjectPointer) {
    let column = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    for part in [picture, ObjectPointer(gtk_label_new(title))] { gtk_box_append(column.pointer(), part.widget) }
    picture.setAccessibleName(title)
    gtk_box_append(row.pointer(), column.widget)
  }

  static func text(_ change: FileChange) -> String {
    [
      translated("Another program or window has written it since it was opened or saved here."),
      translated("On disk: %s", change.now.title),
      translated("When it was opened or saved here: %s", change.seen.title),
      translated("If it is overwritten, the file as it is now is kept as a backup, with ~ after its name."),
    ].joined(separator: "\n")
  }
}

extension FileStamp {
  /// The time in the user's zone, and the size in the user's units.
  fileprivate var title: String {
    let size = g_format_size(guint64(clamping: byteCount))
    defer { g_free(size) }
    let bytes = size.map { String(cString: $0) } ?? ""
    guard let time = g_date_time_new_from_unix_local(gint64(modified.nanoseconds / 1_000_000_000)) else { return bytes }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, "%x %X") else { return bytes }
    defer { g_free(text) }
    return "\(String(cString: text)), \(bytes)"
  }
}
