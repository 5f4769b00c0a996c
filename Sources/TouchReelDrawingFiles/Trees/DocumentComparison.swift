import TouchReelInkFiles

/// What a file loses where another takes its place: the two are compared as trees, whatever their readers and writers
/// know of the format. Nothing is taken from the program that read the one and wrote the other.
package struct DocumentComparison {
  private let old: DocumentTree
  private let new: DocumentTree
  private let oldKeys: NodeKeys
  private let newKeys: NodeKeys
  private let names: NameTable
  private let table: EquivalenceTable
  private let values: ValueComparison
  /// The comparison of colours of paper.
  private let papers: ValueComparison
  private let isXML: Bool
  private let isOrdered: Bool
  private let textName: String
  private let typeName: Int?
  /// Whether the old file is not damaged, so that all that it holds is known.
  private let isWhole: Bool
  private var found: [Finding: (count: Int, weight: Int)] = [:]
  /// The distances by which the new file's positions are moved, once that is known, for each field.
  private var shifts: [Int: Double] = [:]
  /// Nodes without a counterpart beside them; it may be elsewhere.
  private var lost: [Int] = []
  private var added: [Int] = []

  private struct Finding: Hashable {
    var change: LostContent.Change
    var name: String
  }

  /// What would be lost or changed if a file were replaced, the worst first; empty if both say the same.
  ///
  /// - Parameters:
  ///   - kind: of both files.
  ///   - original: the bytes of the file that is there; packed ones are unpacked.
  ///   - written: the bytes of the one that is to take its place.
  package static func losses(
    of kind: DrawingKind, replacing original: [UInt8], by written: [UInt8]
  ) -> [LostContent] {
    if original == written { return [] }
    guard var comparison = DocumentComparison(kind, original, written) else {
      return [.unknown]
    }
    return (comparison.isWhole ? [] : [.unknown]) + comparison.run()
  }

  private init?(_ kind: DrawingKind, _ original: [UInt8], _ written: [UInt8]) {
    var names = NameTable()
    let nesting = XMLNesting(of: kind)
    isXML = nesting != nil
    guard let (old, isWhole) = Self.tree(of: original, nesting, &names),
      let (new, _) = Self.tree(of: written, nesting, &names)
    else { return nil }
    self.isWhole = isWhole
    let format = FormatEquivalence.of(kind)
    (self.old, self.new, self.names) = (old, new, names)
    isOrdered = format.isOrdered
    table = EquivalenceTable(format, names)
    values = ValueComparison(colors: format.colors)
    papers = ValueComparison(colors: format.colors.merging(format.paperColors) { $1 })
    textName = format.textName
    typeName = isXML ? nil : names.known("type")
    let id = names.known("id")
    oldKeys = NodeKeys(of: old, table, id: id, type: typeName)
    newKeys = NodeKeys(of: new, table, id: id, type: typeName)
  }

  private static func tree(
    of bytes: [UInt8], _ nesting: XMLNesting?, _ names: inout NameTable
  ) -> (tree: DocumentTree, isWhole: Bool)? {
    let limit = DocumentTree.lengthLimit
    let text =
      nesting == nil
      ? InkContainer.content(of: bytes, limit: limit) : InkContainer.document(of: bytes, limit: limit)
    guard let text, text.count <= limit else { return nil }
    if let nesting { return XMLTree.tree(of: text, nesting: nesting, &names) }
    return JSONTree.tree(of: text, &names).map { ($0, true) }
  }

  private mutating func run() -> [LostContent] {
    compare(0, 0)
    findElsewhere()
    for _ in 0..<max(old.commentCount - new.commentCount, 0) { note(.lost, "comment") }
    for _ in 0..<max(old.instructionCount - new.instructionCount, 0) { note(.lost, "processing instruction") }
    let content = found.map { finding, sum in
      LostContent(change: finding.change, name: finding.name, count: sum.count, weight: sum.weight)
    }
    return LostContent.grouped(content.sorted(by: LostContent.isWorse))
  }

  /// - Parameter weight: of an element that is lost.
  private mutating func note(_ change: LostContent.Change, _ name: String, weight: Int = 0) {
    let sum = found[Finding(change: change, name: name)] ?? (0, 0)
    found[Finding(change: change, name: name)] = (sum.count + 1, sum.weight + weight)
  }
}

