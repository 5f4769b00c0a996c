/// A kind of content that a file has, and not the file that would take its place.
package struct LostContent: Hashable, Sendable {
  package enum Change: Int, Hashable, Sendable, Comparable {
    /// The file could not be compared, as it is damaged or too large: whatever is not drawn may be lost.
    case unknown
    /// An element, or an object.
    case lostElement
    /// An attribute, a text or a member.
    case lost
    /// An element that was not there.
    case added
    /// The order of elements, which is the order in which they lie upon each other.
    case order
    /// The value of an attribute, a text or a member.
    case changed

    package static func < (left: Change, right: Change) -> Bool { left.rawValue < right.rawValue }
  }

  package var change: Change
  /// What it is called in the file: `<stroke fill>`, `"image" element`, `elements.groupIds`.
  package var name: String
  package var count: Int
  /// The amount of content that goes with the elements: about the bytes of what they and those in them hold.
  package var weight: Int

  package init(change: Change, name: String, count: Int, weight: Int = 0) {
    (self.change, self.name, self.count, self.weight) = (change, name, count, weight)
  }

  /// What is said of a file that cannot be compared.
  package static let unknown = LostContent(change: .unknown, name: "", count: 1)

  /// Whether something is gone, and not only changed.
  package var isLost: Bool { change <= .lost }

  /// More kinds than these of one change are not told apart, as a file may have any number of names.
  private static let kindLimit = 1000
  private static let rest = "other content"

  /// The same with one line for the kinds beyond the limit.
  static func grouped(_ sorted: [LostContent]) -> [LostContent] {
    var (kept, rests, counts) = ([LostContent](), [Change: LostContent](), [Change: Int]())
    for content in sorted {
      counts[content.change, default: 0] += 1
      guard counts[content.change, default: 0] > kindLimit else {
        kept.append(content)
        continue
      }
      var other = rests[content.change] ?? LostContent(change: content.change, name: rest, count: 0)
      other.count += content.count
      other.weight += content.weight
      rests[content.change] = other
    }
    // Those of one change stay in their order, as the rest of each comes behind them.
    return Dictionary(grouping: kept + rests.values, by: \.change).sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The worst first: elements before attributes, those that take most along before others, then by count.
  static func isWorse(_ left: LostContent, _ right: LostContent) -> Bool {
    (left.change.rawValue, right.weight, right.count, left.name)
      < (right.change.rawValue, left.weight, left.count, right.name)
  }
}

extension LostContent: CustomStringConvertible {
  package var description: String {
    switch change {
    case .unknown: "it is damaged or too large to be compared; what is not drawn of it may be lost"
    case .lostElement, .lost: "\(count) × \(name) is lost"
    case .added: "\(count) × \(name) is added"
    case .order: "\(count) × \(name) comes in another order"
    case .changed: "\(count) × \(name) is changed"
    }
  }
}
