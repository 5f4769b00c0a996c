/// How often each kind of thing was met that is not read.
struct InkTally {
  /// More kinds than these are not told apart, as a file may be full of them.
  private static let kindLimit = 50
  private static let rest = "other content"

  private var counts: [String: Int] = [:]

  mutating func add(_ kind: String) {
    // A value of a file may be of any length.
    let kind = kind.count > 200 ? String(kind.prefix(200)) + "…" : kind
    counts[counts[kind] != nil || counts.count < Self.kindLimit ? kind : Self.rest, default: 0] += 1
  }

  /// One line for each kind: `3 × <link> is not read`.
  func lines(_ sentence: (_ kind: String) -> String) -> [String] {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) × \(sentence($0.key))" }
  }
}
