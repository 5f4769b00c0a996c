/// What could not be read of a damaged file: reading goes on past the damage, and everything else is in the page.
///
/// A reader adds each fault where it meets it, with the same text for faults of a kind, and goes on:
///
/// ```
/// page.damage.add("a stroke has no width: skipped", line: reader.line())
/// ```
///
/// Whoever reads the file warns of ``lines``. Only a file of which nothing at all was read is
/// refused.
package struct InkDamage: Hashable, Sendable {
  private struct Kind: Hashable {
    let message: String
    /// The line of the first one, from 1; `nil` if it has no line.
    let line: Int?
    var count = 1
    var pages = PageNumbers()

    var text: String {
      let location = [pages.isEmpty ? nil : pages.text, line.map { "line \($0)" }].compactMap(\.self)
      let prefix = location.isEmpty ? "" : location.joined(separator: ", ") + ": "
      return prefix + message + (count > 1 ? " (\(count) times)" : "")
    }
  }

  /// More kinds than these are not told apart, as a file may be all damage.
  private static let kindLimit = 100

  private var kinds: [Kind] = []
  /// The faults of kinds beyond the limit.
  private var others = 0
  /// Whether the file ends before its content does.
  package var isTruncated = false
  /// Whether it ends within another drawing than the one that was read.
  package var isOtherTruncated = false
  /// The page on which faults are that are added next; `nil` where pages are not told apart.
  var page: Int?

  package init() {}

  package var isEmpty: Bool { kinds.isEmpty }

  /// Whether nothing is wrong but that the file ends early.
  package var isOnlyCut: Bool { isTruncated && kinds.count == 1 && kinds[0].count == 1 && others == 0 }

  /// - Parameters:
  ///   - message: what happened, the same text each time (`a stroke has no points: skipped`).
  ///   - line: where, from 1; `nil` if it has no line.
  package mutating func add(_ message: String, line: Int?) {
    if let index = kinds.firstIndex(where: { $0.message == message }) {
      kinds[index].count += 1
      if let page { kinds[index].pages.insert(page) }
    } else if kinds.count < Self.kindLimit {
      var kind = Kind(message: message, line: line)
      if let page { kind.pages.insert(page) }
      kinds.append(kind)
    } else {
      others += 1
    }
  }

  package mutating func add(_ error: InkFileError) { add(error.message, line: error.line) }

  /// Adds what another reader of the same file found.
  package mutating func add(_ other: InkDamage) {
    for kind in other.kinds {
      add(kind.message, line: kind.line)
      guard let index = kinds.firstIndex(where: { $0.message == kind.message }) else { continue }
      kinds[index].count += kind.count - 1
      kinds[index].pages.formUnion(kind.pages)
    }
    others += other.others
    isTruncated = isTruncated || other.isTruncated
    isOtherTruncated = isOtherTruncated || other.isOtherTruncated
  }

  /// The same without its lines, for a part of a file whose location is said otherwise.
  package var withoutLines: InkDamage {
    var damage = InkDamage()
    (damage.isTruncated, damage.isOtherTruncated) = (isTruncated, isOtherTruncated)
    damage.kinds = kinds.map { Kind(message: $0.message, line: nil, count: $0.count, pages: $0.pages) }
    damage.others = others
    return damage
  }

  /// The same with pages not told apart.
  var withoutPages: InkDamage {
    var damage = self
    damage.page = nil
    for index in kinds.indices { damage.kinds[index].pages = PageNumbers() }
    return damage
  }

  /// One for each kind, as those of recordings: `line 7: a stroke has no width: skipped (12 times)`, behind the pages
  /// where these are told apart: `page 2, line 7: …`. The line is that of the first.
  package var lines: [String] { kinds.map(\.text) + (others == 0 ? [] : ["other damage (\(others) times)"]) }

  /// The first fault, as the reason why a file is refused.
  package var error: InkFileError? { kinds.first.map { InkFileError(line: $0.line ?? 1, $0.message) } }
}

extension InkPage {
  /// Requires that something was read of a damaged file.
  ///
  /// - Throws: the first fault of a page that is empty.
  func requireContent() throws(InkFileError) {
    if isEmpty, let error = damage.error { throw error }
  }
}
