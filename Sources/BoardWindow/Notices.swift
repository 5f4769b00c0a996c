import CGtk

/// What a window tells without asking: a toast that goes by itself, and a banner that stays until it is closed.
final class Notices {
  private static let toastSeconds: guint = 3

  private let layout: Layout
  private var toastTimer: guint = 0
  /// The first is shown.
  private var waiting: [Banner] = []

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
    toastTimer = MainLoop.seconds(Self.toastSeconds) { [weak self] in
      self?.toastTimer = 0
      self?.layout["toast"].isRevealed = false
    }
  }

  /// What it tells is no longer so.
  func hideToast() { layout["toast"].isRevealed = false }

  /// A button of a banner.
  struct Offer {
    var label: String
    var action: () -> Void
  }

  /// Something is wrong, or there is something to decide. What is there to tell is told one after another, what is wrong before what is
  /// to be decided.
  ///
  /// - Parameter refused: done where the banner is closed instead.
  func banner(_ text: String, offer: Offer? = nil, refused: @escaping () -> Void = {}) {
    let banner = Banner(text: text, offer: offer, refused: refused)
    guard !waiting.contains(where: { $0.text == text }) else { return }
    let place = offer == nil ? waiting.firstIndex { $0.offer != nil } ?? waiting.count : waiting.count
    waiting.insert(banner, at: place)
    if place == 0 { show(banner) }
  }

  private func show(_ banner: Banner) {
    layout["banner-text"].setLabel(banner.text)
    let kind = banner.offer == nil ? GTK_MESSAGE_WARNING : GTK_MESSAGE_QUESTION
    gtk_info_bar_set_message_type(layout["banner-bar"].opaque, kind)
    layout["banner-button"].isVisible = banner.offer != nil
    if let offer = banner.offer { gtk_button_set_label(layout["banner-button"].pointer(), offer.label) }
    layout["banner"].isRevealed = true
  }

  private func close(_ response: Int) {
    guard !waiting.isEmpty else { return }
    let closed = waiting.removeFirst()
    if let next = waiting.first { show(next) } else { layout["banner"].isRevealed = false }
    if response == 1 { closed.offer?.action() } else { closed.refused() }
  }
}

private struct Banner {
  var text: String
  var offer: Notices.Offer?
  var refused: () -> Void
}
