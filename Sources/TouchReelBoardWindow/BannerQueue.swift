/// A message that stays in a window until it is closed.
struct Banner {
  var text: String
  var button: Notices.Button?
  var subject = Subject.other
  var onClose: () -> Void

  /// What a banner is about.
  enum Subject {
    /// How a file was saved, or why not: it is over when another one is saved.
    case saving
    /// A session that was deleted, which the banner or undo brings back.
    case deletion
    /// Why something was not pasted.
    case pasting
    /// What is wrong with a palette that was opened.
    case palette
    /// Pages of a PDF that could not be drawn.
    case undrawnPages
    case other
  }
}

/// The banners of a window, of which the first is shown; the others follow when it is closed.
struct BannerQueue {
  enum Turn {
    /// After those that are there; problems before questions.
    case last
    /// The banner comes at once, as what the user has just asked for.
    case first
  }

  private(set) var banners: [Banner] = []

  var shown: Banner? { banners.first }

  /// Adds a banner. One that says the same as another is not added, but it may move that one to the front.
  mutating func add(_ banner: Banner, _ turn: Turn) {
    switch turn {
    case .first:
      banners.removeAll { $0.text == banner.text }
      banners.insert(banner, at: 0)
    case .last:
      guard !banners.contains(where: { $0.text == banner.text }) else { return }
      banners.insert(banner, at: index(of: banner))
    }
  }

  /// Shows a problem at once, instead of what was said of its subject before.
  mutating func replace(by problem: String, about subject: Banner.Subject) {
    remove(about: subject)
    add(Banner(text: problem, button: nil, subject: subject) {}, .first)
  }

  private func index(of banner: Banner) -> Int {
    guard banner.button == nil else { return banners.count }
    return banners.firstIndex { $0.button != nil } ?? banners.count
  }

  /// Removes what is over.
  mutating func remove(about subject: Banner.Subject) { banners.removeAll { $0.subject == subject } }

  /// - Returns: the one that was shown; `nil` if there is none.
  mutating func close() -> Banner? { banners.isEmpty ? nil : banners.removeFirst() }
}
