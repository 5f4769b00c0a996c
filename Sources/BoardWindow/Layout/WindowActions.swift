import CGtk

extension BoardWindow {
  /// What both kinds of window can do.
  func addWindowActions() {
    actions.add("close") { [window] in gtk_window_close(window.pointer()) }
    actions.add("dark", state: SwitchState(Style.isDark)) { state in
      Style.isDark = state == .on
      Preferences[.dark] = state
    }
    actions.add("fullscreen", state: .off) { [window] state in
      if state == .on { gtk_window_fullscreen(window.pointer()) } else { gtk_window_unfullscreen(window.pointer()) }
    }
    actions.add("about") { [window] in showAbout(over: window) }
  }

  func setShortcuts(_ text: [UInt8]) {
    let shortcuts = Layout(text)
    withExtendedLifetime(shortcuts) {
      gtk_application_window_set_help_overlay(window.pointer(), shortcuts["shortcuts"].opaque)
    }
  }
}

private func showAbout(over window: ObjectPointer) {
  let about = ObjectPointer(gtk_about_dialog_new())
  gtk_about_dialog_set_program_name(about.opaque, "TouchReel")
  gtk_about_dialog_set_comments(
    about.opaque, "Records what fingers and pens do, and replays it, bit for bit, into drawings.")
  gtk_about_dialog_set_license_type(about.opaque, GTK_LICENSE_APACHE_2_0)
  gtk_about_dialog_set_logo_icon_name(about.opaque, "applications-graphics-symbolic")
  gtk_window_set_transient_for(about.pointer(), window.pointer())
  gtk_window_set_modal(about.pointer(), 1)
  gtk_window_present(about.pointer())
}
