import CTouchReelGtk

/// The user's language, by gettext: messages are found by their English text.
///
/// Lists of messages are in `share/locale` beside the program's folder, or where `$TEXTDOMAINDIR` says.
nonisolated enum Translation {
  static let domain = "touchreel"

  /// To be called once, before anything is translated.
  static func start() {
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  private static var folder: String {
    if let folder = g_getenv("TEXTDOMAINDIR") { return String(cString: folder) }
    guard let program = g_file_read_link("/proc/self/exe", nil) else { return "/usr/share/locale" }
    defer { g_free(program) }
    let parts = String(cString: program).split(separator: "/")
    return "/" + (parts.dropLast(2) + ["share", "locale"]).joined(separator: "/")
  }
}

/// A text in the user's language.
///
/// - Parameters:
///   - text: in English; `scripts/make-messages` collects the literals that this is called with.
///   - values: each replaces a `%s`, in order.
nonisolated func translated(_ text: String, _ values: String...) -> String {
  // Without a translation, what is returned is what was passed.
  let found = text.withCString { String(cString: g_dgettext(Translation.domain, $0)) }
  let parts = found.split(separator: "%s", omittingEmptySubsequences: false)
  return parts.dropFirst().enumerated().reduce(String(parts[0])) { result, part in
    result + (part.offset < values.count ? values[part.offset] : "") + part.element
  }
}