/// Nodes that correspond to each other.
extension DocumentComparison {
  /// Documents are at most ``DocumentTree/depthLimit`` deep.
  private mutating func compare(_ oldNode: Int, _ newNode: Int) {
    compareFields(oldNode, newNode)
    var oldNodes = children(of: oldNode, in: old)
    if isOrdered { removeUnknownMembers(&oldNodes, of: oldNode, besides: newNode) }
    let matching = match(oldNodes, children(of: newNode, in: new))
    lost += matching.old
    added += matching.new
    if table.isOrdered(node: old.nodes[oldNode].name) { compareOrder(matching) }
    for (one, other) in matching.pairs { compare(one, other) }
  }

  private func children(of node: Int, in tree: DocumentTree) -> [Int] {
    tree.children(of: node).filter { child in
      // An empty object says nothing, but for where every member has a value.
      !table.ignores(child, of: tree)
        && (isXML || isOrdered || node == 0 || !tree.nodes[child].isEmpty || tree.nodes[child].end > child + 1)
    }
  }

  /// Notes objects, and arrays with objects, whose member the other object does not have at all: each is one loss, with
  /// all that it holds.
  private mutating func removeUnknownMembers(_ nodes: inout [Int], of oldNode: Int, besides newNode: Int) {
    func member(_ name: Int) -> String { Self.plain(names.names[name]) }
    var known = Set(new.children(of: newNode).map { member(new.nodes[$0].name) })
    for field in new.fields(of: newNode) { known.insert(member(new.fields[field].name)) }
    var unknown: Set<String> = []
    nodes.removeAll { node in
      let name = member(old.nodes[node].name)
      let isKnown = oldNode == 0 || known.contains(name)
      if !isKnown { unknown.insert(name) }
      return !isKnown
    }
    let owner = Self.plain(names.names[old.nodes[oldNode].name])
    for name in unknown.sorted() { note(.lost, owner.isEmpty ? name : "\(owner).\(name)") }
  }

  private func match(_ oldNodes: [Int], _ newNodes: [Int]) -> ChildMatching {
    var matching = ChildMatching(oldNodes, newNodes)
    if isOrdered { matching.matchInOrder({ old.nodes[$0].name }, { new.nodes[$0].name }) }
    matching.match({ key($0, of: old, oldKeys.whole) }, { key($0, of: new, newKeys.whole) })
    matching.match({ key($0, of: old, oldKeys.identity) }, { key($0, of: new, newKeys.identity) })
    matching.match({ key($0, of: old, oldKeys.content) }, { key($0, of: new, newKeys.content) })
    matching.match(
      { MatchKey(name: old.nodes[$0].name, hash: oldKeys.type[$0]) },
      { MatchKey(name: new.nodes[$0].name, hash: newKeys.type[$0]) })
    return matching
  }

  private func key(_ node: Int, of tree: DocumentTree, _ keys: [Int]) -> MatchKey? {
    keys[node] == 0 ? nil : MatchKey(name: tree.nodes[node].name, hash: keys[node])
  }

  /// Members of an object have none, elements of an array do.
  private mutating func compareOrder(_ matching: ChildMatching) {
    for node in matching.moved where isXML || names.names[old.nodes[node].name].hasSuffix("[]") {
      note(.order, name(of: node, in: old))
    }
  }
}

/// Attributes, texts and members.
extension DocumentComparison {
  private mutating func compareFields(_ oldNode: Int, _ newNode: Int) {
    var others: [Int: [Int]] = [:]
    for field in new.fields(of: newNode).reversed() { others[new.fields[field].name, default: []].append(field) }
    for field in old.fields(of: oldNode) {
      let (name, node) = (old.fields[field].name, old.nodes[oldNode].name)
      guard !table.ignores(field: name, of: node) else { continue }
      let text = old.text(of: field)
      if let other = others[name]?.popLast() {
        if !areEqual(text, new.text(of: other), name, node) { note(.changed, self.name(of: name, oldNode)) }
      } else if !isDefault(text, name, node) {
        note(.lost, self.name(of: name, oldNode))
      }
    }
  }

