import TouchReelInkFiles

/// Makes a tree of an XML document (W3C, Extensible Markup Language 1.0). Prefixes of names, namespaces and document
/// types are no part of it, comments and processing instructions are counted; what is damaged is read past as
/// `XMLScanner` does it.
struct XMLTree {
  private var tree: DocumentTree
  private var scanner: XMLScanner
  private var open: [Int] = []

  /// The tree, and whether the document is well-formed; `nil` if it has no element, or is too deep or too large.
  ///
  /// - Parameters:
  ///   - bytes: the document, in UTF-8.
  ///   - nesting: which elements end which.
  static func tree(
    of bytes: [UInt8], nesting: XMLNesting, _ names: inout NameTable
  ) -> (tree: DocumentTree, isWhole: Bool)? {
    var parser = XMLTree(tree: DocumentTree(of: bytes), scanner: XMLScanner(bytes, nesting: nesting))
    return parser.parse(&names).map { (parser.tree, $0) }
  }

  private mutating func parse(_ names: inout NameTable) -> Bool? {
    var isWhole = true
    do throws(InkFileError) {
      while let token = try scanner.next() {
        add(token, &names)
        guard !tree.isTooLarge else { return nil }
      }
    } catch {
      isWhole = false
    }
    while let node = open.popLast() { tree.end(node) }
    (tree.commentCount, tree.instructionCount) = (scanner.commentCount, scanner.instructionCount)
    return tree.nodes.isEmpty ? nil : isWhole && scanner.damage.isEmpty
  }

  private mutating func add(_ token: XMLScanner.Token, _ names: inout NameTable) {
    switch token {
    case .start(let name, let attributes):
      let node = tree.begin(names.number(of: name))
      for attribute in attributes {
        let number = names.number(of: attribute.name)
        tree.add(DocumentTree.Field(name: number, range: attribute.value, notation: .xml), to: node)
      }
      open.append(node)
    case .end:
      if let node = open.popLast() { tree.end(node) }
    case .text(let range, let isLiteral):
      if let node = open.last { tree.addText(range, isLiteral ? .literal : .xml, to: node) }
    }
  }
}
