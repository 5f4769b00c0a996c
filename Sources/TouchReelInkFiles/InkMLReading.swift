/// Reads an InkML document, element by element.
struct InkMLReading {
  private var reader: XMLReader
  var document = InkMLDocument()
  /// The trace that is being read, for what there is of it where the file ends.
  private var open: InkMLTrace?
  private var budget: InkBudget
  /// The number of open elements from the first one on that is not read: what stands in it is part of it.
  private var unreadDepth = 0

  /// Where an element stands.
  struct Scope {
    /// The index of the context that traces here have.
    var context: Int
    /// Whether it is within `definitions`, where nothing is drawn and no context becomes the current one.
    var isDefinition = false
    /// The nodes of the group or view that is being read.
    var nodes: [Int] = []
  }

  init(_ bytes: [UInt8], _ budget: InkBudget) {
    reader = XMLReader(bytes, nesting: .inkML)
    self.budget = budget
  }

  /// - Throws: if it is not InkML, or holds more than the budget. What is wrong further on is in
  ///   ``InkMLDocument/damage``.
  mutating func readAll() throws(InkFileError) -> InkMLDocument {
    guard case .start(let root, _)? = try nextToken(),
      InkMLFile.roots.contains(root) || InkMLFile.outerElements.contains(root)
    else {
      throw reader.failure("it is not InkML: its root element is neither <ink> nor <WhiteboardCaptureSession>")
    }
    if !InkMLFile.roots.contains(root) {
      document.damage.add("its root element <ink> is missing", line: reader.line())
    }
    var scope = Scope(context: document.contexts.define(InkMLContext(), as: nil))
    do throws(InkFileError) {
      if root == "WhiteboardCaptureSession" { try readSession() } else { try readContent(of: &scope) }
      while try nextToken() != nil {}
    } catch {
      if error.isOfLimit { throw error }
      addFindings()
      end(at: error)
      return document
    }
    addFindings()
    return document
  }

  /// Adds what the reader of the XML has found.
  private mutating func addFindings() {
    document.damage.add(reader.damage)
    if reader.commentCount > 0 { document.leftOut["comment"] = reader.commentCount }
    if reader.instructionCount > 0 { document.leftOut["processing instruction"] = reader.instructionCount }
  }

  /// The document goes no further than here.
  private mutating func end(at error: InkFileError) {
    document.damage.isTruncated = reader.isAtEnd
    document.damage.add(error)
    guard var trace = open else { return }
    // The last point may be cut in the middle of a number.
    trace.text.removeSubrange((trace.text.lastIndex(of: UInt8(ascii: ",")) ?? 0)...)
    add(trace)
  }

  // MARK: Elements

  /// Counts what is not read of an element, wherever one begins.
  private mutating func nextToken() throws(InkFileError) -> XMLReader.Token? {
    let token = try reader.next()
    if case .end? = token, unreadDepth > 0 { unreadDepth -= 1 }
    guard case .start(let name, let attributes)? = token else { return token }
    let isRead = InkMLVocabulary.isRead(name)
    if !isRead, unreadDepth == 0 { document.leftOut["<\(name)>", default: 0] += 1 }
    if !isRead || unreadDepth > 0 { unreadDepth += 1 }
    for attribute in InkMLVocabulary.unreadAttributes(of: name, attributes.keys) {
      document.leftOut["<\(name) \(attribute)>", default: 0] += 1
    }
    return token
  }

  /// Everything within the element that has just begun, to its end.
  ///
  /// - Parameter visit: reads an element, to its end.
  mutating func readElements(
    _ visit: (inout Self, _ name: String, _ attributes: [String: String]) throws(InkFileError) -> Void
  ) throws(InkFileError) {
    while let token = try nextToken() {
      switch token {
      case .start(let name, let attributes): try visit(&self, name, attributes)
      case .end: return
      case .text(let text):
        if unreadDepth == 0, text.utf8.contains(where: { $0 > 0x20 }) {
          document.leftOut["text between elements", default: 0] += 1
        }
      }
    }
  }

