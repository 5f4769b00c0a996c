/// The pages of a file on which something is, by their numbers from 1.
package struct PageNumbers: Hashable, Sendable {
  /// So many ranges are named.
  private static let shownCount = 6

  private var ranges: [ClosedRange<Int>] = []

  package init() {}

  package var isEmpty: Bool { ranges.isEmpty }

  /// Adds a page. Pages of a file come in their order.
  package mutating func insert(_ page: Int) {
    guard let last = ranges.last else { return ranges.append(page...page) }
    if page == last.upperBound + 1 {
      ranges[ranges.count - 1] = last.lowerBound...page
    } else if page > last.upperBound {
      ranges.append(page...page)
    } else if !ranges.contains(where: { $0.contains(page) }) {
      ranges.insert(page...page, at: ranges.firstIndex { $0.lowerBound > page } ?? ranges.count)
    }
  }

  package mutating func formUnion(_ other: PageNumbers) {
    for page in other.ranges.joined() { insert(page) }
  }

  /// `page 3`, `pages 1 to 3, 5 and 9`.
  package var text: String {
    var words = ranges.prefix(Self.shownCount).flatMap { range in
      range.count < 3 ? range.map(String.init) : ["\(range.lowerBound) to \(range.upperBound)"]
    }
    if ranges.count > Self.shownCount { words.append("others") }
    guard let last = words.popLast() else { return "" }
    guard !words.isEmpty else { return (ranges[0].count == 1 ? "page " : "pages ") + last }
    return "pages \(words.joined(separator: ", ")) and \(last)"
  }
}
