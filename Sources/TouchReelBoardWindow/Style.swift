import CTouchReelGtk

/// The style of the widgets, on top of the desktop's theme.
enum Style {
  static func load() {
    if let dark = Preferences[.dark] { isDark = dark == .on } else { followDesktop() }
    let provider = gtk_css_provider_new()
    PackageResources.style_css.withUnsafeBufferPointer { text in
      text.withMemoryRebound(to: CChar.self) {
        gtk_css_provider_load_from_data(provider, $0.baseAddress, gssize($0.count))
      }
    }
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  static var isDark: Bool {
    get {
      var value = GValue()
      g_value_init(&value, boolean_type())
      g_object_get_property(
        ObjectPointer(gtk_settings_get_default()).pointer(), "gtk-application-prefer-dark-theme", &value)
      return g_value_get_boolean(&value) != 0
    }
    set {
      set_flag_property(
        UnsafeMutableRawPointer(gtk_settings_get_default()), "gtk-application-prefer-dark-theme", newValue ? 1 : 0)
    }
  }

  /// Uses the desktop's light or dark preference, if it has one.
  private static func followDesktop() {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, "org.gnome.desktop.interface", 1)
    else { return }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, "color-scheme") != 0,
      let settings = g_settings_new("org.gnome.desktop.interface"),
      let scheme = g_settings_get_string(settings, "color-scheme")
    else { return }
    isDark = String(cString: scheme) == "prefer-dark"
    g_free(scheme)
    g_object_unref(settings)
  }
}
