/// An element whose end was not read yet, and what it ends at without one.
struct XMLOpenElement {
  let name: String
  /// The offset of its tag.
  let start: Int
  fileprivate let enders: Set<String>
  /// Whether what it holds may have any names.
  fileprivate let isForeign: Bool

  /// An element that ends where it begins.
  init(empty name: String, at start: Int) {
    (self.name, self.start, enders, isForeign) = (name, start, [], false)
  }

  /// - Parameters:
  ///   - name: without its prefix.
  ///   - start: the offset of its tag.
  ///   - bytes: the document.
  ///   - offset: behind its tag.
  ///   - nesting: which elements end it.
  init(_ name: String, at start: Int, in bytes: [UInt8], from offset: Int, _ nesting: XMLNesting) {
    (self.name, self.start) = (name, start)
    let enders = nesting.enders[name] ?? []
    guard let loose = nesting.looseEnders[name] else {
      (self.enders, isForeign) = (enders, false)
      return
    }
    guard Self.hasEnd(name, in: bytes, from: offset) else {
      (self.enders, isForeign) = (enders.union(loose), false)
      return
    }
    (self.enders, isForeign) = (enders, nesting.foreign.contains(name))
  }

  /// Whether an end tag of the name comes before another element of it begins.
  private static func hasEnd(_ name: String, in bytes: [UInt8], from offset: Int) -> Bool {
    var index = offset
    while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let isEnd = mark + 1 < bytes.count && bytes[mark + 1] == UInt8(ascii: "/")
      index = mark + (isEnd ? 2 : 1)
      let word = bytes[index...].prefix { XMLScanner.isOfName($0) }
      if XMLScanner.local(word).elementsEqual(name.utf8) { return isEnd }
    }
    return false
  }
}

extension [XMLOpenElement] {
  /// The index of the outermost open element that ends where another begins. The root holds all of them.
  func indexEnded(by name: String) -> Int? {
    for index in indices.dropFirst() {
      if self[index].isForeign { return nil }
      if self[index].enders.contains(name) { return index }
    }
    return nil
  }
}