  private func isDefault(_ text: [UInt8], _ name: Int, _ node: Int) -> Bool {
    table.isDefault(text, field: name, of: node) || !isXML && !isOrdered && text.elementsEqual("[]".utf8)
  }

  private mutating func areEqual(_ one: [UInt8], _ other: [UInt8], _ name: Int, _ node: Int) -> Bool {
    if table.isUnspaced(field: name, of: node) { return values.areEqualWithoutBlanks(one, other) }
    if table.isPaper(field: name, of: node) { return papers.areEqual(one, other) }
    guard table.isShifted(field: name, of: node) else { return values.areEqual(one, other) }
    if shifts[name] == nil, let from = ValueComparison.number(one[...]), let to = ValueComparison.number(other[...]) {
      shifts[name] = to - from
    }
    return values.areEqual(one, other, shiftedBy: shifts[name] ?? 0)
  }
}

/// What has no counterpart where it was.
extension DocumentComparison {
  private mutating func findElsewhere() {
    let (oldNodes, newNodes) = (below(lost, in: old), below(added, in: new))
    let matching = match(oldNodes, newNodes)
    let (gone, fresh) = (Set(matching.old), Set(matching.new))
    let sizes = gone.isEmpty ? [] : old.contentSizes
    var end = 0
    let pairs = Dictionary(uniqueKeysWithValues: matching.pairs.map { ($0.old, $0.new) })
    for node in oldNodes where node >= end {
      if let other = pairs[node] {
        compareFields(node, other)
      } else if gone.contains(node) {
        noteLost(node, weight: sizes[old.nodes[node].end] - sizes[node])
        // An object takes all along that it holds.
        if !isXML { end = old.nodes[node].end }
      }
    }
    for node in newNodes where fresh.contains(node) && !table.mayAdd(node: new.nodes[node].name) {
      note(.added, name(of: node, in: new))
    }
  }

  /// Notes an element that is gone, or the attributes of one that says nothing itself.
  private mutating func noteLost(_ node: Int, weight: Int) {
    guard table.isIgnored(node: old.nodes[node].name), !table.saysSomething(node, of: old) else {
      return note(.lostElement, name(of: node, in: old), weight: weight)
    }
    for field in old.fields(of: node) where old.fields[field].name != 0 {
      note(.lost, name(of: old.fields[field].name, node))
    }
  }

  /// Nodes and all that is below them.
  private func below(_ roots: [Int], in tree: DocumentTree) -> [Int] {
    roots.flatMap { root in (root..<tree.nodes[root].end).filter { !table.ignores($0, of: tree) } }
      .sorted()
  }
}

/// Names of what was found.
extension DocumentComparison {
  private func name(of node: Int, in tree: DocumentTree) -> String {
    let name = names.names[tree.nodes[node].name]
    if isXML { return "<\(name)>" }
    let type = tree.fields(of: node).first { tree.fields[$0].name == typeName && tree.fields[$0].notation == .string }
    if let type { return "\(quoted(String(decoding: tree.text(of: type), as: UTF8.self))) \(Self.singular(name))" }
    return name.isEmpty ? textName : Self.plain(name)
  }

  private func name(of field: Int, _ node: Int) -> String {
    let (name, owner) = (names.names[field], names.names[old.nodes[node].name])
    if isXML { return name.isEmpty ? "text of <\(owner)>" : "<\(owner) \(name)>" }
    if owner.isEmpty { return name.isEmpty ? "member without a name" : name }
    return name.isEmpty ? Self.plain(owner) : "\(Self.plain(owner)).\(name)"
  }

  private static func plain(_ name: String) -> String { name.replacing("[]", with: "") }

  /// `elements[]` becomes `element`.
  private static func singular(_ name: String) -> String {
    let plain = plain(name)
    if plain.isEmpty { return "object" }
    return name.hasSuffix("[]") && plain.hasSuffix("s") ? String(plain.dropLast()) : plain
  }
}

extension XMLNesting {
  /// `nil` for a kind of file that is no XML.
  fileprivate init?(of kind: DrawingKind) {
    switch kind {
    case .xournal: self = .xournal
    case .inkml: self = .inkML
    case .touchreel, .drawsana, .excalidraw, .quickdraw: return nil
    }
  }
}
