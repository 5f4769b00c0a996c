/// Which pages of a drawing are wanted.
package enum PageSelection: Hashable, Sendable {
  case all
  /// The pages of these numbers, from 1.
  case numbers(ClosedRange<Int>)

  /// No drawing has a page of a greater number.
  package static let greatestNumber = 999_999

  /// `3`, `2-5` or `all`.
  package init?(_ text: String) {
    guard text != "all" else {
      self = .all
      return
    }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1], first <= last
    else { return nil }
    self = .numbers(first...last)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(digits).flatMap { (1...greatestNumber).contains($0) ? $0 : nil }
  }

  /// The number of the only page that is wanted; `nil` if that depends on the drawing, or there are several.
  package var onlyNumber: Int? {
    if case .numbers(let range) = self, range.count == 1 { range.lowerBound } else { nil }
  }

  /// The indices of the pages, from 0.
  ///
  /// - Parameter count: how many pages there are.
  /// - Throws: if one of the pages is not there.
  package func indices(of count: Int) throws(MissingPage) -> Range<Int> {
    guard case .numbers(let range) = self else { return 0..<count }
    guard range.upperBound <= count else {
      throw MissingPage(number: max(range.lowerBound, count + 1), count: count)
    }
    return range.lowerBound - 1..<range.upperBound
  }
}

extension PageSelection: CustomStringConvertible {
  package var description: String {
    switch self {
    case .all: "all"
    case .numbers(let range) where range.count == 1: "\(range.lowerBound)"
    case .numbers(let range): "\(range.lowerBound)-\(range.upperBound)"
    }
  }
}

/// A page is wanted that is not there.
package struct MissingPage: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the page, from 1.
  let number: Int
  /// How many pages there are.
  let count: Int

  package var description: String { "it has \(count == 1 ? "one page" : "\(count) pages"), no page \(number)" }
}

/// Which page a picture shows, and how many there are.
package struct ShownPage: Hashable, Sendable {
  /// The index of the page, from 0.
  package var index = 0
  package var count = 1

  package init(index: Int = 0, count: Int = 1) { (self.index, self.count) = (index, count) }
}
