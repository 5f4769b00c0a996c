/// What a format takes for the same, besides what its notation does: the one place for each format.
///
/// Fields are named `node@field`, with `node@` for a text; elements of an array are `name[]`, and the node of a whole
/// JSON text has no name.
struct FormatEquivalence {
  /// Nodes that say nothing of the drawing, such as a thumbnail, unless others are in them.
  var ignoredNodes: Set<String> = []
  /// The beginnings of the texts of such nodes that say nothing; of those that are not here, every text.
  var ignoredTexts: [String: [String]] = [:]
  /// Nodes that a writer may add, which say nothing new.
  var addedNodes: Set<String> = []
  /// Fields that every program writes anew.
  var ignoredFields: Set<String> = []
  /// The values that a field has where it is left out.
  var defaults: [String: Set<String>] = [:]
  /// Names of fields by which a node is recognized, besides lists of numbers.
  var contentFields: Set<String> = []
  /// Numbers that may all be moved by the same amount.
  var shiftedFields: Set<String> = []
  /// Nodes in which the order of the nodes below says nothing.
  var unorderedNodes: Set<String> = []
  /// Fields in which blanks say nothing, such as base64.
  var unspacedFields: Set<String> = []
  /// Names of colours, in lower case.
  var colors: [String: String] = [:]
  /// Fields in which names of colours mean those of paper.
  var paperFields: Set<String> = []
  /// Names of colours of paper that mean others than ``colors`` says, in lower case.
  var paperColors: [String: String] = [:]
  /// Whether nodes of one name are the same in their order, as long as there are as many of both.
  var isOrdered = false
  /// What one text of a file of several is called.
  var textName = "drawing"

  static func of(_ kind: DrawingKind) -> FormatEquivalence {
    switch kind {
    case .xournal: xournal
    case .inkml: inkml
    case .excalidraw: excalidraw
    case .quickdraw: quickdraw
    case .drawsana: drawsana
    case .touchreel: touchreel
    }
  }

  /// Xournal++'s `XmlParser`: attributes without a value, and what its own writer leaves out.
  private static let xournal = FormatEquivalence(
    ignoredNodes: ["title", "preview"],
    ignoredTexts: ["title": ["Xournal document - see ", "Xournal++ document - see "]],
    ignoredFields: ["xournal@creator", "xournal@fileversion", "xournal@version"],
    defaults: [
      "stroke@capStyle": ["round"], "stroke@ts": ["0", "0l", "0ll"], "stroke@fn": [""], "stroke@style": ["plain"],
      "stroke@fill": ["-1"], "stroke@tool": ["pen"], "text@ts": ["0", "0l", "0ll"], "text@fn": [""],
      "background@style": ["plain"], "background@name": [""], "layer@name": [""],
    ],
    unspacedFields: ["image@", "teximage@"],
    colors: [
      "black": "#000000", "blue": "#3333cc", "red": "#ff0000", "green": "#008000", "gray": "#808080",
      "lightblue": "#00c0ff", "lightgreen": "#00ff00", "magenta": "#ff00ff", "orange": "#ff8000", "yellow": "#ffff00",
      "white": "#ffffff",
    ],
    paperFields: ["background@color"],
    paperColors: [
      "blue": "#a0e8ff", "pink": "#ffc0d4", "green": "#80ffc0", "orange": "#ffc080", "yellow": "#ffff80",
    ])

  /// The defaults of the recommendation.
  private static let inkml = FormatEquivalence(
    addedNodes: [
      "definitions", "context", "inkSource", "traceFormat", "channel", "channelProperties", "channelProperty", "brush",
      "brushProperty",
    ],
    defaults: [
      "trace@type": ["penDown"], "channel@type": ["decimal"], "channel@orientation": ["+ve"],
      "trace@duration": [""], "brushProperty@units": [""],
    ],
    unorderedNodes: ["definitions", "inkSource", "context", "brush", "channelProperties"])

  /// A scene has no edges, so that it is the same wherever it lies. Programs count their changes in it.
  private static let excalidraw = FormatEquivalence(
    addedNodes: ["appState", "files"],
    ignoredFields: ExcalidrawDefaults.counters, defaults: ExcalidrawDefaults.values,
    contentFields: ["width", "height", "text"], shiftedFields: ["elements[]@x", "elements[]@y"])

  private static let quickdraw = FormatEquivalence(
    defaults: ["@word": [""], "@key_id": [""], "@recognized": ["true"]], contentFields: ["drawing", "key_id"])

