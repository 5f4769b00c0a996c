import CGtk

/// What a window tells without asking: a toast that goes by itself, and a banner that stays until it is closed.
final class Notices {
  private static let toastSeconds: guint = 3

  private let layout: Layout
  private var toastTimer: guint = 0
  private var offer: Offer?
  private var refused: () -> Void = {}

  init(_ layout: Layout) {
    self.layout = layout
    layout["banner-bar"].connect(
      "response",
      answering: { [weak self] arguments in
        self?.close(arguments.int(1))
        return .handled
      })
  }

  /// Something went well.
  func toast(_ text: String) {
    layout["toast-text"].setLabel(text)
    layout["toast"].isRevealed = true
    if toastTimer != 0 { g_source_remove(toastTimer) }
    toastTimer = Later.seconds(Self.toastSeconds) { [weak self] in
      self?.toastTimer = 0
      self?.layout["toast"].isRevealed = false
    }
  }

  /// A button of a banner.
  struct Offer {
    var label: String
    var action: () -> Void
  }

  /// Something is wrong, or there is something to decide.
  ///
  /// - Parameter refused: done where the banner is closed instead.
  func banner(_ text: String, offer: Offer? = nil, refused: @escaping () -> Void = {}) {
    layout["banner-text"].setLabel(text)
    let kind = offer == nil ? GTK_MESSAGE_WARNING : GTK_MESSAGE_QUESTION
    gtk_info_bar_set_message_type(layout["banner-bar"].opaque, kind)
    layout["banner-button"].isVisible = offer != nil
    if let offer { gtk_button_set_label(layout["banner-button"].pointer(), offer.label) }
    (self.offer, self.refused) = (offer, refused)
    layout["banner"].isRevealed = true
  }

  private func close(_ response: Int) {
    layout["banner"].isRevealed = false
    let (offer, refused) = (self.offer, self.refused)
    (self.offer, self.refused) = (nil, {})
    if response == 1 { offer?.action() } else { refused() }
  }
}
