/// Hashes by which the nodes of a tree are recognized in another one: equal nodes are found in linear time.
struct NodeKeys {
  /// Hashes of all that a node holds, as far as it counts.
  private(set) var whole: [Int]
  /// Hashes of its texts and lists of numbers; 0 for a node without any.
  private(set) var content: [Int]
  /// Hashes of its `id`; 0 without one.
  private(set) var identity: [Int]
  /// Hashes of its `type`; 0 without one.
  private(set) var type: [Int]

  init(of tree: DocumentTree, _ table: EquivalenceTable, id: Int?, type typeName: Int?) {
    let none = [Int](repeating: 0, count: tree.nodes.count)
    (whole, content, identity, type) = (none, none, none, none)
    // What is below a node comes after it.
    for node in tree.nodes.indices.reversed() {
      let name = tree.nodes[node].name
      var hasher = Hasher()
      hasher.combine(name)
      var sum = 0
      for index in tree.fields(of: node) {
        let field = tree.fields[index]
        guard !table.ignores(field: field.name, of: name) else { continue }
        let text = tree.text(of: index)
        guard !table.isDefault(text, field: field.name, of: name) else { continue }
        let value = Self.hash(text, field.name)
        // Fields are in any order.
        if !table.isShifted(field: field.name, of: name) { sum &+= value.hash }
        if field.name == id { identity[node] = value.hash }
        if field.name == typeName { type[node] = value.hash }
        if value.isContent || table.isContent(field: field.name) || field.name == 0 { content[node] ^= value.hash }
      }
      hasher.combine(sum)
      for child in tree.children(of: node) where !table.ignores(child, of: tree) {
        hasher.combine(whole[child])
      }
      whole[node] = hasher.finalize()
    }
  }

  private static let contentCount = 4

  /// The hash of a field's value, in which numbers count to a thousandth.
  private static func hash(_ text: [UInt8], _ name: Int) -> (hash: Int, isContent: Bool) {
    var hasher = Hasher()
    hasher.combine(name)
    var tokens = ValueTokens(text)
    var numbers = 0
    while let token = tokens.next() {
      if let number = ValueComparison.number(token) {
        hasher.combine((number * 1000).rounded() + 0)
        numbers += 1
      } else {
        for byte in token { hasher.combine(byte) }
      }
    }
    return (hasher.finalize(), numbers >= contentCount)
  }
}