  private static let drawsana = FormatEquivalence(
    defaults: ["shapes[]@dashLengths": ["[]"], "shapes[]@segments": ["[]"], "shape@masks": ["[]"]], isOrdered: true)
  /// What our own writer leaves out.
  private static let touchreel = FormatEquivalence(
    defaults: [
      "stroke@cap": ["round"], "stroke@join": ["round"], "stroke@dashPhase": ["0"], "shape@head": ["none"],
      "shape@startHead": ["none"], "shape@endHead": ["none"], "shape@course": ["straight"], "shape@closed": ["false"],
      "shape@cornerRadius": ["0"], "shape@origin": ["center"], "shape@align": ["start"],
      "stroke@dashes": ["[]"], "operations[]@placed": ["[]"], "operations[]@shapes": ["[]"],
      "operations[]@transforms": ["[]"], "placed[]@masks": ["[]"],
    ], isOrdered: true)
}

/// A format's equivalences by the numbers of the names.
struct EquivalenceTable {
  private let ignoredNodes: Set<Int>
  private let ignoredTexts: [Int: [[UInt8]]]
  private let addedNodes: Set<Int>
  private let unorderedNodes: Set<Int>
  private let contentFields: Set<Int>
  private let ignoredFields: Set<FieldName>
  private let shiftedFields: Set<FieldName>
  private let unspacedFields: Set<FieldName>
  private let paperFields: Set<FieldName>
  private let defaults: [FieldName: Set<[UInt8]>]

  private struct FieldName: Hashable {
    var node: Int
    var field: Int
  }

  init(_ format: FormatEquivalence, _ names: NameTable) {
    func field(_ text: String) -> FieldName? {
      let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
      guard let node = names.known(parts[0]), let field = names.known(parts[1]) else { return nil }
      return FieldName(node: node, field: field)
    }
    ignoredNodes = Set(format.ignoredNodes.compactMap(names.known))
    ignoredTexts = Dictionary(
      format.ignoredTexts.compactMap { name, texts in names.known(name).map { ($0, texts.map { Array($0.utf8) }) } }
    ) { $1 }
    addedNodes = Set(format.addedNodes.compactMap(names.known))
    unorderedNodes = Set(format.unorderedNodes.compactMap(names.known))
    contentFields = Set(format.contentFields.compactMap(names.known))
    ignoredFields = Set(format.ignoredFields.compactMap(field))
    shiftedFields = Set(format.shiftedFields.compactMap(field))
    unspacedFields = Set(format.unspacedFields.compactMap(field))
    paperFields = Set(format.paperFields.compactMap(field))
    var defaults: [FieldName: Set<[UInt8]>] = [:]
    for (name, values) in format.defaults {
      if let name = field(name) { defaults[name] = Set(values.map { Array($0.utf8) }) }
    }
    self.defaults = defaults
  }

  func ignores(_ node: Int, of tree: DocumentTree) -> Bool {
    // What has attributes or elements in it is more than the thumbnail or the title that it was.
    isIgnored(node: tree.nodes[node].name) && tree.nodes[node].end == node + 1
      && tree.fields(of: node).allSatisfy { tree.fields[$0].name == 0 } && !saysSomething(node, of: tree)
  }

  /// Whether a node's text is another than what programs write there themselves.
  func saysSomething(_ node: Int, of tree: DocumentTree) -> Bool {
    guard let known = ignoredTexts[tree.nodes[node].name] else { return false }
    return tree.fields(of: node).contains { field in
      let text = tree.text(of: field).trimmed
      return tree.fields[field].name == 0 && !known.contains { text.starts(with: $0) }
    }
  }

  func isIgnored(node: Int) -> Bool { ignoredNodes.contains(node) }

  func mayAdd(node: Int) -> Bool { addedNodes.contains(node) }
  func isOrdered(node: Int) -> Bool { !unorderedNodes.contains(node) }
  func isContent(field: Int) -> Bool { contentFields.contains(field) }

  func ignores(field: Int, of node: Int) -> Bool { ignoredFields.contains(FieldName(node: node, field: field)) }
  func isShifted(field: Int, of node: Int) -> Bool { shiftedFields.contains(FieldName(node: node, field: field)) }
  func isUnspaced(field: Int, of node: Int) -> Bool { unspacedFields.contains(FieldName(node: node, field: field)) }

  func isPaper(field: Int, of node: Int) -> Bool { paperFields.contains(FieldName(node: node, field: field)) }

  func isDefault(_ text: [UInt8], field: Int, of node: Int) -> Bool {
    defaults[FieldName(node: node, field: field)]?.contains(text) ?? false
  }
}

extension [UInt8] {
  /// Without the blanks before it.
  fileprivate var trimmed: ArraySlice<UInt8> { drop { $0 <= 0x20 } }
}
