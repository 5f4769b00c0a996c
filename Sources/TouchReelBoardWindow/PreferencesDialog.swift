import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelLiveDrawing

/// Shows what the user chooses for good. What has no effect with the input that there is says why.
final class PreferencesDialog {
  private let layout = Layout(PackageResources.preferences_ui)

  /// - Parameters:
  ///   - means: what the window is drawn in with.
  ///   - chosen: which of the preferences that depend on it are on.
  ///   - owner: has the actions that the dialog's switches perform.
  static func show(_ means: InputMeans, _ chosen: [InputPreference: SwitchState], over owner: ObjectPointer) {
    let dialog = PreferencesDialog(means, chosen)
    gtk_widget_insert_action_group(dialog.window.widget, "win", owner.opaque)
    gtk_window_set_transient_for(dialog.window.pointer(), owner.pointer())
    dialog.window.whenClosed { withExtendedLifetime(dialog) {} }
    gtk_window_present(dialog.window.pointer())
  }

  private init(_ means: InputMeans, _ chosen: [InputPreference: SwitchState]) {
    for preference in InputPreference.allCases {
      let isOn = chosen[preference] == .on
      layout["\(preference)-row"].isSensitive = preference.isChangeable(with: means, isOn: isOn)
      guard let obstacle = preference.obstacle(with: means) else { continue }
      layout["\(preference)-note"].setLabel(obstacle.message)
      layout["\(preference)-note"].isVisible = true
    }
    if let folder = SessionStart.folder { layout["folder"].setLabel(folder.path.string) }
    window.whenEscaped { [window] in gtk_window_destroy(window.pointer()) }
  }

  private var window: ObjectPointer { layout["window"] }
}

extension InputPreference.Obstacle {
  var message: String {
    switch self {
    case .noTouchscreen: translated("There is no touchscreen here.")
    case .noPen: translated("There is no pen here.")
    case .neither: translated("There is neither a pen nor a touchscreen here.")
    }
  }
}