  /// The text of the element that has just begun, with that of elements in it.
  mutating func readText() throws(InkFileError) -> String {
    var (text, depth) = ("", 1)
    while depth > 0, let token = try nextToken() {
      switch token {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let part): text += part
      }
    }
    return text
  }

  mutating func skip() throws(InkFileError) { _ = try readText() }

  /// Goes past the element that has just begun, of which nothing is kept.
  mutating func leaveOut(_ name: String) throws(InkFileError) {
    countUnread(name)
    try skip()
  }

  /// Others are counted where they begin.
  private mutating func countUnread(_ name: String) {
    if InkMLVocabulary.isRead(name) { document.leftOut["<\(name)>", default: 0] += 1 }
  }

  private mutating func readContent(of scope: inout Scope) throws(InkFileError) {
    var inner = scope
    try readElements { (reading, name, attributes) throws(InkFileError) in
      try reading.read(name, attributes, in: &inner)
    }
    scope = inner
  }

  private mutating func read(
    _ name: String, _ attributes: [String: String], in scope: inout Scope
  ) throws(InkFileError) {
    switch name {
    case "definitions":
      var inner = Scope(context: document.contexts.define(InkMLContext(), as: nil), isDefinition: true)
      try readContent(of: &inner)
    case "trace": try readTrace(attributes, in: &scope)
    case "traceGroup": try readGroup(attributes, in: &scope)
    case "traceView": try readView(attributes, in: &scope)
    case "annotation", "annotationXML": try leaveOut(name)
    case "context":
      let context = try readContext(attributes, in: scope)
      if !scope.isDefinition { scope.context = context }
    default:
      if let setting = try readSetting(name, attributes) {
        // Between traces it is of all that follow.
        guard !scope.isDefinition else { return }
        var context = InkMLContext(bases: [scope.context])
        setting(&context)
        scope.context = document.contexts.define(context, as: nil)
      } else {
        // Another program's, which may have ink in it.
        countUnread(name)
        try readContent(of: &scope)
      }
    }
  }
}

extension InkMLReading {
  private mutating func readTrace(_ attributes: [String: String], in scope: inout Scope) throws(InkFileError) {
    var trace = InkMLTrace(
      kind: scope.isDefinition ? .definition : .ink, line: reader.line(), context: context(attributes, in: scope),
      continuation: .none)
    if let type = attributes["type"], type != "penDown", type != "indeterminate" {
      // Where the pen was between two strokes is no ink.
      trace.kind = .penUp
      if type == "penUp" {
        document.leftOut["<trace type=\"\(type)\">", default: 0] += 1
      } else {
        document.notes["a <trace> is of a type that InkML does not have, and is not drawn", default: 0] += 1
      }
    } else if attributes["type"] == "indeterminate" {
      document.leftOut["<trace type=\"indeterminate\">", default: 0] += 1
    }
    trace.ownContext = attributes["contextRef"].map { document.contexts.index(of: $0) }
    trace.timeOffset = attributes["timeOffset"].flatMap(InkMLFormat.finite)
    trace.duration = attributes["duration"].flatMap(InkMLFormat.finite)
    if let reference = attributes["priorRef"] {
      trace.continuation = .of(document.nodes.index(of: reference))
    } else if ["middle", "end"].contains(attributes["continuation"]) {
      trace.continuation = .ofPrevious
    }
    if let id = attributes["id"], !InkMLFile.isOwnTraceID(id) { document.leftOut["<trace id>", default: 0] += 1 }
    let node = document.nodes.define(.trace(document.traces.count), as: attributes["id"])
    if scope.isDefinition { scope.nodes.append(node) }
    try readPoints(of: trace)
  }

