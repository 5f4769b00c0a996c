/// How often each kind of thing was met that is not read.
struct InkTally {
  /// More kinds than these are not told apart, as a file may be full of them.
  private static let kindLimit = 50
  private static let rest = "other content"

  private struct Entry {
    var count = 0
    var pages = PageNumbers()
  }

  private var entries: [String: Entry] = [:]
  /// The page on which what is added next was met; `nil` where pages are not told apart.
  var page: Int?

  mutating func add(_ kind: String, count: Int = 1) {
    // A value of a file may be of any length.
    let kind = kind.count > 200 ? String(kind.prefix(200)) + "…" : kind
    let key = entries[kind] != nil || entries.count < Self.kindLimit ? kind : Self.rest
    entries[key, default: Entry()].count += count
    if let page { entries[key, default: Entry()].pages.insert(page) }
  }

  /// One line for each kind: `3 × <link> is not read`, behind `pages 1 and 4: ` where pages are told apart.
  func lines(_ sentence: (_ kind: String) -> String) -> [String] {
    entries.sorted { $0.key < $1.key }.map { kind, entry in
      let pages = entry.pages.isEmpty ? "" : "\(entry.pages.text): "
      return "\(pages)\(entry.count) × \(sentence(kind))"
    }
  }

  /// The same, with pages not told apart.
  var withoutPages: InkTally {
    var tally = self
    for kind in entries.keys { tally.entries[kind]?.pages = PageNumbers() }
    return tally
  }
}
