import CTouchReelGtk
import SystemPackage
import TouchReelCanvas
import TouchReelLiveDrawing

/// The palette that the user has opened, among the colours to choose from.
final class PaletteChoice {
  private static let columns = 7

  private let layout: Layout
  private let choose: (PixelColor) -> Void
  /// Reports in plain text what could not be read; `nil` if all could.
  var report: (String?) -> Void = { _ in }
  private var swatches: [(button: ObjectPointer, swatch: Swatch)] = []
  /// The colour whose button is marked as the chosen one.
  var chosen: PixelColor? {
    didSet { if chosen != oldValue { mark() } }
  }

  init(_ layout: Layout, _ actions: ActionMap, choose: @escaping (PixelColor) -> Void) {
    (self.layout, self.choose) = (layout, choose)
    actions.add("open-palette") { [weak self] in self?.ask() }
    actions.add("remove-palette") { [weak self] in
      KeptPalette.current = nil
      self?.show(nil)
    }
    show(KeptPalette.current)
  }

  private func ask() {
    gtk_menu_button_popdown(layout["color"].opaque)
    let kind = FileKind(name: translated("Palettes of GIMP"), pattern: "*.gpl")
    FileDialog.open(translated("Open a Palette"), [kind], over: layout["window"]) { [weak self] in self?.open($0) }
  }

  private func open(_ path: FilePath) {
    _ = BackgroundTask { _ in
      Result { () throws(ImageProblem) in try OpenedPalette(path) }
    } then: { [weak self] result in
      self?.handle(result)
    }
  }

  private func handle(_ result: Result<OpenedPalette, ImageProblem>) {
    do throws(ImageProblem) {
      let opened = try result.get()
      KeptPalette.current = opened.palette
      show(opened.palette)
      report(opened.complaint)
      gtk_menu_button_popup(layout["color"].opaque)
    } catch {
      report(error.description)
    }
  }

  private func show(_ palette: GimpPalette?) {
    let grid = layout["opened-palette"]
    for (button, _) in swatches { gtk_grid_remove(grid.pointer(), button.widget) }
    swatches = (palette?.entries ?? []).enumerated().map { index, entry in
      let (button, swatch) = Self.button(of: entry)
      button.connect("clicked") { [choose] in choose(entry.color) }
      let (column, row) = (CInt(index % Self.columns), CInt(index / Self.columns))
      gtk_grid_attach(grid.pointer(), button.widget, column, row, 1, 1)
      return (button, swatch)
    }
    layout["palette-name"].setLabel(palette?.name ?? "")
    layout["palette-name"].isVisible = palette?.name.isEmpty == false
    for name in ["palette-scroller", "palette-remove"] { layout[name].isVisible = palette != nil }
    mark()
  }

  private static func button(of entry: GimpPalette.Entry) -> (ObjectPointer, Swatch) {
    let button = ObjectPointer(gtk_button_new())
    let patch = ObjectPointer(PaintedWidget.make(width: 20, height: 20))
    gtk_button_set_child(button.pointer(), patch.widget)
    gtk_widget_set_focus_on_click(button.widget, 0)
    for name in ["flat", "swatch"] { button.setClass(name, .on) }
    let name = entry.name.isEmpty ? entry.color.styleWord : entry.name
    button.tooltip = name
    button.setAccessibleName(name)
    return (button, Swatch(entry.color, in: patch))
  }

  private func mark() {
    for (button, swatch) in swatches {
      button.markChosen(SwitchState(swatch.color == chosen))
    }
  }
}

extension PixelColor {
  /// The colour as a style sheet has it.
  var styleWord: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
