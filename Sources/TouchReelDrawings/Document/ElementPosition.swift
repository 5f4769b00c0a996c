/// Where an element lies among the others, from bottom to top: in the order of numbers, until it is brought to the
/// front or to the back.
package struct ElementPosition: Hashable, Comparable, Sendable {
  /// The layer, where several are put together.
  private var layer = 0
  /// The number of the operation that put it there; negative at the back.
  private let level: Int
  /// Its place among those that the operation put there.
  private let rank: Int

  /// Where an element lies that was never brought anywhere.
  package init(_ id: ElementID) { (level, rank) = (id.rawValue, 0) }

  /// - Parameters:
  ///   - end: the end that it was brought to.
  ///   - operation: the number of the operation, which adds no element.
  ///   - rank: its place among those that the operation puts there.
  init(at end: StackEnd, by operation: ElementID, rank: Int) {
    // What came to the back later lies lower.
    level = end == .front ? operation.rawValue : ~operation.rawValue
    self.rank = rank
  }

  /// The same among others of a layer, above all of those below.
  func onLayer(_ layer: Int) -> ElementPosition {
    var position = self
    position.layer = layer
    return position
  }

  /// Whether it is in the order of numbers.
  package func isDefault(of id: ElementID) -> Bool { self == ElementPosition(id) }

  package static func < (left: ElementPosition, right: ElementPosition) -> Bool {
    (left.layer, left.level, left.rank) < (right.layer, right.level, right.rank)
  }
}

/// An end of the order from bottom to top.
public enum StackEnd: String, Hashable, Sendable, CaseIterable {
  /// Above all that there is.
  case front
  /// Below all that there is.
  case back
}
