import CTouchReelGtk
import TouchReelRecordings

/// Says what the program is, and who made it. GTK's own dialog is wider than a phone's screen, and its close button
/// beyond it.
enum AboutDialog {
  static func show(over parent: ObjectPointer) {
    let layout = Layout(PackageResources.about_ui)
    let window = layout["window"]
    gtk_image_set_from_icon_name(layout["logo"].opaque, ApplicationIcon.name)
    layout["version"].setLabel(TouchReelVersion.current)
    if let translators {
      layout["translators"].setLabel(translators)
      layout["translators"].isVisible = true
    }
    window.fit(over: parent, width: 400, height: 420)
    window.whenEscaped { gtk_window_destroy(window.pointer()) }
    window.whenClosed { withExtendedLifetime(layout) {} }
    gtk_window_present(window.pointer())
  }

  /// Who made the translation that is shown; `nil` for the original.
  private static var translators: String? {
    let credits = translated("translator-credits")
    return credits == "translator-credits" ? nil : credits
  }
}
