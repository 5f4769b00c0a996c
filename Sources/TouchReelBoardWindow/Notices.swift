import CTouchReelGtk

/// Messages within a window: a toast that disappears by itself, and banners that stay until they are closed.
final class Notices {
  private static let toastSeconds: guint = 3

  private let layout: Layout
  private var toastTimer: guint = 0
  private var banners = BannerQueue()

  init(_ layout: Layout) {
    self.layout = layout
    // GTK gives it an icon alone.
    for button in layout["banner-bar"].descendants(where: { gtk_widget_has_css_class($0.widget, "close") != 0 }) {
      button.setAccessibleName(translated("Close"))
    }
    layout["banner-bar"].connect(
      "response",
      answering: { [weak self] arguments in
        self?.close(arguments.int(1))
        return .handled
      })
  }

  /// Reports a success.
  func toast(_ text: String) {
    layout["toast-text"].setLabel(text)
    layout["toast"].isRevealed = true
    if toastTimer != 0 { g_source_remove(toastTimer) }
    toastTimer = MainLoop.after(seconds: Self.toastSeconds) { [weak self] in
      self?.toastTimer = 0
      self?.layout["toast"].isRevealed = false
    }
  }

  /// Hides the toast early, when it is no longer true.
  func hideToast() { layout["toast"].isRevealed = false }

  /// The button of a banner.
  struct Button {
    var label: String
    var action: () -> Void
  }

  /// Reports a problem, or asks for a decision. Banners are shown one after another.
  ///
  /// - Parameters:
  ///   - turn: the first for an answer to what the user has just asked for, which must be seen at once.
  ///   - button: the proposed action, for a question.
  ///   - subject: what it is about.
  ///   - onClose: called if the banner is closed without using the button.
  func banner(
    _ text: String, _ turn: BannerQueue.Turn = .last, button: Button? = nil, about subject: Banner.Subject = .other,
    onClose: @escaping () -> Void = {}
  ) {
    let shown = banners.shown?.text
    banners.add(Banner(text: text, button: button, subject: subject, onClose: onClose), turn)
    if let first = banners.shown, first.text == text || first.text != shown { show(first) }
  }

  /// Reports how something ended that the user has just asked for; what was said of the time before is over.
  ///
  /// - Parameter problem: `nil` if it succeeded.
  func report(_ problem: String?, about subject: Banner.Subject) {
    guard let problem else { return drop(subject) }
    banners.replace(by: problem, about: subject)
    if let first = banners.shown { show(first) }
  }

  /// Takes banners away that are over.
  func drop(_ subject: Banner.Subject) {
    banners.remove(about: subject)
    if let next = banners.shown { show(next) } else { layout["banner"].isRevealed = false }
  }

  private func show(_ banner: Banner) {
    layout["banner-text"].setLabel(banner.text)
    let kind = banner.button == nil ? GTK_MESSAGE_WARNING : GTK_MESSAGE_QUESTION
    gtk_info_bar_set_message_type(layout["banner-bar"].opaque, kind)
    layout["banner-button"].isVisible = banner.button != nil
    if let button = banner.button { gtk_button_set_label(layout["banner-button"].pointer(), button.label) }
    layout["banner"].isRevealed = true
  }

  private func close(_ response: Int) {
    guard let closed = banners.close() else { return }
    if let next = banners.shown { show(next) } else { layout["banner"].isRevealed = false }
    if response == 1 { closed.button?.action() } else { closed.onClose() }
  }
}
