import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelDrawings

/// The layers of the page that is shown, the highest first: which is drawn on, and how each is called and shown.
final class LayersPanel {
  private let layout: Layout
  private let perform: (LayerCommand) -> Void
  private var rows: [LayerRow] = []
  private var shown: (looks: [LayerLook], chosen: Int)?
  /// Whether what is set here is what the board has.
  private var isShowing = false
  /// What a slider was moved to and is not done yet: one operation for each pull, however many steps it has.
  private var opacityTimer: guint = 0

  /// - Parameter perform: does what is tapped or typed.
  init(_ layout: Layout, perform: @escaping (LayerCommand) -> Void) {
    (self.layout, self.perform) = (layout, perform)
    layout["layer-opacity"].connect("value-changed") { [weak self] in self?.awaitOpacity() }
    layout["layer-name"].connect("activate") { [weak self] in self?.keepName() }
    layout["layer-name"].whenFocused { [weak self] in if $0 == .off { self?.keepName() } }
  }

  /// Shows the layers as they are.
  func show(_ board: Board) {
    guard layout["layers-panel"].isVisible else {
      shown = nil
      return
    }
    let (looks, chosen) = (board.layers, board.layer)
    if let shown, shown.looks == looks, shown.chosen == chosen { return }
    let isAnother = shown?.chosen != chosen
    shown = (looks, chosen)
    if rows.count != looks.count { makeRows(looks.count) }
    isShowing = true
    defer { isShowing = false }
    for (index, look) in looks.enumerated() { rows[index].show(look, index, isChosen: index == chosen) }
    layout["layer-opacity-value"].adjustedValue = (looks[chosen].opacity * 100).rounded()
    let entry = layout["layer-name"]
    gtk_entry_set_placeholder_text(entry.pointer(), LayerLook().title(chosen))
    if isAnother || entry.focusWithin == nil { gtk_editable_set_text(entry.opaque, looks[chosen].name) }
  }

  private func makeRows(_ count: Int) {
    layout["layers-list"].removeChildren()
    rows = (0..<count).map { index in
      LayerRow { [weak self] change in
        guard let self, !isShowing else { return }
        // What is typed is the name of the layer that was chosen until now.
        keepName()
        perform(change.map { .change(index, $0) } ?? .choose(index))
      }
    }
    for row in rows.reversed() { gtk_box_append(layout["layers-list"].pointer(), row.widget.widget) }
  }

  /// The layer may be another one when the time has passed.
  private func awaitOpacity() {
    guard !isShowing, let layer = shown?.chosen else { return }
    let change = LayerChange(opacity: layout["layer-opacity-value"].adjustedValue / 100)
    if opacityTimer != 0 { g_source_remove(opacityTimer) }
    opacityTimer = MainLoop.after(milliseconds: Self.pullMilliseconds) { [weak self] in
      self?.opacityTimer = 0
      self?.perform(.change(layer, change))
    }
  }

  private static let pullMilliseconds: guint = 200

  /// Shows the layer's name in place of what is typed.
  func dropName() {
    guard let shown else { return }
    gtk_editable_set_text(layout["layer-name"].opaque, shown.looks[shown.chosen].name)
  }

  private func keepName() {
    let name = String(cString: gtk_editable_get_text(layout["layer-name"].opaque))
    guard let shown, shown.looks[shown.chosen].name != name else { return }
    perform(.change(nil, LayerChange(name: name)))
  }
}

extension LayerLook {
  /// What the window calls it.
  func title(_ index: Int) -> String { name.isEmpty ? translated("Layer %s", "\(index + 1)") : name }
}

/// A layer in the panel: its eye, its name and its lock.
private final class LayerRow {
  private let holder = ObjectHolder(ObjectPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)).raw)
  var widget: ObjectPointer { holder.pointer }
  private let eye = ObjectPointer(gtk_toggle_button_new())
  private let name = ObjectPointer(gtk_button_new_with_label(""))
  private let lock = ObjectPointer(gtk_toggle_button_new())

  /// - Parameter act: changes the layer, or with `nil` chooses it.
  init(_ act: @escaping (LayerChange?) -> Void) {
    eye.connect("toggled") { [eye] in act(LayerChange(isHidden: gtk_toggle_button_get_active(eye.pointer()) == 0)) }
    lock.connect("toggled") { [lock] in act(LayerChange(isLocked: gtk_toggle_button_get_active(lock.pointer()) != 0)) }
    name.connect("clicked") { act(nil) }
    for part in [eye, name, lock] {
      gtk_widget_set_focus_on_click(part.widget, 0)
      part.setClass("flat", .on)
      gtk_box_append(widget.pointer(), part.widget)
    }
    gtk_widget_set_hexpand(name.widget, 1)
    if let label = gtk_button_get_child(name.pointer()) {
      gtk_label_set_ellipsize(ObjectPointer(label).opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_width_chars(ObjectPointer(label).opaque, Self.width)
      gtk_label_set_max_width_chars(ObjectPointer(label).opaque, Self.width)
      gtk_label_set_xalign(ObjectPointer(label).opaque, 0)
    }
    widget.setClass("layer-row", .on)
  }

  private static let width: CInt = 12

  func show(_ look: LayerLook, _ index: Int, isChosen: Bool) {
    let title = look.title(index)
    gtk_button_set_label(name.pointer(), title)
    name.setAccessibleName(title)
    show(eye, isOn: !look.isHidden, "view-reveal-symbolic", "view-conceal-symbolic")
    show(lock, isOn: look.isLocked, "changes-prevent-symbolic", "changes-allow-symbolic")
    eye.setAccessibleName(translated("Show %s", title))
    lock.setAccessibleName(translated("Lock %s", title))
    gtk_widget_set_tooltip_text(eye.widget, translated("Show %s", title))
    gtk_widget_set_tooltip_text(lock.widget, translated("Lock %s", title))
    widget.setClass("chosen", SwitchState(isChosen))
    name.markChosen(SwitchState(isChosen))
  }

  private func show(_ button: ObjectPointer, isOn: Bool, _ on: String, _ off: String) {
    gtk_toggle_button_set_active(button.pointer(), isOn ? 1 : 0)
    gtk_button_set_icon_name(button.pointer(), isOn ? on : off)
  }
}
