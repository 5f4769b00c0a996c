import CTouchReelGtk
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// Asks what fingers, the ends and buttons of a pen and those of a mouse do, how its pressure counts, and which
/// contacts are palms.
final class PenDialog {
  /// What the user has chosen.
  enum Choice {
    case action(PenControls.Part, PenControls.Action)
    /// The exponent of the curve by which pressure gives widths.
    case exponent(Double)
    /// See ``Settings/palmSize``.
    case palmSize(Int)
  }

  /// What the dialog shows first.
  struct Settings {
    var pen: PenControls
    /// The exponent of the curve by which pressure gives widths.
    var exponent: Double
    /// The size from which a contact is a palm, in millimetres, where a device reports sizes; 0 for none by size.
    var palmSize: Int
  }

  private static let palmSizes = [0, 20, 25, 30, 40]

  private let layout = Layout(PackageResources.pen_ui.replacing("<!-- parts -->", with: PartRow.all))
  private let preview: PressurePreview
  private let handle: (Choice) -> Void

  /// - Parameter handle: called with each choice, at once.
  static func show(_ settings: Settings, over window: ObjectPointer, handle: @escaping (Choice) -> Void) {
    let dialog = PenDialog(settings, handle)
    gtk_window_set_transient_for(dialog.window.pointer(), window.pointer())
    dialog.window.whenClosed { withExtendedLifetime(dialog) {} }
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ settings: Settings, _ handle: @escaping (Choice) -> Void) {
    preview = PressurePreview(settings.exponent, in: layout["pressure-preview"])
    self.handle = handle
    for part in PenControls.Part.allCases { offerActions(of: part, settings.pen[part]) }
    offerPressure(settings.exponent)
    offerPalms(settings.palmSize)
    window.whenEscaped { [window] in gtk_window_destroy(window.pointer()) }
  }

  private var window: ObjectPointer { layout["window"] }

  private func offerActions(of part: PenControls.Part, _ chosen: PenControls.Action) {
    let actions = part.actions
    setNames(actions.map(\.title), in: "pen-\(part.rawValue)")
    offer(actions.firstIndex(of: chosen), of: actions.count, in: "pen-\(part.rawValue)") { [handle] in
      handle(.action(part, actions[$0]))
    }
  }

  private func offerPressure(_ exponent: Double) {
    let firmness = layout["firmness"]
    firmness.adjustedValue = Double(PressureSteps.step(nearest: exponent))
    firmness.connect("value-changed") { [preview, handle] in
      let exponent = PressureSteps.exponent(at: firmness.adjustedValue)
      guard exponent != preview.exponent else { return }
      preview.exponent = exponent
      handle(.exponent(exponent))
    }
  }

  private func offerPalms(_ chosen: Int) {
    var sizes = Self.palmSizes
    if !sizes.contains(chosen) { sizes.append(chosen) }
    let names = sizes.map {
      $0 > 0 ? translated("From a length of %s mm", "\($0)") : translated("Only where the screen reports palms")
    }
    setNames(names, in: "palms")
    offer(sizes.firstIndex(of: chosen), of: sizes.count, in: "palms") { [handle] in handle(.palmSize(sizes[$0])) }
  }

  private func setNames(_ names: [String], in name: String) {
    let list = gtk_string_list_new(nil)
    for name in names { gtk_string_list_append(list, name) }
    gtk_drop_down_set_model(layout[name].opaque, list)
    g_object_unref(UnsafeMutableRawPointer(list))
  }

  private func offer(_ chosen: Int?, of count: Int, in name: String, choose: @escaping (Int) -> Void) {
    let list = layout[name]
    gtk_drop_down_set_selected(list.opaque, guint(chosen ?? 0))
    list.connect("notify::selected") {
      let index = Int(gtk_drop_down_get_selected(list.opaque))
      if index < count { choose(index) }
    }
  }
}

extension PenControls.Action {
  /// What the window calls it.
  fileprivate var title: String {
    switch self {
    case .draw: translated("The chosen tool")
    case .tool(let tool): tool.title
    case .pan: translated("Move the view")
    case .undo: translated("Undo")
    case .nothing: translated("Nothing")
    }
  }
}

/// A row of the dialog for each part that an action is chosen for.
private enum PartRow {
  static var all: [String] { PenControls.Part.allCases.enumerated().map { row(of: $1, $0) } }

  private static func name(of part: PenControls.Part) -> String {
    switch part {
    case .finger: translated("_Finger")
    case .tip: translated("Pen: _tip")
    case .eraser: translated("Pen: _eraser’s end")
    case .lowerButton: translated("Pen: _lower button")
    case .upperButton: translated("Pen: _upper button")
    case .middleButton: translated("Mouse: _middle button")
    case .rightButton: translated("Mouse: _right button")
    }
  }

  private static func row(of part: PenControls.Part, _ row: Int) -> String {
    """
    <child>
      <object class="GtkLabel">
        <property name="label">\(name(of: part))</property>
        <property name="use-underline">1</property>
        <property name="mnemonic-widget">pen-\(part.rawValue)</property>
        <property name="wrap">1</property>
        <property name="xalign">0</property>
        <layout><property name="column">0</property><property name="row">\(row)</property></layout>
      </object>
    </child>
    <child>
      <object class="GtkDropDown" id="pen-\(part.rawValue)">
        <property name="hexpand">1</property>
        <property name="height-request">44</property>
        <layout><property name="column">1</property><property name="row">\(row)</property></layout>
      </object>
    </child>
    """
  }
}
