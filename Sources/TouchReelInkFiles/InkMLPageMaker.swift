/// Draws what an InkML document says onto a page.
struct InkMLPageMaker {
  var document: InkMLDocument
  var page = InkPage()
  var samplings: [SamplingKey: InkMLSampling?] = [:]
  /// The stroke that a trace is part of.
  private var strokesOfTraces: [Int: Int] = [:]
  private var lastStroke: Int?
  /// Tips that are not as wide as they are high, by stroke.
  private var tips: [Int: (width: Double, height: Double, kind: InkMLBrush.Tip)] = [:]
  /// Brushes that something is drawn with.
  private var usedBrushes: Set<Int> = []
  /// Brushes with a square tip, as which nothing is drawn.
  private var squareBrushes: Set<Int> = []
  /// Transforms that something is drawn with.
  var usedTransforms: Set<Int> = []
  /// Brushes whose width is in a unit of length, where positions are in none.
  private var unscaledBrushes: Set<Int> = []
  /// Milliseconds since 1970 of the timestamp that a trace referred to first.
  var origin: Double?
  private var drawnParts: Set<Part> = []
  /// What was said of the first fault of each kind.
  var faults: [String: String] = [:]
  /// Views of groups of views could draw any number of traces.
  private var viewBudget = 100_000
  /// Views may draw a trace many times.
  private var budget: InkBudget
  private var isOverLimit = false
  private static let depthLimit = 100

  struct SamplingKey: Hashable {
    var format: Int?
    var source: Int?
    var canvas: Int?
    var transform: Int?
  }

  private struct Part: Hashable {
    var trace: Int
    var from: Int?
    var to: Int?
  }

  init(_ document: InkMLDocument, _ budget: InkBudget) {
    self.document = document
    self.budget = budget
    self.document.resolve()
  }

  /// - Throws: if it would hold more than the budget.
  mutating func makePage() throws(InkFileError) -> InkPage {
    page.device = document.device
    page.damage = document.damage
    for content in document.content {
      switch content {
      case .trace(let index): draw(index)
      case .view(let view): draw(view)
      case .stroke(let stroke): page.strokes.append(stroke)
      }
    }
    if isOverLimit { throw InkFileError(line: 1, budget.excess, isOfLimit: true) }
    if samplings.isEmpty { describeEmptyPage() }
    for (index, tip) in tips { page.strokes[index].setWidths(ofTip: tip.width, by: tip.height, tip.kind) }
    addNotes()
    return page
  }

  /// A page without traces is as large as they could have been.
  private mutating func describeEmptyPage() {
    let context = document.contexts.values.lazy.compactMap { $0 }.first { $0.format != nil || $0.source != nil }
    if let context { _ = sampling(context) }
  }

  private mutating func addNotes() {
    let undefined = [
      ("brush", document.brushes.undefinedCount), ("context", document.contexts.undefinedCount),
      ("traceFormat", document.formats.undefinedCount), ("inkSource", document.sources.undefinedCount),
      ("timestamp", document.timestamps.undefinedCount), ("canvasTransform", document.transforms.undefinedCount),
    ]
    for (kind, count) in undefined where count > 0 {
      note("a <\(kind)> is referred to that the file does not have", count: count)
    }
    let circular = [
      ("brush", document.brushes.circularCount), ("context", document.contexts.circularCount),
      ("timestamp", document.timestamps.circularCount),
    ]
    for (kind, count) in circular where count > 0 {
      note("a <\(kind)> is derived from itself, and has nothing from there", count: count)
    }
    if !squareBrushes.isEmpty { document.leftOut["<brushProperty name=\"tip\">", default: 0] += squareBrushes.count }
    if !unscaledBrushes.isEmpty {
      note(
        "the width of a <brush> is in a unit of length, and positions are in none: it is left out",
        count: unscaledBrushes.count)
    }
    countUnusedBrushes()
    countUnusedTransforms()
    page.notes += Self.lines(document.notes)
    page.leftOut += Self.lines(document.leftOut.reduce(into: [:]) { $0["\($1.key) is not kept"] = $1.value })
  }

  /// Brushes of which no stroke has anything are not written anew.
  private mutating func countUnusedBrushes() {
    let bases = document.brushes.values.compactMap { $0 }.flatMap(\.bases)
    let used = usedBrushes.union(bases)
    // The first one is the default, which no document defines.
    let count = document.brushes.values.indices.dropFirst().count { document.brushes[$0] != nil && !used.contains($0) }
    if count > 0 { document.leftOut["a <brush> of no trace", default: 0] += count }
  }

