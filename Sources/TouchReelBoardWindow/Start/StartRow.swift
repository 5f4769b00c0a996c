import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelLiveDrawing

/// A session on the start page: its picture, name and facts, which open it, and buttons to rename and delete it.
final class StartRow {
  /// What the user does with a session.
  enum Deed {
    case open
    /// It got the keys.
    case choose
    case rename(SessionName?)
    case delete, repair
    /// The field for the name got the keys, or lost them.
    case type(SwitchState)
  }

  private(set) var entry: SessionCatalog.Entry
  /// Held, as rows are put into the list again.
  private let holder = ObjectHolder(ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2)).raw)
  var widget: ObjectPointer { holder.pointer }
  private(set) var picture: PreviewPicture!
  private let perform: (Deed) -> Void
  private let open = ObjectPointer(gtk_button_new())
  private let title = ObjectPointer(gtk_label_new(""))
  private let facts = ObjectPointer(gtk_label_new(""))
  private let typed = ObjectPointer(gtk_entry_new())
  private let rename = ObjectPointer(gtk_button_new_from_icon_name("document-edit-symbolic"))
  private let delete = ObjectPointer(gtk_button_new_from_icon_name("user-trash-symbolic"))
  private let repair = ObjectPointer(gtk_button_new_with_label(translated("Repair")))
  private var isDamaged: Bool

  /// - Parameter ask: called when its picture is seen first.
  init(_ entry: SessionCatalog.Entry, ask: @escaping (StartRow) -> Void, perform: @escaping (Deed) -> Void) {
    (self.entry, self.perform) = (entry, perform)
    isDamaged = entry.session.state == .unfinished
    let painted = ObjectPointer(PaintedWidget.make(width: 96, height: 64))
    picture = PreviewPicture(in: painted) { [weak self] in if let self { ask(self) } }
    fill(painted)
    connect()
    show()
  }

  private func fill(_ painted: ObjectPointer) {
    let texts = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
    gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
    for label in [title, facts] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(label.opaque, label == title ? 2 : 1)
      gtk_box_append(texts.pointer(), label.widget)
    }
    facts.setClass("subtitle", .on)
    repair.setClass("large", .on)
    gtk_widget_set_halign(repair.widget, GTK_ALIGN_START)
    let inside = ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
    for part in [painted, texts] { gtk_box_append(inside.pointer(), part.widget) }
    gtk_button_set_child(open.pointer(), inside.widget)
    open.setClass("flat", .on)
    let side = ObjectPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
    gtk_widget_set_valign(side.widget, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(side.widget, 1)
    for part in [open, typed, repair] { gtk_box_append(side.pointer(), part.widget) }
    gtk_box_append(widget.pointer(), side.widget)
    for button in [rename, delete] {
      button.setClass("flat", .on)
      button.setClass("tool", .on)
      gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
      gtk_box_append(widget.pointer(), button.widget)
    }
    gtk_widget_set_size_request(typed.widget, -1, 44)
    gtk_entry_set_max_length(typed.pointer(), CInt(SessionName.lengthLimit))
    typed.isVisible = false
  }

  private func connect() {
    open.connect("clicked") { [perform] in perform(.open) }
    delete.connect("clicked") { [perform] in perform(.delete) }
    repair.connect("clicked") { [perform] in perform(.repair) }
    rename.connect("clicked") { [weak self] in
      guard let self else { return }
      if isRenaming { endRenaming(.on) } else { beginRenaming() }
    }
    widget.whenFocused { [perform] in if $0 == .on { perform(.choose) } }
    widget.whenPressed(GDK_KEY_Delete) { [weak self] in self?.deleteByKey() }
    typed.whenFocused { [perform] in perform(.type($0)) }
    typed.connect("activate") { [weak self] in self?.endRenaming(.on) }
  }

  var isRenaming: Bool { typed.isVisible }

  /// Its part that has the keys, if any has.
  var focus: ObjectPointer? { widget.focusWithin }

  /// Gives it the keys.
  func grabFocus() { gtk_widget_grab_focus((open.isSensitive ? open : rename).widget) }

  func deleteByKey() {
    if !isRenaming, delete.isSensitive { perform(.delete) }
  }

  func beginRenaming() {
    guard !isRenaming else { return }
    gtk_editable_set_text(typed.opaque, entry.name?.text ?? "")
    typed.isVisible = true
    open.isVisible = false
    showRenaming()
    gtk_widget_grab_focus(typed.widget)
  }

  /// - Parameter keeping: whether the name that was typed counts.
  func endRenaming(_ keeping: SwitchState) {
    guard isRenaming else { return }
    let name = SessionName(String(cString: gtk_editable_get_text(typed.opaque)))
    open.isVisible = true
    gtk_widget_grab_focus(open.widget)
    typed.isVisible = false
    showRenaming()
    if keeping == .on, name != entry.name { perform(.rename(name)) }
  }

  private func showRenaming() {
    gtk_button_set_icon_name(rename.pointer(), isRenaming ? "object-select-symbolic" : "document-edit-symbolic")
    nameControls()
  }

  func show(_ entry: SessionCatalog.Entry) {
    guard entry != self.entry else { return }
    self.entry = entry
    show()
  }

  func show(_ preview: SessionPreview?) {
    if let preview { picture.show(preview.picture) }
    isDamaged = isDamaged || preview.map { $0.warnings.contains { DamagedFile($0) != nil } } ?? true
    show()
  }

  private func show() {
    let session = entry.session
    title.setLabel(entry.title)
    let times = entry.name == nil ? [] : [session.time]
    facts.setLabel((times + [session.sizeText] + states).joined(separator: " · "))
    let isFree = session.state != .inUse
    for button in [open, delete] { button.isSensitive = isFree }
    if session.state == .unreadable { open.isSensitive = false }
    repair.isVisible = isDamaged && session.state != .unreadable && isFree
    nameControls()
  }

  private var states: [String] {
    switch entry.session.state {
    case .inUse: [translated("being drawn")]
    case .unreadable: [translated("cannot be read")]
    case .unfinished: [translated("unfinished")]
    case .finished: isDamaged ? [translated("damaged")] : []
    }
  }

  /// Names controls for screen readers, and icons by tooltips too.
  private func nameControls() {
    let name = entry.title
    let times = entry.name == nil ? [] : [entry.session.time]
    open.setAccessibleName(([translated("Open %s", name)] + times + states).joined(separator: ", "))
    typed.setAccessibleName(translated("Name"))
    repair.setAccessibleName(translated("Repair %s", name))
    delete.setAccessibleName(translated("Delete %s", name))
    delete.tooltip = translated("Delete")
    rename.setAccessibleName(isRenaming ? translated("Use This Name") : translated("Rename %s", name))
    rename.tooltip = isRenaming ? translated("Use This Name") : translated("Rename")
  }
}

extension SessionCatalog.Entry {
  var title: String { name?.text ?? (number == 1 ? session.unnamedTitle : "\(session.unnamedTitle) (\(number))") }
}

extension StoredSession {
  /// What it is called while it has no name.
  var unnamedTitle: String { translated("Drawing of %s", time) }

  /// When it was last drawn on that day, in the user's time zone.
  var time: String { modified.localText("%H:%M") ?? path.fileName }

  /// The size, in the user's units.
  var sizeText: String { byteText(byteCount) }
}

/// A number of bytes in the user's units.
func byteText(_ count: Int64) -> String {
  guard let text = g_format_size(guint64(max(count, 0))) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}
