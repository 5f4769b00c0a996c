import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings

/// The settings for texts: of the one that is typed, of those that are selected, and of what is typed next.
final class TextChoice {
  private let layout: Layout
  private let actions: ActionMap
  private let perform: (Restyling) -> Void
  private let families: [String]
  /// Whether the widgets are being updated, so that their changes are not from the user.
  private var isShowing = false
  private var shown: TextLook?

  /// - Parameter perform: called with each choice, at once.
  init(_ layout: Layout, _ actions: ActionMap, perform: @escaping (Restyling) -> Void) {
    (self.layout, self.actions, self.perform) = (layout, actions, perform)
    families = FontFamilies.all(for: layout["window"])
    offerFamilies()
    layout["text-size"].connect("value-changed") { [weak self] in
      guard let self, !isShowing else { return }
      perform(.font(.size(layout["text-size"].adjustedValue)))
    }
    actions.add("text-bold", state: .off) { perform(.font(.bold($0 == .on))) }
    actions.add("text-italic", state: .off) { perform(.font(.italic($0 == .on))) }
    actions.add("text-align", choice: TextParagraph.Alignment.start.rawValue) { word in
      if let side = TextParagraph.Alignment(rawValue: word) { perform(.align(side)) }
    }
  }

  /// Where texts differ, nothing is chosen; their size is not changed by being shown.
  func show(_ look: TextLook) {
    guard look != shown else { return }
    shown = look
    isShowing = true
    let index = look.family.flatMap { families.firstIndex(of: $0) }.map { guint($0) } ?? Self.noRow
    gtk_drop_down_set_selected(layout["text-family"].opaque, index)
    if let size = look.size { layout["text-size"].adjustedValue = size }
    actions.show("text-bold", state: SwitchState(look.isBold == true))
    actions.show("text-italic", state: SwitchState(look.isItalic == true))
    actions.show("text-align", choice: look.align?.rawValue ?? "")
    isShowing = false
  }

  private func offerFamilies() {
    let list = gtk_string_list_new(nil)
    for family in families { gtk_string_list_append(list, family) }
    let choice = layout["text-family"]
    gtk_drop_down_set_model(choice.opaque, list)
    g_object_unref(UnsafeMutableRawPointer(list))
    // What is searched for as one types in the list.
    if let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string") {
      gtk_drop_down_set_expression(choice.opaque, expression)
      gtk_expression_unref(expression)
      gtk_drop_down_set_enable_search(choice.opaque, 1)
    }
    choice.connect("notify::selected") { [weak self] in
      guard let self, !isShowing else { return }
      let index = Int(gtk_drop_down_get_selected(choice.opaque))
      if families.indices.contains(index) { perform(.font(.family(families[index]))) }
    }
  }

  /// GTK_INVALID_LIST_POSITION.
  private static let noRow = guint.max
}

/// The fonts that texts can have.
private enum FontFamilies {
  /// Those that stand for any of their kind, then the system's by their names.
  static func all(for widget: ObjectPointer) -> [String] {
    let generic = ["Sans", "Serif", "Monospace"]
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: CInt = 0
    pango_context_list_families(gtk_widget_get_pango_context(widget.widget), &families, &count)
    defer { g_free(families) }
    let names = (0..<Int(count)).compactMap { index in
      families?[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
    let known = Set(generic.map { $0.lowercased() })
    return generic + Set(names).filter { !known.contains($0.lowercased()) }.sorted()
  }
}