  /// Those that are applied are in the positions.
  private mutating func countUnusedTransforms() {
    let transforms = document.transforms.values.indices
    let count = transforms.count { document.transforms[$0] != nil && !usedTransforms.contains($0) }
    if count > 0 { document.leftOut["a <canvasTransform> of no trace", default: 0] += count }
  }

  mutating func note(_ text: String, count: Int = 1) { document.notes[text, default: 0] += count }

  private static func lines(_ counts: [String: Int]) -> [String] {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \u{d7} \($0.key)" }
  }
}

extension InkMLPageMaker {
  /// - Parameters:
  ///   - from: the first point of the part that is drawn, from 1.
  ///   - to: the last one.
  private mutating func draw(_ index: Int, from: Int? = nil, to: Int? = nil) {
    if isOverLimit { return }
    let trace = document.traces[index]
    let context = document.contexts[trace.context] ?? InkMLContext()
    var samples = samples(of: trace, context)
    if let to { samples.removeLast(max(samples.count - max(to, 0), 0)) }
    if let from { samples.removeFirst(min(max(from - 1, 0), samples.count)) }
    guard !samples.isEmpty else { return }
    isOverLimit = !budget.takesStroke(points: samples.count)
    if let stroke = stroke(before: trace) {
      page.strokes[stroke].samples += samples
      (strokesOfTraces[index], lastStroke) = (stroke, stroke)
    } else {
      (strokesOfTraces[index], lastStroke) = (page.strokes.count, page.strokes.count)
      append(samples, context)
    }
  }

  /// The stroke that a trace goes on with.
  private mutating func stroke(before trace: InkMLTrace) -> Int? {
    switch trace.continuation {
    case .none: return nil
    case .ofPrevious: return lastStroke
    case .of(let node):
      if case .trace(let prior) = document.nodes[node], let stroke = strokesOfTraces[prior] { return stroke }
      note("a trace goes on with another that is not there, and is drawn by itself")
      return nil
    }
  }

  private mutating func append(_ samples: [InkSample], _ context: InkMLContext) {
    let brush = document.brushes[context.brush]
    if let index = context.brush { usedBrushes.insert(index) }
    let scale = samplings[key(of: context)]??.scale ?? 1
    func length(_ length: InkMLBrush.Length?) -> Double? {
      length?.inUnits(perMillimetre: page.unitsPerMillimetre).map { length?.unit == nil ? $0 * scale : $0 }
    }
    let (width, height) = (length(brush?.width), length(brush?.height))
    if let index = context.brush, brush?.width != nil && width == nil || brush?.height != nil && height == nil {
      unscaledBrushes.insert(index)
    }
    if let width, let height, width != height {
      tips[page.strokes.count] = (width, height, brush?.tip ?? .ellipse)
    } else if brush?.tip == .rectangle, let index = context.brush {
      squareBrushes.insert(index)
    }
    let widest = [width, height].compactMap { $0 }.max()
    var stroke = InkStroke(samples, color: brush?.inkColor, width: widest)
    stroke.ignoresPressure = brush?.ignoresPressure ?? false
    page.strokes.append(stroke)
  }

  private mutating func draw(_ view: InkMLView) {
    if document.nodes[view.node] == nil { note("a <traceView> refers to ink that the file does not have") }
    draw(view.node, view.from[...], view.to[...], depth: 0)
  }

  /// Draws what was only defined; any other ink is drawn where it stands.
  private mutating func draw(_ node: Int, _ from: ArraySlice<Int>, _ to: ArraySlice<Int>, depth: Int) {
    viewBudget -= 1
    guard viewBudget > 0, depth < Self.depthLimit else {
      return note("a <traceView> is nested too deep or has too many parts, and is not drawn")
    }
    switch document.nodes[node] {
    case .trace(let index):
      guard document.traces[index].kind == .definition,
        drawnParts.insert(Part(trace: index, from: from.first, to: to.first)).inserted
      else { return }
      draw(index, from: from.first, to: to.first)
    case .group(let nodes):
      let (first, last) = (from.first ?? 1, to.first ?? nodes.count)
      for (index, node) in nodes.enumerated() where (first...max(first, last)).contains(index + 1) {
        draw(
          node, index + 1 == first ? from.dropFirst() : [], index + 1 == last ? to.dropFirst() : [], depth: depth + 1)
      }
    case nil: return
    }
  }
}
