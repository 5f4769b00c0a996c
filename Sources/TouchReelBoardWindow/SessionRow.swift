import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelInputEvents
import TouchReelLiveDrawing

/// A session in the list: its picture, when it was drawn and how large it is, and what can be done with it.
final class SessionRow {
  let session: StoredSession
  let widget: ObjectPointer
  let picture: FilePicture
  private static let pictureSize = PixelSize(width: 144, height: 96)

  init(_ session: StoredSession, open: @escaping () -> Void, delete: @escaping () -> Void) {
    self.session = session
    widget = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    let size = Self.pictureSize
    let painted = ObjectPointer(PaintedWidget.make(width: size.width, height: size.height))
    picture = FilePicture(session.path, in: painted, size: size)
    let facts = ObjectPointer(gtk_label_new("\(session.title)\n\(session.size)"))
    gtk_label_set_xalign(facts.opaque, 0)
    gtk_label_set_wrap(facts.opaque, 1)
    let buttons = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    // Below each other, so that a row is no wider than a phone.
    let side = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    gtk_widget_set_valign(side.widget, GTK_ALIGN_CENTER)
    for part in [facts, buttons] { gtk_box_append(side.pointer(), part.widget) }
    for part in [painted, side] { gtk_box_append(widget.pointer(), part.widget) }
    addButton(translated("Open"), to: buttons, open)
    addButton(translated("Delete…"), to: buttons, delete)
  }

  private func addButton(_ label: String, to buttons: ObjectPointer, _ action: @escaping () -> Void) {
    let button = ObjectPointer(gtk_button_new_with_label(label))
    button.setClass("large", .on)
    button.setAccessibleName("\(label) \(session.title)")
    // What is being drawn stays, and is not drawn on twice.
    button.isSensitive = session.state != .inUse
    button.connect("clicked", action)
    gtk_box_append(buttons.pointer(), button.widget)
  }
}

extension StoredSession {
  /// When it was last drawn on, in the user's time zone.
  var title: String {
    let seconds = modified.nanoseconds / 1_000_000_000
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return path.fileName }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, "%x %H:%M") else { return path.fileName }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The size, in the user's units, and whether it is being recorded.
  var size: String {
    guard let text = g_format_size(guint64(max(byteCount, 0))) else { return "" }
    defer { g_free(text) }
    let size = String(cString: text)
    return state == .inUse ? translated("%s, being drawn", size) : size
  }
}
