import CTouchReelGtk
import TouchReelDrawings
import TouchReelReplaying
import TouchReelTouchTracking

/// Asks for the size of a page that the menu does not have.
final class PageSizeDialog {
  private let layout = Layout(PackageResources.size_ui)
  private let handle: (BoardSize) -> Void

  /// - Parameters:
  ///   - current: the size that is shown first, in points of 1/72 inch.
  ///   - handle: called with the size, unless the dialog is cancelled.
  static func ask(_ current: BoardSize, over owner: ObjectPointer, _ handle: @escaping (BoardSize) -> Void) {
    let dialog = PageSizeDialog(current, handle)
    gtk_window_set_transient_for(dialog.window.pointer(), owner.pointer())
    dialog.window.whenClosed { withExtendedLifetime(dialog) {} }
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ current: BoardSize, _ handle: @escaping (BoardSize) -> Void) {
    self.handle = handle
    layout["width"].adjustedValue = current.width / Paper.pointsPerMillimetre
    layout["height"].adjustedValue = current.height / Paper.pointsPerMillimetre
    layout["cancel"].connect("clicked") { [window] in gtk_window_destroy(window.pointer()) }
    layout["apply"].connect("clicked") { [weak self] in self?.apply() }
    window.whenEscaped { [window] in gtk_window_destroy(window.pointer()) }
  }

  private var window: ObjectPointer { layout["window"] }

  private func apply() {
    for field in ["width-field", "height-field"] { gtk_spin_button_update(layout[field].opaque) }
    let size = BoardSize(
      width: layout["width"].adjustedValue * Paper.pointsPerMillimetre,
      height: layout["height"].adjustedValue * Paper.pointsPerMillimetre)
    gtk_window_destroy(window.pointer())
    handle(size)
  }
}