  private mutating func readPoints(of trace: InkMLTrace) throws(InkFileError) {
    open = trace
    var depth = 1
    while depth > 0, let token = try nextToken() {
      switch token {
      case .start: depth += 1
      case .end: depth -= 1
      case .text(let part): open?.text += Array(part.utf8)
      }
    }
    guard let trace = open else { return }
    guard budget.takesStroke(points: trace.text.count(where: { $0 == UInt8(ascii: ",") }) + 1) else {
      throw reader.failure(ofLimit: budget.excess)
    }
    add(trace)
    open = nil
  }

  private mutating func add(_ trace: InkMLTrace) {
    if trace.kind == .ink { document.content.append(.trace(document.traces.count)) }
    document.traces.append(trace)
  }

  private mutating func readGroup(_ attributes: [String: String], in scope: inout Scope) throws(InkFileError) {
    document.leftOut["<traceGroup>", default: 0] += 1
    var inner = Scope(context: context(attributes, in: scope), isDefinition: scope.isDefinition)
    try readContent(of: &inner)
    let index = document.nodes.define(.group(inner.nodes), as: attributes["id"])
    if scope.isDefinition { scope.nodes.append(index) }
  }

  private mutating func readView(_ attributes: [String: String], in scope: inout Scope) throws(InkFileError) {
    document.leftOut["<traceView>", default: 0] += 1
    var inner = Scope(context: scope.context, isDefinition: scope.isDefinition)
    if let reference = attributes["traceDataRef"] {
      let node = document.nodes.index(of: reference)
      inner.nodes.append(node)
      let numbers = ["from", "to"].map {
        (attributes[$0] ?? "").split(separator: ":").compactMap { UInt32($0).map(Int.init) }
      }
      if !scope.isDefinition {
        document.content.append(
          .view(InkMLView(node: node, from: numbers[0], to: numbers[1], line: reader.line())))
      }
    }
    try readContent(of: &inner)
    let index = document.nodes.define(.group(inner.nodes), as: attributes["id"])
    if scope.isDefinition { scope.nodes.append(index) }
  }

  /// The index of the context of a trace or a group: its brush goes before its context, and both before what is around.
  private mutating func context(_ attributes: [String: String], in scope: Scope) -> Int {
    let own = attributes["contextRef"].map { document.contexts.index(of: $0) }
    let brush = attributes["brushRef"].map { document.brushes.index(of: $0) }
    guard own != nil || brush != nil else { return scope.context }
    return document.contexts.define(
      InkMLContext(bases: [scope.context] + (own.map { [$0] } ?? []), brush: brush), as: nil)
  }

  // MARK: IAM-OnDB

  /// `<Stroke colour="black"><Point x="895" y="992" time="769.05"/>…`, times in seconds.
  private mutating func readSession() throws(InkFileError) {
    try readElements { (reading, name, attributes) throws(InkFileError) in
      if name == "Stroke" { try reading.readStroke(attributes) } else { try reading.readSession() }
    }
  }

  private mutating func readStroke(_ attributes: [String: String]) throws(InkFileError) {
    let line = reader.line()
    var samples: [InkSample] = []
    var isWhole = true
    guard budget.takesStroke(points: 0) else { throw reader.failure(ofLimit: budget.excess) }
    try readElements { (reading, name, attributes) throws(InkFileError) in
      try reading.skip()
      guard name == "Point" else { return }
      guard reading.budget.takes(points: 1) else { throw reading.reader.failure(ofLimit: reading.budget.excess) }
      let numbers = ["x", "y"].map { attributes[$0].flatMap(InkMLFormat.finite) }
      guard let x = numbers[0], let y = numbers[1] else {
        isWhole = false
        return
      }
      samples.append(InkSample(x: x, y: y, time: attributes["time"].flatMap(InkMLFormat.finite)))
    }
    if !isWhole {
      document.damage.add("a Point has no x or no y that is a number: its stroke is left out", line: line)
    } else if !samples.isEmpty {
      document.content.append(.stroke(InkStroke(samples, color: attributes["colour"].flatMap(InkColor.init(named:)))))
    }
  }
}
