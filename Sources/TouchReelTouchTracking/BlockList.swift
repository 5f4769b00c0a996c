/// A list that grows and shrinks at its end. It lies in blocks that copies share, so that going on from a copy copies
/// one block, however long the list is.
package struct BlockList<Element> {
  /// All of them full but the last.
  private var blocks: [[Element]] = []

  private static var blockLimit: Int { 64 }

  package init() {}

  package var count: Int { blocks.isEmpty ? 0 : (blocks.count - 1) * Self.blockLimit + blocks[blocks.count - 1].count }
  package var isEmpty: Bool { blocks.isEmpty }
  package var last: Element? { blocks.last?.last }
  /// The elements, in order.
  package var elements: FlattenSequence<[[Element]]> { blocks.joined() }

  package mutating func append(_ element: Element) {
    guard let last = blocks.indices.last, blocks[last].count < Self.blockLimit else { return blocks.append([element]) }
    blocks[last].append(element)
  }

  package mutating func popLast() -> Element? {
    guard let last = blocks.indices.last else { return nil }
    let element = blocks[last].popLast()
    if blocks[last].isEmpty { blocks.removeLast() }
    return element
  }

  /// Memory that its blocks take and another list does not share, without what the elements refer to, in bytes.
  package func byteCount(notSharedWith other: BlockList?) -> Int {
    blocks.byteCount(notSharedWith: other?.blocks ?? [])
  }
}

extension BlockList: Sendable where Element: Sendable {}
extension BlockList: Equatable where Element: Equatable {}
extension BlockList: Hashable where Element: Hashable {}

extension Array {
  /// Memory that arrays in it take and those of another one at the same index do not share, in bytes.
  package func byteCount<Member>(notSharedWith other: [[Member]]) -> Int where Element == [Member] {
    indices.reduce(0) { sum, index in
      let isShared = index < other.count && self[index].sharesMemory(with: other[index])
      return isShared ? sum : sum + self[index].count * MemoryLayout<Member>.stride
    }
  }

  private func sharesMemory(with other: [Element]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}
