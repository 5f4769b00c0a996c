import CGtk
import LiveDrawing

/// Asks what the buttons of a pen and its eraser's end do.
final class PenDialog {
  private let layout = Layout(PackageResources.pen_ui)

  /// - Parameter choose: called with each choice, at once.
  static func show(
    _ pen: PenControls, over window: ObjectPointer,
    choose: @escaping (PenControls.Part, PenControls.Action) -> Void
  ) {
    let dialog = PenDialog(pen, choose)
    gtk_window_set_transient_for(dialog.window.pointer(), window.pointer())
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ pen: PenControls, _ choose: @escaping (PenControls.Part, PenControls.Action) -> Void) {
    for part in PenControls.Part.allCases {
      let list = layout["pen-\(part.rawValue)"]
      gtk_drop_down_set_selected(list.opaque, guint(PenControls.Action.allCases.firstIndex(of: pen[part]) ?? 0))
      list.connect("notify::selected") {
        let place = Int(gtk_drop_down_get_selected(list.opaque))
        if PenControls.Action.allCases.indices.contains(place) { choose(part, PenControls.Action.allCases[place]) }
      }
    }
    // The dialog lives as long as its window.
    window.whenEscaped { gtk_window_destroy(self.window.pointer()) }
  }

  private var window: ObjectPointer { layout["window"] }
}
